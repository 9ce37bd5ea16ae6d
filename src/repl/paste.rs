//! Pasted transcripts: lines that begin with the prompt are inputs, the others were answers.

use super::PROMPT;

/// What to run of a text: all of it, or only the lines behind prompts if there are such lines.
pub fn inputs(text: &str) -> String {
    let is_input = |line: &&str| line.trim_start().starts_with(PROMPT) || line.trim_start() == PROMPT.trim();
    if !text.lines().any(|line| is_input(&line)) {
        return text.to_owned();
    }
    let behind = |line: &str| line.trim_start().trim_start_matches('>').trim_start().to_owned() + "\n";
    text.lines().filter(is_input).map(behind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_left_out() {
        let pasted = "> game S = take <1,2>\n> winner S(3)\nSecond player wins.\n";
        assert_eq!(inputs(pasted), "game S = take <1,2>\nwinner S(3)\n");
        assert_eq!(inputs("3 > 2"), "3 > 2");
    }
}
