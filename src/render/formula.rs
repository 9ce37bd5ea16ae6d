//! Formulas in prose, written as in LaTeX, in signs that a terminal has: `\lfloor n/2 \rfloor` is ⌊n/2⌋.

/// The deepest formula that is read, in brackets within brackets.
const DEEPEST: usize = 40;

/// What stands for a command without arguments.
#[rustfmt::skip]
const SIGNS: &[(&str, &str)] = &[
    // With room on both sides: operators and relations.
    ("bmod", " mod "), ("mod", " mod "), ("oplus", " ⊕ "), ("otimes", " ⊗ "), ("times", " × "), ("div", " ÷ "), ("pm", " ± "),
    ("cdot", "·"), ("ast", "*"), ("star", "⋆"), ("le", " ≤ "), ("leq", " ≤ "), ("ge", " ≥ "), ("geq", " ≥ "), ("ne", " ≠ "),
    ("neq", " ≠ "), ("lt", " < "), ("gt", " > "), ("equiv", " ≡ "), ("approx", " ≈ "), ("to", " → "), ("rightarrow", " → "),
    ("mapsto", " ↦ "), ("Rightarrow", " ⇒ "), ("implies", " ⇒ "), ("iff", " ⇔ "), ("Leftrightarrow", " ⇔ "), ("in", " ∈ "),
    ("notin", " ∉ "), ("subset", " ⊂ "), ("subseteq", " ⊆ "), ("cup", " ∪ "), ("cap", " ∩ "), ("setminus", " ∖ "),
    ("land", " ∧ "), ("wedge", " ∧ "), ("lor", " ∨ "), ("vee", " ∨ "), ("mid", " | "),
    ("lfloor", "⌊"), ("rfloor", "⌋"), ("lceil", "⌈"), ("rceil", "⌉"), ("langle", "⟨"), ("rangle", "⟩"), ("emptyset", "∅"),
    ("varnothing", "∅"), ("infty", "∞"), ("forall", "∀"), ("exists", "∃"), ("neg", "¬"), ("lnot", "¬"), ("ldots", "…"),
    ("dots", "…"), ("cdots", "⋯"), ("sum", "Σ"), ("prod", "Π"), ("prime", "′"), ("quad", "  "), ("qquad", "  "),
    ("log", "log "), ("ln", "ln "), ("min", "min "), ("max", "max "), ("gcd", "gcd "), ("lim", "lim "),
    ("alpha", "α"), ("beta", "β"), ("gamma", "γ"), ("delta", "δ"), ("epsilon", "ε"), ("varepsilon", "ε"), ("zeta", "ζ"),
    ("eta", "η"), ("theta", "θ"), ("kappa", "κ"), ("lambda", "λ"), ("mu", "μ"), ("nu", "ν"), ("xi", "ξ"), ("pi", "π"),
    ("rho", "ρ"), ("sigma", "σ"), ("tau", "τ"), ("phi", "φ"), ("varphi", "φ"), ("chi", "χ"), ("psi", "ψ"), ("omega", "ω"),
    ("Gamma", "Γ"), ("Delta", "Δ"), ("Theta", "Θ"), ("Lambda", "Λ"), ("Pi", "Π"), ("Sigma", "Σ"), ("Phi", "Φ"), ("Psi", "Ψ"),
    ("Omega", "Ω"),
];
const RAISED: &[(char, char)] = &[
    ('0', '⁰'),
    ('1', '¹'),
    ('2', '²'),
    ('3', '³'),
    ('4', '⁴'),
    ('5', '⁵'),
    ('6', '⁶'),
    ('7', '⁷'),
    ('8', '⁸'),
    ('9', '⁹'),
    ('n', 'ⁿ'),
    ('k', 'ᵏ'),
    ('′', '′'),
];
const LOWERED: &[(char, char)] = &[
    ('0', '₀'),
    ('1', '₁'),
    ('2', '₂'),
    ('3', '₃'),
    ('4', '₄'),
    ('5', '₅'),
    ('6', '₆'),
    ('7', '₇'),
    ('8', '₈'),
    ('9', '₉'),
    ('n', 'ₙ'),
    ('k', 'ₖ'),
    ('i', 'ᵢ'),
    ('j', 'ⱼ'),
];
const SETS: &[(char, char)] = &[('N', 'ℕ'), ('Z', 'ℤ'), ('Q', 'ℚ'), ('R', 'ℝ'), ('C', 'ℂ'), ('P', 'ℙ')];

/// The formula in one line; `None` if something in it has no signs for a line of text, such as a matrix, or if it is not
/// well-formed.
pub fn in_signs(tex: &str) -> Option<String> {
    let mut reader = FormulaReader { left: tex.trim() };
    let text = reader.group(DEEPEST)?;
    reader.left.is_empty().then(|| text.split_whitespace().collect::<Vec<_>>().join(" "))
}

struct FormulaReader<'t> {
    left: &'t str,
}

impl FormulaReader<'_> {
    fn next(&mut self) -> Option<char> {
        let next = self.left.chars().next()?;
        self.left = &self.left[next.len_utf8()..];
        Some(next)
    }

    /// Everything up to the end, or up to a closing brace, which stays.
    fn group(&mut self, deepest: usize) -> Option<String> {
        let mut text = String::new();
        while !self.left.is_empty() && !self.left.starts_with('}') {
            self.left = self.left.trim_start();
            self.item(&mut text, deepest)?;
        }
        Some(text)
    }

    fn item(&mut self, text: &mut String, deepest: usize) -> Option<()> {
        let Some(next) = self.next() else { return Some(()) };
        match next {
            '^' => text.push_str(&moved(&self.argument(deepest)?, RAISED, '^')),
            '_' => text.push_str(&moved(&self.argument(deepest)?, LOWERED, '_')),
            '{' => text.push_str(&self.braced(deepest)?),
            '\\' => self.command(text, deepest)?,
            // Columns, and what is not closed.
            '&' | '#' | '%' | '$' | '}' => return None,
            '-' | '+' if ends_open(text) => text.push(next),
            '=' | '<' | '>' | '+' => text.extend([' ', next, ' ']),
            '-' => text.push_str(" − "),
            ',' | ';' => text.extend([next, ' ']),
            '~' => text.push(' '),
            '\'' => text.push('′'),
            other => text.push(other),
        }
        Some(())
    }

    /// The rest of what stands in braces.
    fn braced(&mut self, deepest: usize) -> Option<String> {
        let inside = self.group(deepest.checked_sub(1)?)?;
        (self.next()? == '}').then_some(inside)
    }

    /// A group in braces, a command, or a single sign.
    fn argument(&mut self, deepest: usize) -> Option<String> {
        self.left = self.left.trim_start();
        let mut text = String::new();
        if self.left.is_empty() {
            return None;
        }
        self.item(&mut text, deepest.checked_sub(1)?)?;
        Some(text.trim().to_owned())
    }

    /// What stands behind a backslash.
    fn command(&mut self, text: &mut String, deepest: usize) -> Option<()> {
        let length = self.left.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.left.len());
        let (name, left) = self.left.split_at(length);
        if name.is_empty() {
            match self.next()? {
                sign @ ('{' | '}' | '%' | '$' | '&' | '#' | '_') => text.push(sign),
                ' ' | ',' | ';' | ':' => text.push(' '),
                '!' => {}
                '|' => text.push('‖'),
                _ => return None,
            }
            return Some(());
        }
        self.left = left;
        match name {
            "frac" | "tfrac" | "dfrac" => {
                let (above, below) = (self.argument(deepest)?, self.argument(deepest)?);
                text.push_str(&format!("{}/{}", enclosed(&above), enclosed(&below)));
            }
            "binom" => {
                let (above, below) = (self.argument(deepest)?, self.argument(deepest)?);
                text.push_str(&format!("C({above}, {below})"));
            }
            "sqrt" if !self.left.trim_start().starts_with('[') => {
                text.push_str(&format!("√{}", enclosed(&self.argument(deepest)?)));
            }
            "pmod" => text.push_str(&format!(" (mod {})", self.argument(deepest)?)),
            "mathbb" => {
                let set = self.argument(deepest)?;
                text.extend(set.chars().map(|c| changed(c, SETS).unwrap_or(c)));
            }
            "text" | "textrm" | "textit" | "textbf" | "mbox" => text.push_str(&self.words()?),
            "operatorname" | "mathrm" | "mathit" | "mathbf" | "mathsf" | "mathcal" | "boldsymbol" => {
                text.push_str(&self.argument(deepest)?);
            }
            "left" | "right" | "big" | "Big" | "bigl" | "bigr" | "Bigl" | "Bigr" => {
                self.left = self.left.trim_start().strip_prefix('.').unwrap_or(self.left);
            }
            name => text.push_str(SIGNS.iter().find(|(known, _)| *known == name)?.1),
        }
        Some(())
    }

    /// Words in braces, in which blanks count.
    fn words(&mut self) -> Option<String> {
        let (words, left) = self.left.trim_start().strip_prefix('{')?.split_once('}')?;
        self.left = left;
        (!words.contains(['\\', '{', '$'])).then(|| words.to_owned())
    }
}

/// Does what follows begin something, so that a sign before it is that of a number?
fn ends_open(text: &str) -> bool {
    let last = text.trim_end().chars().last();
    last.is_none_or(|last| "([{⌊⌈,;=<>≤≥≠≡→+−×·⊕∈".contains(last))
}

fn changed(c: char, signs: &[(char, char)]) -> Option<char> {
    signs.iter().find(|(from, _)| *from == c).map(|(_, to)| *to)
}

/// As an index or a power, if there are such signs for all of it.
fn moved(text: &str, signs: &[(char, char)], mark: char) -> String {
    let signs: Option<String> = text.chars().map(|c| changed(c, signs)).collect();
    signs.unwrap_or_else(|| format!("{mark}{}", enclosed(text)))
}

/// In brackets, unless it is a single name or number.
fn enclosed(text: &str) -> String {
    let is_whole = text.chars().all(|c| c.is_alphanumeric() || c == '′') || text.chars().count() == 1;
    if is_whole { text.to_owned() } else { format!("({text})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_lines_of_signs() {
        for (tex, expected) in [
            (r"n \bmod 4", "n mod 4"),
            (r"n\equiv 0 \pmod{4}", "n ≡ 0 (mod 4)"),
            (r"\lfloor n/2 \rfloor \oplus 1", "⌊n/2⌋ ⊕ 1"),
            (r"\frac{1+\sqrt5}{2}", "(1 + √5)/2"),
            (r"\frac ab", "a/b"),
            (r"a=b-1", "a = b − 1"),
            (r"-1<x\le -n", "-1 < x ≤ -n"),
            (r"2^{k}+x_1^2 + x_{n+1}", "2ᵏ + x₁² + x_(n + 1)"),
            (r"a^{m}", "a^m"),
            (r"\operatorname{mex}\{0,1,4\} = 2", "mex{0, 1, 4} = 2"),
            (r"\text{the value of } S(n)", "the value of S(n)"),
            (r"n \in \mathbb{N}", "n ∈ ℕ"),
            (r"\left( \alpha + \beta \right)", "(α + β)"),
            (r"1, 2, \ldots, n", "1, 2, …, n"),
            (r"\sqrt{n+1}", "√(n + 1)"),
            (r"\binom{n}{2}", "C(n, 2)"),
            (r"f'(n)", "f′(n)"),
            ("", ""),
        ] {
            assert_eq!(in_signs(tex).as_deref(), Some(expected), "{tex}");
        }
    }

    #[test]
    fn what_has_no_signs_is_left_alone() {
        for tex in
            [r"\begin{matrix}a&b\end{matrix}", r"\foo", "{a", "a}", r"\frac{1}", "x^", r"\", r"\sqrt[3]{x}", r"a \\ b"]
        {
            assert_eq!(in_signs(tex), None, "{tex}");
        }
        assert_eq!(in_signs(&"{".repeat(100_000)), None);
        assert_eq!(in_signs(&"^".repeat(100_000)), None);
    }
}
