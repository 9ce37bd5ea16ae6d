//! Questions about a game, and what is said to the answers.

use grundy_engine::nim::Outcome;

use super::document::{Document, Line, Role, Style};
use super::listing::{indented, paragraph, step};
use super::phrase::{code, heading, muted, nimber, piece, plain, short_line, sum, verdict, written};
use super::play::{Numbers, arrow, list, several};
use super::{dialogue_help, explain};
use crate::session::report::{Answer, Choices, Graded, Question, QuizReport, Refusal, Score, Sheet, Slip, Task};

pub fn quiz(report: &QuizReport, style: &Style) -> Document {
    let mut document = Document::new(style);
    match report {
        QuizReport::Sheet(shown) => sheet(&mut document, shown),
        QuizReport::Question { question, opening } => ask(&mut document, question, opening.as_ref()),
        QuizReport::Graded(graded) => return grade(graded, style),
        QuizReport::Unread { line, task } => unread(&mut document, line, *task),
        QuizReport::Illegal { line, why, choices } => illegal(&mut document, line, why, choices),
        QuizReport::Help(task) => help(&mut document, *task),
        QuizReport::Score(score) => {
            document.line(vec![plain(format!("{} of {} right so far.", score.right, score.asked))])
        }
        QuizReport::Over(score) => over(&mut document, score),
        QuizReport::Left => document.line(vec![muted("You have left the quiz.")]),
    }
    document
}

fn ask(document: &mut Document, question: &Question, opening: Option<&(String, u64)>) {
    if let Some((game, seed)) = opening {
        let mut line = vec![plain(format!("{} questions about ", question.of)), piece(Role::Name, game), plain(". ")];
        line.extend(written("Type `skip` to see an answer, `help` for help, `quit` to leave. "));
        line.extend(written(&format!("To get the same questions again, type `quiz {game} {seed}`.")));
        paragraph(document, line);
    }
    document.blank();
    let number = vec![muted(format!("{}/{}  ", question.number, question.of))];
    paragraph(document, [number, wording(question)].concat());
}

/// The question itself.
pub fn wording(question: &Question) -> Line {
    let position = sum(&question.sum);
    match question.task {
        Task::Value => vec![plain("What is the Grundy value of "), position, plain("?")],
        Task::Winner => {
            let line = vec![plain("Who wins "), position, plain(" if both play perfectly, ")];
            [line, written("`first` or `second`?")].concat()
        }
        Task::Move => {
            let line = vec![plain("Which move wins in "), position];
            [line, written("? Answer `none` if no move wins.")].concat()
        }
    }
}

/// The right answer, as short as it would be typed.
pub fn truth(answer: &Answer) -> Line {
    match answer {
        Answer::Value(value) => vec![nimber(*value)],
        Answer::Winner(Outcome::N) => vec![code("first")],
        Answer::Winner(Outcome::P) => vec![code("second")],
        Answer::Move(Some(winning)) => vec![arrow(Role::Good, winning)],
        Answer::Move(None) => vec![code("none")],
        Answer::Skipped => Line::new(),
    }
}

/// What stands above the questions of a page.
pub fn sheet_title(sheet: &Sheet) -> Line {
    vec![heading(format!("{} questions about ", sheet.questions.len())), piece(Role::Name, &sheet.game)]
}

fn sheet(document: &mut Document, sheet: &Sheet) {
    document.line(sheet_title(sheet));
    for (index, (question, answer)) in sheet.questions.iter().enumerate() {
        step(document, index + 1, [wording(question), vec![plain(" ")], truth(answer)].concat());
    }
}

fn grade(graded: &Graded, style: &Style) -> Document {
    let mut document = Document::new(style);
    let mut line = match (&graded.given, graded.right) {
        (_, true) => vec![piece(Role::Good, "Right"), plain(": ")],
        (Answer::Skipped, false) => Line::new(),
        (_, false) => vec![piece(Role::Bad, "No"), plain(": ")],
    };
    match (&graded.truth, &graded.given) {
        (Answer::Value(value), _) => {
            line.extend([sum(&graded.question.sum), plain(" has Grundy value "), nimber(*value), plain(".")]);
        }
        (Answer::Winner(outcome), _) => {
            let who = if *outcome == Outcome::N { "first player wins." } else { "second player wins." };
            line.push(plain(format!("{} {who}", if line.is_empty() { "The" } else { "the" })));
        }
        (Answer::Move(_), Answer::Move(Some(given))) if graded.right => {
            line.extend([arrow(Role::Good, given), plain(" leaves a P-position.")]);
        }
        (Answer::Move(Some(winning)), _) => line.extend([arrow(Role::Good, winning), plain(" wins.")]),
        (Answer::Move(None), _) => {
            line.push(plain(if line.is_empty() { "No move wins here." } else { "no move wins here." }))
        }
        (Answer::Skipped, _) => {}
    }
    paragraph(&mut document, line);
    if let Some(slip) = graded.slip {
        paragraph(&mut document, vec![plain(slip_text(slip))]);
    }
    if let Some(explanation) = &graded.explanation {
        document.blank();
        let explained = match graded.question.task {
            Task::Value => explain::value(explanation, style),
            Task::Winner | Task::Move => explain::explanation(explanation, style),
        };
        document.blocks.extend(explained.blocks);
        document.trim();
    }
    document
}

fn slip_text(slip: Slip) -> &'static str {
    match slip {
        Slip::PlainSum => "You added the values as ordinary numbers. For heaps side by side, take their nim-sum ⊕.",
        Slip::Sizes => {
            "That is the nim-sum of the sizes. Use the heaps' Grundy values; only in Nim are they the sizes."
        }
        Slip::Size => "That is the size of the heap. Only in Nim is it the value; here, take the mex of the options.",
        Slip::XorOfOptions => {
            "That is the nim-sum of the options' values. You choose one option, so take the mex of their values; ⊕ is for heaps that are all on the table."
        }
    }
}

fn unread(document: &mut Document, line: &str, task: Task) {
    let wanted = match task {
        Task::Value => "Type a number, such as `2`.",
        Task::Winner => "Type `first` or `second`.",
        Task::Move => "Type a move, such as `take 3` or `S(5) -> S(2)`, or `none`.",
    };
    let refusal = vec![plain("I don't understand "), code(short_line(line)), plain(" as an answer. ")];
    paragraph(document, [refusal, written(wanted), vec![plain(" This one did not count.")]].concat());
}

fn illegal(document: &mut Document, line: &str, why: &Refusal, choices: &Choices) {
    if let Refusal::Several(fitting) = why {
        return several(document, line, fitting);
    }
    let typed = code(short_line(line));
    paragraph(document, vec![typed, plain(" is not a legal move here, so it did not count. The legal moves:")]);
    list(document, choices, Numbers::Hidden);
}

fn help(document: &mut Document, task: Task) {
    let how = match task {
        Task::Value => {
            "The Grundy value of a heap is the least number that is not the value of an option (the mex). The value of several heaps is the nim-sum of their values."
        }
        Task::Winner => "The first player wins if and only if the Grundy value is not 0.",
        Task::Move => "A move wins if and only if it leaves Grundy value 0.",
    };
    paragraph(document, vec![plain(how)]);
    dialogue_help::list(document, if task == Task::Move { "quiz of moves" } else { "quiz" });
}

fn over(document: &mut Document, score: &Score) {
    let praise = match (score.right, score.of) {
        (right, of) if right == of => "Every one! You could teach this.",
        (right, of) if 4 * right >= 3 * of => "Well done.",
        (right, of) if 2 * right >= of => "You are getting there.",
        _ => "A start. Type `tour` to learn the method.",
    };
    document.blank();
    document
        .line([vec![verdict(format!("{} of {} right.", score.right, score.of)), plain(" ")], written(praise)].concat());
    if !score.wrong.is_empty() {
        document.line(vec![plain("Worth another look:")]);
        for position in &score.wrong {
            indented(document, 2, vec![code(format!("explain {}", sum(position).text))]);
        }
    }
    let next = format!("quiz {} {}", score.game, score.seed.saturating_add(1));
    document.line(written(&format!("For other questions, type `{next}`.")));
}
