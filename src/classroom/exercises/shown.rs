//! What is shown of a quiz, an exam and a worksheet.

use grundy_engine::nim::Outcome;

use crate::classroom;
use crate::classroom::exercises::data::{
    Answer, Exam, Graded, Marked, Question, QuizReport, Retry, Score, Setup, Sheet, Slip, Task, Worksheet,
};
use crate::classroom::exercises::on_paper::{exercise, on_paper};
use crate::classroom::exercises::words::{about, command, form, hint, method, points, reason, sentence};
use crate::classroom::play::data::{Choices, Refusal};
use crate::classroom::play::words::{Letters, arrow, list, several};
use crate::show::document::{Block, Document, ExerciseSheet, Line, Role, Worksheets};
use crate::show::language::known::Language;
use crate::show::phrase::{
    self, below_exercise, capital, code, indented, muted, paragraph, piece, plain, short_line, step, verdict, with_code,
};
use crate::show::report::Showable;
use crate::show::rows::Rows;

impl Showable for QuizReport {
    fn kind(&self) -> &'static str {
        "quiz"
    }

    fn document(&self) -> Document {
        quiz(self)
    }

    fn is_dialogue(&self) -> bool {
        true
    }
}

impl Showable for Exam {
    fn kind(&self) -> &'static str {
        "exam"
    }

    fn document(&self) -> Document {
        exam(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        let headings = &["number", "task", "typed", "right", "mark", "points", "seconds"];
        Some(Rows::of(headings, &self.questions).in_part())
    }
}

fn quiz(report: &QuizReport) -> Document {
    let mut document = Document::default();
    match report {
        QuizReport::Sheet(sheet) => document.blocks.push(Block::Exercises(on_paper(sheet))),
        QuizReport::Question { question, opening } => ask(&mut document, question, opening.as_ref()),
        QuizReport::Graded(graded) => grade(&mut document, graded),
        QuizReport::Again(retry) => again(&mut document, retry),
        QuizReport::Hint { stage, question } => hint(&mut document, question, *stage),
        QuizReport::NoHint { exam } => no_hint(&mut document, *exam),
        QuizReport::Noted => document.line(vec![muted("Noted.")]),
        QuizReport::Unread { line, question } => unread(&mut document, line, &question.task),
        QuizReport::Illegal { line, why, choices } => illegal(&mut document, line, why, choices.as_ref()),
        QuizReport::Help { question, exam } => help(&mut document, &question.task, *exam),
        QuizReport::Score(score) => {
            document.line(vec![plain(format!("{} of {} right so far{}.", score.right, score.asked, counted(score)))])
        }
        QuizReport::Over(score) => over(&mut document, score),
        QuizReport::Left(score) => left(&mut document, score),
    }
    document
}

fn ask(document: &mut Document, question: &Question, opening: Option<&Setup>) {
    if let Some(setup) = opening {
        let mut line = [about(setup, question.of), vec![plain(". ")]].concat();
        let words = match setup.exam {
            true => {
                "There are no hints, and all marks come at the end. Type `skip` to leave a question out, `quit` to end. "
            }
            false => "Type `hint` for a hint, `skip` to see an answer, `help` for help, `quit` to leave. ",
        };
        line.extend(with_code(words));
        line.extend(with_code(&format!("To get the same questions again, type `{}`.", setup.statement())));
        paragraph(document, line);
        below(document, &setup.graphs);
    }
    document.blank();
    let number = vec![muted(format!("{}/{} ", question.number, question.of))];
    phrase::exercise(document, &exercise(question), number);
}

/// Adds the graphs that the game is played on.
fn below(document: &mut Document, graphs: &str) {
    graphs.lines().for_each(|line| document.line(vec![muted(format!("  {line}"))]));
}

fn grade(document: &mut Document, graded: &Graded) {
    let question = &graded.question;
    let mut line = match (&graded.given, graded.right) {
        (Answer::Move(Some(given)), true) => {
            let given = arrow(Role::Good, given);
            let what = match question.solution.of_any_value() {
                None => " leaves a P-position.",
                Some(found) if found.outcome == Outcome::D => " keeps the draw.",
                Some(_) => " wins.",
            };
            vec![piece(Role::Good, "Right"), plain(": "), given, plain(what)]
        }
        (_, true) => [vec![piece(Role::Good, "Right"), plain(": ")], sentence(question)].concat(),
        (Answer::Skipped, false) => capitalized(sentence(question)),
        (_, false) => [vec![piece(Role::Bad, "No"), plain(": ")], sentence(question)].concat(),
    };
    if graded.right {
        return paragraph(document, line);
    }
    if let Some(slip) = graded.slip {
        line.push(plain(format!(" {}", slip_text(slip))));
    }
    line.push(plain(" "));
    line.extend(reason(question));
    if let Some(command) = command(&question.task) {
        line.extend(with_code(&format!(" For more, type `{command}`.")));
    }
    paragraph(document, line);
}

fn capitalized(mut line: Line) -> Line {
    if let Some(first) = line.first_mut().filter(|first| first.role == Role::Plain) {
        first.text = capital(&first.text);
    }
    line
}

fn again(document: &mut Document, retry: &Retry) {
    let mut line = vec![piece(Role::Bad, "No"), plain(". ")];
    match retry.slip {
        Some(slip) => line.push(plain(slip_text(slip))),
        None => line.extend(with_code("Try again, or type `skip` to see the answer.")),
    }
    paragraph(document, line);
    hint(document, &retry.question, retry.stage);
}

fn slip_text(slip: Slip) -> &'static str {
    match slip {
        Slip::PlainSum => "You added the numbers as ordinary numbers; take their nim-sum ⊕.",
        Slip::Sizes => {
            "That is the nim-sum of the sizes. Use the heaps' Grundy values; only in Nim are they the sizes."
        }
        Slip::Size => "That is the size of the heap, which is its value only in Nim.",
        Slip::XorOfOptions => {
            "That is the nim-sum of the options' values. You choose one option, so take the mex of their values."
        }
        Slip::Member => "That number is in the set.",
        Slip::Gap => "That number is not in the set, but a smaller one is not either.",
    }
}

fn no_hint(document: &mut Document, exam: bool) {
    let line = if exam {
        "There are no hints in an exam."
    } else {
        "There is no further hint. Type `skip` to see the answer."
    };
    paragraph(document, with_code(line));
}

fn unread(document: &mut Document, line: &str, task: &Task) {
    let refusal = vec![plain("I don't understand "), code(short_line(line)), plain(" as an answer. ")];
    paragraph(document, [refusal, with_code(form(task)), vec![plain(" This one did not count.")]].concat());
}

fn illegal(document: &mut Document, line: &str, why: &Refusal, choices: Option<&Choices>) {
    if let Refusal::Several(fitting) = why {
        return several(document, line, fitting);
    }
    let typed = code(short_line(line));
    let Some(choices) = choices else {
        return paragraph(document, vec![typed, plain(" is not a legal move here, so it did not count.")]);
    };
    paragraph(document, vec![typed, plain(" is not a legal move here, so it did not count. The legal moves:")]);
    list(document, choices, Letters::Hidden);
}

fn help(document: &mut Document, task: &Task, exam: bool) {
    if !exam {
        paragraph(document, vec![plain(method(task))]);
    }
    paragraph(document, with_code(form(task)));
    classroom::help(document, if exam { "exam" } else { "quiz" });
}

/// How many right answers needed help, and how many points all answers have.
fn counted(score: &Score) -> String {
    let helped = match score.helped {
        0 => String::new(),
        helped => format!(", {helped} of them after help"),
    };
    format!("{helped}; {} of {} points", points(score.points), score.most)
}

fn over(document: &mut Document, score: &Score) {
    let praise = match (score.right, score.of) {
        (right, of) if right == of && score.helped == 0 => "Every one! You could teach this.",
        (right, of) if 4 * right >= 3 * of => "Well done.",
        (right, of) if 2 * right >= of => "You are getting there.",
        _ => "A start. Type `tour` to learn the method.",
    };
    document.blank();
    let mark = verdict(format!("{} of {} right", score.right, score.of));
    paragraph(document, [vec![mark, plain(format!("{}. ", counted(score)))], with_code(praise)].concat());
    let mut commands: Vec<String> = score.wrong.iter().filter_map(command).collect();
    commands.dedup();
    if !commands.is_empty() {
        document.line(vec![plain("Worth another look:")]);
        commands.iter().for_each(|command| indented(document, 2, vec![code(command)]));
    }
    let next = Setup { seed: score.setup.seed.saturating_add(1), ..score.setup.clone() };
    paragraph(document, with_code(&format!("For other questions, type `{}`.", next.statement())));
}

fn left(document: &mut Document, score: &Score) {
    let mark = match score.asked {
        0 => String::new(),
        asked => format!(" {} of {asked} right{}.", score.right, counted(score)),
    };
    paragraph(document, vec![muted("You have left the quiz."), plain(mark)]);
}

/// The marks of an exam.
fn exam(exam: &Exam) -> Document {
    let mut document = Document::default();
    document.blank();
    let made = with_code(&format!(", drawn by `{}`.", exam.setup.statement()));
    paragraph(&mut document, [about(&exam.setup, exam.of), made].concat());
    for marked in &exam.questions {
        mark(&mut document, marked);
    }
    document.blank();
    let percent = if exam.most == 0 { 0.0 } else { 100.0 * exam.points / f64::from(exam.most) };
    let sum = verdict(format!("{} of {} points", points(exam.points), exam.most));
    let rest = format!(" ({percent:.0} %), {} of {} right, in {}.", exam.right, exam.of, time(exam.seconds));
    paragraph(&mut document, vec![sum, plain(rest)]);
    document
}

fn mark(document: &mut Document, marked: &Marked) {
    let question = &marked.question;
    let exercise = exercise(question);
    let mark = plain(format!("{}/{}  ", points(marked.mark), question.points));
    step(document, question.number, [vec![mark], exercise.text.clone()].concat());
    below_exercise(document, &exercise);
    let mut line = match &marked.typed {
        Some(typed) => vec![plain("Answer: "), code(short_line(typed)), plain(". ")],
        None => vec![plain("No answer. ")],
    };
    if marked.right {
        line.push(piece(Role::Good, "Right."));
    } else {
        line.extend([piece(Role::Bad, "Wrong"), plain(": ")]);
        line.extend([sentence(question), vec![plain(" ")], reason(question)].concat());
    }
    indented(document, 5, line);
}

/// `45 s`, `12 min 5 s`
pub fn time(seconds: f64) -> String {
    let whole = seconds.round();
    let minutes = (whole / 60.0).floor();
    if minutes < 1.0 { format!("{whole} s") } else { format!("{minutes} min {} s", whole - 60.0 * minutes) }
}

impl Showable for Worksheet {
    fn kind(&self) -> &'static str {
        "worksheet"
    }

    fn document(&self) -> Document {
        worksheet(self)
    }

    fn on_page(&self) -> Document {
        on_page(self)
    }
}

fn worksheet(report: &Worksheet) -> Document {
    let sheets = report.sheets.iter().map(|sheet| exercises(report, sheet)).collect();
    let (game, made_by) = (report.setup.game.clone(), made_by(report));
    let worksheets = Worksheets { game, sheets, made_by, language: Language::English };
    Document { blocks: vec![Block::Worksheets(worksheets)] }
}

/// The sheets as parts of a page.
fn on_page(report: &Worksheet) -> Document {
    Document { blocks: report.sheets.iter().map(|sheet| Block::Exercises(on_paper(sheet))).collect() }
}

fn exercises(report: &Worksheet, sheet: &Sheet) -> ExerciseSheet {
    ExerciseSheet {
        number: Some(sheet.number),
        subject: about(&report.setup, sheet.questions.len()),
        rule: report.rule.clone(),
        exercises: sheet.questions.iter().map(exercise).collect(),
        language: Language::English,
    }
}

/// The statement that makes the same sheets again.
fn made_by(report: &Worksheet) -> String {
    let setup = &report.setup;
    let level = setup.level.map(|level| format!(" {level}")).unwrap_or_default();
    let sheets = report.sheets.len();
    format!("worksheet {}{level} {} questions for {sheets} sheets seed {}", setup.game, setup.wanted, setup.seed)
}
