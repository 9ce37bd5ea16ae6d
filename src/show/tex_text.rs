//! Escapes text for LaTeX.

use crate::show::visible;

/// A text in which no character has a meaning to TeX. Characters that its fonts lack are written as formulas.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in visible::text(text).chars() {
        match c {
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => escaped.extend(['\\', c]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' | '>' | '|' => escaped.extend(['$', c, '$']),
            // So it is a straight quote in every font encoding, and babel does not read it as a shorthand.
            '"' => escaped.push_str("{\\ttfamily\\char34}"),
            // Two in a row would become a dash or another character.
            '-' | '`' | '\'' => escaped.extend(['{', c, '}']),
            '⊕' => escaped.push_str("$\\oplus$"),
            '→' => escaped.push_str("$\\to$"),
            '∞' => escaped.push_str("$\\infty$"),
            '≤' => escaped.push_str("$\\le$"),
            '≥' => escaped.push_str("$\\ge$"),
            '≠' => escaped.push_str("$\\ne$"),
            '·' => escaped.push_str("$\\cdot$"),
            '−' => escaped.push_str("$-$"),
            '…' => escaped.push_str("\\dots{}"),
            '\n' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sign_has_a_meaning_to_tex() {
        for (text, expected) in [
            ("a_1 & {b}", "a\\_1 \\& \\{b\\}"),
            ("\\input{x}", "\\textbackslash{}input\\{x\\}"),
            ("50% #1 $x$ ~^", "50\\% \\#1 \\$x\\$ \\textasciitilde{}\\textasciicircum{}"),
            ("S(3) → S(2) <1>", "S(3) $\\to$ S(2) $<$1$>$"),
            ("2 ⊕ 3 … ++--", "2 $\\oplus$ 3 \\dots{} ++{-}{-}"),
            ("a\nb", "a\\textbackslash{}u\\{a\\}b"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }
}
