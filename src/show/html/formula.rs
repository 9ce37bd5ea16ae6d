//! Formulas of prose, such as `$n \bmod 4$`, as MathML.

use std::ops::Range;

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};

/// The most bytes of a formula. Even the most deeply nested formula of this length can be read.
const LONGEST: usize = 2_000;

/// The formula as MathML, as a block if it stands alone.
///
/// # Errors
/// Where the formula is wrong, and why.
pub fn formula(tex: &str, is_alone: bool) -> Result<String, (Range<usize>, String)> {
    if tex.len() > LONGEST {
        return Err((0..tex.len(), format!("it has more than {LONGEST} bytes")));
    }
    let display = if is_alone { MathDisplay::Block } else { MathDisplay::Inline };
    // The LaTeX source goes along, for screen readers and for copying.
    let config = MathCoreConfig { annotation: true, ..MathCoreConfig::default() };
    let converter = LatexToMathML::new(config).map_err(|(error, ..)| (0..tex.len(), error.error_message()))?;
    match converter.convert_with_local_state(tex, display) {
        Ok(converted) => Ok(converted.mathml),
        Err(error) => Err((error.0.clone(), in_words(&error.error_message()))),
    }
}

/// The message of the converter as a part of a sentence.
fn in_words(message: &str) -> String {
    let mut letters = message.trim_end_matches('.').chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_written_as_mathml() {
        for (tex, parts) in [
            (r"n \bmod 4", &["<mi>mod</mi>", "<mn>4</mn>"][..]),
            (r"\operatorname{mex}\{0,1\}=2", &[">mex</mo>", ">{</mo>"]),
            (r"\frac{1+\sqrt5}{2}", &["<mfrac>", "<msqrt><mn>5</mn></msqrt>"]),
            ("a<b & c", &[]),
        ] {
            let found = formula(tex, false);
            assert_eq!(found.is_err(), parts.is_empty(), "{tex}: {found:?}");
            for part in parts {
                assert!(found.as_ref().is_ok_and(|found| found.contains(part)), "{tex}: {found:?}");
            }
        }
        assert!(formula("a", true).unwrap().contains("display=\"block\""));
        let hidden = formula(r"\text{<script>}", false).unwrap();
        assert!(!hidden.contains("<script"), "{hidden}");
    }

    #[test]
    fn what_cannot_be_read_is_said_with_its_place() {
        for (tex, at, words) in
            [(r"a \foo b", 2..6, "unknown command"), (r"\frac{1", 7..7, "expected closing"), ("a & b", 2..3, "found")]
        {
            let (place, problem) = formula(tex, false).unwrap_err();
            assert!(place == at && problem.starts_with(words), "{place:?} {problem}");
        }
        assert!(formula(&"x".repeat(LONGEST + 1), false).is_err());
        assert!(formula(&"{".repeat(LONGEST), false).is_err());
        assert!(formula(&"\\sqrt".repeat(400), false).is_err());
    }
}
