//! Questions about a game, and what is said to the answers.

use super::document::{Block, Document, Line, Role, Style};
use super::explain;
use super::listing::{indented, listing, paragraph};
use super::phrase::{code, muted, nimber, piece, plain, sum, verdict};
use super::play::{arrow, list};
use super::tour::written;
use crate::nim::Outcome;
use crate::session::report::{Answer, Choices, Graded, Question, QuizReport, Refusal, Score, Slip, Task};

pub fn quiz(report: &QuizReport, style: &Style) -> Document {
    let mut document = Document::new(style);
    match report {
        QuizReport::Question { question, opening } => ask(&mut document, question, opening.as_ref()),
        QuizReport::Graded(graded) => return grade(graded, style),
        QuizReport::Unread { line, task } => unread(&mut document, line, *task),
        QuizReport::Illegal { line, why, choices } => illegal(&mut document, line, why, choices),
        QuizReport::Help(task) => help(&mut document, *task),
        QuizReport::Score(score) => {
            document.line(vec![plain(format!("{} of {} right so far.", score.right, score.asked))])
        }
        QuizReport::Over(score) => over(&mut document, score),
        QuizReport::Left => document.line(vec![muted("The quiz is left.")]),
    }
    document
}

fn ask(document: &mut Document, question: &Question, opening: Option<&(String, u64)>) {
    if let Some((game, seed)) = opening {
        let mut line = vec![plain(format!("{} questions about ", question.of)), piece(Role::Name, game), plain(". ")];
        line.extend(written("`skip` shows an answer, `help` helps, `quit` leaves; "));
        line.extend(written(&format!("`quiz {game} {seed}` asks the same again.")));
        paragraph(document, line);
    }
    document.blank();
    let mut line = vec![muted(format!("{}/{}  ", question.number, question.of))];
    match question.task {
        Task::Value => line.extend([plain("What is the Grundy value of "), sum(&question.sum), plain("?")]),
        Task::Winner => {
            line.extend([plain("Who wins "), sum(&question.sum), plain(" with best play, ")]);
            line.extend(written("`first` or `second`?"));
        }
        Task::Move => {
            line.extend([plain("Which move wins in "), sum(&question.sum)]);
            line.extend(written("? If there is none, say `none`."));
        }
    }
    paragraph(document, line);
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
        while matches!(document.blocks.last(), Some(Block::Blank)) {
            document.blocks.pop();
        }
    }
    document
}

fn slip_text(slip: Slip) -> &'static str {
    match slip {
        Slip::PlainSum => "You have added the values as numbers; heaps side by side want the nim-sum ⊕.",
        Slip::Sizes => {
            "That is the nim-sum of the sizes. It wants the Grundy values of the heaps; only in Nim are these the sizes."
        }
        Slip::Size => {
            "That is the size of the heap. Only in Nim is it the value; here it takes the mex of the options."
        }
        Slip::XorOfOptions => {
            "That is the nim-sum of the options' values. Among options the mex is taken: you choose one of them. ⊕ is for heaps that are all there."
        }
    }
}

fn unread(document: &mut Document, line: &str, task: Task) {
    let short: String = line.chars().take(40).collect();
    let wanted = match task {
        Task::Value => "a number is wanted, such as 2",
        Task::Winner => "first or second is wanted",
        Task::Move => "a move is wanted, such as S(5) -> S(2), or none",
    };
    paragraph(
        document,
        vec![code(short), plain(format!(" is no answer here: {wanted}. Try again; it does not count."))],
    );
}

fn illegal(document: &mut Document, line: &str, why: &Refusal, choices: &Choices) {
    let short: String = line.chars().take(40).collect();
    if let Refusal::Several(fitting) = why {
        paragraph(document, vec![code(short), plain(" can be reached in several ways; say from which heap:")]);
        fitting.iter().take(8).for_each(|choice| document.line(vec![plain("  "), arrow(Role::Name, choice)]));
        return;
    }
    paragraph(document, vec![code(short), plain(" is not a move here, and does not count. These are:")]);
    list(document, choices);
}

fn help(document: &mut Document, task: Task) {
    let how = match task {
        Task::Value => {
            "The Grundy value of a heap is the least number that no option has (the mex); that of several heaps is the nim-sum of theirs."
        }
        Task::Winner => "The first player wins exactly if the Grundy value is not 0.",
        Task::Move => "A move wins exactly if it leaves Grundy value 0.",
    };
    paragraph(document, vec![plain(how)]);
    let entries = [
        ("skip", "shows the answer, and goes on"),
        ("score", "how many were right"),
        ("quit", "leaves the quiz, as Ctrl-D does; Enter alone asks again"),
    ];
    listing(document, Role::Code, &entries);
}

fn over(document: &mut Document, score: &Score) {
    let praise = match (score.right, score.of) {
        (right, of) if right == of => "Every one! You could teach this.",
        (right, of) if 4 * right >= 3 * of => "Well done.",
        (right, of) if 2 * right >= of => "You are on the way.",
        _ => "A start. The way of it is in `tour`.",
    };
    document.blank();
    document.line(vec![verdict(format!("{} of {} right.", score.right, score.of)), plain(" "), plain(praise)]);
    if !score.wrong.is_empty() {
        document.line(vec![plain("Worth another look:")]);
        for position in &score.wrong {
            indented(document, 2, vec![code(format!("explain {}", sum(position).text))]);
        }
    }
    let next = format!("quiz {} {}", score.game, score.seed.saturating_add(1));
    document.line(written(&format!("`{next}` asks other questions.")));
}
