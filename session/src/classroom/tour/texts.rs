//! The texts of the lessons, read from `lessons.txt`. A page has at most 20 lines of 80 columns; a test solves every exercise.
//!
//! In the file, a lesson begins with its title after `#`, and the text of its page follows, a paragraph in a line, each of which
//! is a sentence of the tables of languages. An exercise begins with `ask:`, and its other keys follow. `slip:` is followed by a
//! wrong answer that is often typed, and `reply:` by what is said to it.

use std::sync::LazyLock;

pub const TEXT: &str = include_str!("lessons.txt");

/// Read once and never changed: a part of the program, not of a session.
static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| read(TEXT));

/// One page, with something to type.
pub struct Lesson {
    pub title: &'static str,
    /// Paragraphs are separated by blank lines; indented lines are shown as they are; `code` is in backticks.
    pub text: &'static str,
    /// To be solved in this order.
    pub exercises: Vec<Exercise>,
}

/// Something that the user is asked to type.
pub struct Exercise {
    /// The task.
    pub ask: &'static str,
    /// Which line solves it.
    pub want: Want,
    /// A line that solves it.
    pub solution: &'static str,
    /// Wrong answers that are often typed, each with the reply to it.
    pub slips: Vec<(Want, &'static str)>,
    pub hint: &'static str,
    /// The reply to a line that solves it.
    pub praise: &'static str,
}

/// What a statement must be, or what it must answer, to solve an exercise or to count as a slip.
#[derive(Clone, Copy, Debug)]
pub enum Want {
    /// This statement, however it is spaced.
    Statement(&'static str),
    /// A statement whose answer is written like this.
    Value(&'static str),
    /// An expression whose value is this position.
    Position(&'static str),
    /// A move from one position to another, or the position that it leaves.
    Move(&'static str, &'static str),
    /// A definition, under any name, of a game with the same ruleset as this rule.
    Game(&'static str),
}

/// All lessons, in their order.
pub fn lessons() -> &'static [Lesson] {
    &LESSONS
}

fn read(text: &'static str) -> Vec<Lesson> {
    text.trim_start_matches("# ").split("\n# ").filter_map(lesson).collect()
}

fn lesson(block: &'static str) -> Option<Lesson> {
    let (title, rest) = block.split_once('\n')?;
    let mut parts = rest.split("\nask: ");
    let text = parts.next()?.trim_matches('\n');
    Some(Lesson { title, text, exercises: parts.map(exercise).collect::<Option<_>>()? })
}

fn exercise(block: &'static str) -> Option<Exercise> {
    let value = |key: &str| block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
    let slip = |slip: &'static str| {
        let mut lines = slip.lines();
        Some((want(lines.next()?)?, lines.next()?.strip_prefix("reply: ")?))
    };
    Some(Exercise {
        ask: block.lines().next()?,
        want: want(value("want")?)?,
        solution: value("solution")?,
        slips: block.split("\nslip: ").skip(1).map(slip).collect::<Option<_>>()?,
        hint: value("hint")?,
        praise: value("praise")?,
    })
}

fn want(line: &'static str) -> Option<Want> {
    let (kind, text) = line.split_once(' ')?;
    match kind {
        "statement" => Some(Want::Statement(text)),
        "value" => Some(Want::Value(text)),
        "position" => Some(Want::Position(text)),
        "move" => text.split_once(" -> ").map(|(from, to)| Want::Move(from, to)),
        "game" => Some(Want::Game(text)),
        _ => None,
    }
}
