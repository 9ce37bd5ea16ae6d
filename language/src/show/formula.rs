//! Turns the LaTeX formulas of prose into lines of characters for a terminal: `\lfloor n/2 \rfloor` becomes ⌊n/2⌋.

/// How deeply groups and arguments may be nested.
const DEEPEST: usize = 40;

/// The characters for commands without arguments.
#[rustfmt::skip]
const SIGNS: &[(&str, &str)] = &[
    // Operators and relations, most of them with blanks on both sides.
    ("bmod", " mod "), ("mod", " mod "), ("oplus", " ⊕ "), ("otimes", " ⊗ "), ("times", " × "), ("div", " ÷ "), ("pm", " ± "),
    ("cdot", "·"), ("ast", "*"), ("star", "⋆"), ("le", " ≤ "), ("leq", " ≤ "), ("ge", " ≥ "), ("geq", " ≥ "), ("ne", " ≠ "),
    ("neq", " ≠ "), ("lt", " < "), ("gt", " > "), ("equiv", " ≡ "), ("approx", " ≈ "), ("to", " → "), ("rightarrow", " → "),
    ("mapsto", " ↦ "), ("Rightarrow", " ⇒ "), ("implies", " ⇒ "), ("iff", " ⇔ "), ("Leftrightarrow", " ⇔ "), ("in", " ∈ "),
    ("notin", " ∉ "), ("subset", " ⊂ "), ("subseteq", " ⊆ "), ("cup", " ∪ "), ("cap", " ∩ "), ("setminus", " ∖ "),
    ("land", " ∧ "), ("wedge", " ∧ "), ("lor", " ∨ "), ("vee", " ∨ "), ("mid", " | "),
    ("lfloor", "⌊"), ("rfloor", "⌋"), ("lceil", "⌈"), ("rceil", "⌉"), ("langle", "⟨"), ("rangle", "⟩"), ("emptyset", "∅"),
    ("varnothing", "∅"), ("infty", "∞"), ("forall", "∀"), ("exists", "∃"), ("neg", "¬"), ("lnot", "¬"), ("ldots", "…"),
    ("dots", "…"), ("cdots", "⋯"), ("sum", "Σ"), ("prod", "Π"), ("prime", "′"), ("quad", "  "), ("qquad", "  "),
    ("ell", "ℓ"), ("log", "log "), ("ln", "ln "), ("min", "min "), ("max", "max "), ("gcd", "gcd "), ("lim", "lim "),
    ("alpha", "α"), ("beta", "β"), ("gamma", "γ"), ("delta", "δ"), ("epsilon", "ε"), ("varepsilon", "ε"), ("zeta", "ζ"),
    ("eta", "η"), ("theta", "θ"), ("kappa", "κ"), ("lambda", "λ"), ("mu", "μ"), ("nu", "ν"), ("xi", "ξ"), ("pi", "π"),
    ("rho", "ρ"), ("sigma", "σ"), ("tau", "τ"), ("phi", "φ"), ("varphi", "φ"), ("chi", "χ"), ("psi", "ψ"), ("omega", "ω"),
    ("Gamma", "Γ"), ("Delta", "Δ"), ("Theta", "Θ"), ("Lambda", "Λ"), ("Pi", "Π"), ("Sigma", "Σ"), ("Phi", "Φ"), ("Psi", "Ψ"),
    ("Omega", "Ω"),
];
const SUPERSCRIPTS: &[(char, char)] = &[
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
const SUBSCRIPTS: &[(char, char)] = &[
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
/// The letters of `\mathbb`.
const BLACKBOARD_BOLD: &[(char, char)] = &[('N', 'ℕ'), ('Z', 'ℤ'), ('Q', 'ℚ'), ('R', 'ℝ'), ('C', 'ℂ'), ('P', 'ℙ')];

/// What is written for a character if only ASCII may be used.
#[rustfmt::skip]
const ASCII_SIGNS: &[(char, &str)] = &[
    ('⊕', "xor"), ('×', "*"), ('·', "*"), ('÷', "/"), ('−', "-"), ('≤', "<="), ('≥', ">="), ('≠', "!="), ('→', "->"),
    ('⇒', "=>"), ('⇔', "<=>"), ('…', "..."), ('⋯', "..."), ('⌊', "floor("), ('⌋', ")"), ('⌈', "ceil("), ('⌉', ")"), ('′', "'"),
    ('∈', "in"),
];

/// The formula as one line of characters, only of ASCII if `is_ascii`. `None` if a part of it, such as a matrix,
/// cannot be written so, or if the formula is not well-formed.
pub fn to_characters(tex: &str, is_ascii: bool) -> Option<String> {
    let mut reader = FormulaReader { left: tex.trim(), is_ascii };
    let text = reader.group(DEEPEST)?;
    let text = if is_ascii { in_ascii(&text)? } else { text };
    reader.left.is_empty().then(|| text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn in_ascii(text: &str) -> Option<String> {
    let mut ascii = String::new();
    for c in text.chars() {
        match ASCII_SIGNS.iter().find(|(sign, _)| *sign == c) {
            Some((_, written)) => ascii.push_str(written),
            None if c.is_ascii() => ascii.push(c),
            None => return None,
        }
    }
    Some(ascii)
}

/// Reads a formula from left to right. Its methods return `None` if the formula cannot be written as a line. Their
/// parameter `deepest` says how many more levels may be nested.
struct FormulaReader<'t> {
    /// What has not been read yet.
    left: &'t str,
    is_ascii: bool,
}

impl FormulaReader<'_> {
    fn next(&mut self) -> Option<char> {
        let next = self.left.chars().next()?;
        self.left = &self.left[next.len_utf8()..];
        Some(next)
    }

    /// Reads up to the end or to a closing brace, which it does not read.
    fn group(&mut self, deepest: usize) -> Option<String> {
        let mut text = String::new();
        while !self.left.is_empty() && !self.left.starts_with('}') {
            self.left = self.left.trim_start();
            self.item(&mut text, deepest)?;
        }
        Some(text)
    }

    /// Reads a character, or a group, a command, an index or a power, and adds it to the text.
    fn item(&mut self, text: &mut String, deepest: usize) -> Option<()> {
        let Some(next) = self.next() else { return Some(()) };
        match next {
            '^' => {
                let argument = self.argument(deepest)?;
                text.push_str(&self.as_script(&argument, SUPERSCRIPTS, '^'));
            }
            '_' => {
                let argument = self.argument(deepest)?;
                text.push_str(&self.as_script(&argument, SUBSCRIPTS, '_'));
            }
            '{' => match self.left.strip_prefix(",}") {
                // `10{,}000` is one number.
                Some(left) => {
                    text.push(',');
                    self.left = left;
                }
                None => text.push_str(&self.braced(deepest)?),
            },
            '\\' => self.command(text, deepest)?,
            // Characters that LaTeX reserves, and a brace that was not opened.
            '&' | '#' | '%' | '$' | '}' => return None,
            '-' | '+' if ends_open(text) => text.push(next),
            '=' | '<' | '>' | '+' => text.extend([' ', next, ' ']),
            '-' => text.push_str(" − "),
            ',' | ';' => text.extend([next, ' ']),
            ':' => text.push_str(" : "),
            '~' => text.push(' '),
            '\'' => text.push('′'),
            other => text.push(other),
        }
        Some(())
    }

    /// Reads the rest of a group, up to and with its closing brace.
    fn braced(&mut self, deepest: usize) -> Option<String> {
        let inside = self.group(deepest.checked_sub(1)?)?;
        (self.next()? == '}').then_some(inside)
    }

    /// Reads an argument: a group in braces, a command, or a single character.
    fn argument(&mut self, deepest: usize) -> Option<String> {
        self.left = self.left.trim_start();
        let mut text = String::new();
        if self.left.is_empty() {
            return None;
        }
        self.item(&mut text, deepest.checked_sub(1)?)?;
        Some(text.trim().to_owned())
    }

    /// Reads a command after its backslash.
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
        self.named(name, text, deepest)
    }

    /// Reads the arguments of a command of this name.
    fn named(&mut self, name: &str, text: &mut String, deepest: usize) -> Option<()> {
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
                let root = self.argument(deepest)?;
                let is_short = !self.is_ascii && !has_power(&root);
                text.push_str(&if is_short {
                    format!("√{}", enclosed(&root))
                } else {
                    format!("{}({root})", self.root())
                });
            }
            "pmod" => text.push_str(&format!(" (mod {})", self.argument(deepest)?)),
            "mathbb" => {
                let set = self.argument(deepest)?;
                text.extend(set.chars().map(|c| changed(c, BLACKBOARD_BOLD).unwrap_or(c)));
            }
            "text" | "textrm" | "textit" | "textbf" | "mbox" => text.push_str(&self.words()?),
            "operatorname" | "mathrm" | "mathit" | "mathbf" | "mathsf" | "mathcal" | "boldsymbol" => {
                text.push_str(&self.argument(deepest)?);
            }
            "left" | "right" | "big" | "Big" | "bigl" | "bigr" | "Bigl" | "Bigr" => {
                self.left = self.left.trim_start().strip_prefix('.').unwrap_or(self.left);
            }
            name => text.push_str(self.sign(name)?),
        }
        Some(())
    }

    /// The characters for a command without arguments. A word has no blank before a bracket: `min(…)`, but `min S`.
    fn sign(&self, name: &str) -> Option<&'static str> {
        let sign = SIGNS.iter().find(|(known, _)| *known == name)?.1;
        let left = self.left.trim_start();
        let is_applied = ["(", "\\{", "\\left"].iter().any(|bracket| left.starts_with(bracket));
        let is_word = sign.starts_with(|c: char| c.is_ascii_alphabetic());
        Some(if is_word && is_applied { sign.trim_end() } else { sign })
    }

    fn root(&self) -> &'static str {
        if self.is_ascii { "sqrt" } else { "√" }
    }

    /// A text as an index or a power: in these characters if there is one for each of its own, otherwise after the
    /// mark.
    fn as_script(&self, text: &str, scripts: &[(char, char)], mark: char) -> String {
        let script: Option<String> = text.chars().map(|c| changed(c, scripts)).collect();
        script.filter(|_| !self.is_ascii).unwrap_or_else(|| {
            // 2^(2ᵏ) is not (2^2)ᵏ.
            if has_power(text) { format!("{mark}({text})") } else { format!("{mark}{}", enclosed(text)) }
        })
    }

    /// Reads words in braces, and keeps their blanks.
    fn words(&mut self) -> Option<String> {
        let (words, left) = self.left.trim_start().strip_prefix('{')?.split_once('}')?;
        self.left = left;
        (!words.contains(['\\', '{', '$'])).then(|| words.to_owned())
    }
}

/// Whether a plus or minus after this text is the sign of a number, and not an operator.
fn ends_open(text: &str) -> bool {
    let last = text.trim_end().chars().last();
    last.is_none_or(|last| "([{⌊⌈,;=<>≤≥≠≡→+−×·⊕∈".contains(last))
}

fn changed(c: char, signs: &[(char, char)]) -> Option<char> {
    signs.iter().find(|(from, _)| *from == c).map(|(_, to)| *to)
}

/// A number as an exponent: `²`.
pub fn superscript(exponent: u32) -> String {
    exponent.to_string().chars().map(|digit| changed(digit, SUPERSCRIPTS).unwrap_or(digit)).collect()
}

/// The digit that a superscript stands for.
pub fn superscript_digit(superscript: char) -> Option<char> {
    SUPERSCRIPTS.iter().take(10).find(|(_, raised)| *raised == superscript).map(|(digit, _)| *digit)
}

fn has_power(text: &str) -> bool {
    text.chars().any(|c| c == '^' || SUPERSCRIPTS.iter().any(|(_, superscript)| *superscript == c))
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
            (r"2^{2^k}", "2^(2ᵏ)"),
            (r"\sqrt{n^2}", "√(n²)"),
            (r"10{,}000", "10,000"),
            (r"\{a : a \in S\}", "{a : a ∈ S}"),
            (r"\min(a, b) < \min S", "min(a, b) < min S"),
            (r"\binom{n}{2}", "C(n, 2)"),
            (r"f'(n)", "f′(n)"),
            ("", ""),
        ] {
            assert_eq!(to_characters(tex, false).as_deref(), Some(expected), "{tex}");
        }
    }

    #[test]
    fn in_ascii_signs_are_words_or_stay_as_typed() {
        for (tex, expected) in [
            (r"\lfloor n/2 \rfloor \oplus 1", Some("floor(n/2) xor 1")),
            (r"a \le b - 2 \cdot 3", Some("a <= b - 2*3")),
            (r"2^{k} + x_1 + \sqrt{n}", Some("2^k + x_1 + sqrt(n)")),
            (r"2^{2^k}", Some("2^(2^k)")),
            (r"1, \ldots, n \to f'(n)", Some("1, ..., n -> f'(n)")),
            (r"\mathbb{N}", None),
            (r"\alpha", None),
        ] {
            assert_eq!(to_characters(tex, true).as_deref(), expected, "{tex}");
        }
    }

    #[test]
    fn what_has_no_signs_is_left_alone() {
        for tex in
            [r"\begin{matrix}a&b\end{matrix}", r"\foo", "{a", "a}", r"\frac{1}", "x^", r"\", r"\sqrt[3]{x}", r"a \\ b"]
        {
            assert_eq!(to_characters(tex, false), None, "{tex}");
        }
        assert_eq!(to_characters(&"{".repeat(100_000), false), None);
        assert_eq!(to_characters(&"^".repeat(100_000), false), None);
    }
}
