//! What is shown of a quiz, an exam and a worksheet.

use grundy_engine::nim::Outcome;

use crate::classroom;
use crate::classroom::exercises::data::{
    Answer, Exam, Graded, Marked, Question, QuizReport, Retry, Score, Setup, Sheet, Slip, Task, Worksheet,
};
use crate::classroom::exercises::on_paper::{exercise, on_paper};
use crate::classroom::exercises::words::{about, command, form, hint, method, points, reason, sentence};
use crate::classroom::play::data::{Choices, Refusal};
use crate::classroom::play::move_words::arrow;
use crate::classroom::play::words::{Letters, list, several};
use crate::show::document::{Block, Document, ExerciseSheet, Role, Worksheets};
use crate::show::language::known::Language;
use crate::show::phrase::{
    self, below_exercise, code, indented, muted, muted_words, paragraph, plain, sentences, short_line, step,
};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::show::told::{Tellable, Told, told};

impl Showable for QuizReport {
    fn kind(&self) -> &'static str {
        "quiz"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        match self {
            QuizReport::Sheet(sheet) => document.blocks.push(Block::Exercises(on_paper(sheet))),
            QuizReport::Question { question, opening } => ask(&mut document, question, opening.as_ref()),
            QuizReport::Graded(graded) => grade(&mut document, graded),
            QuizReport::Again(retry) => again(&mut document, retry),
            QuizReport::Hint { stage, question } => hint(&mut document, question, *stage),
            QuizReport::NoHint { exam } => no_hint(&mut document, *exam),
            QuizReport::Noted => document.line(muted_words(told!("Noted."))),
            QuizReport::Unread { line, question } => unread(&mut document, line, &question.task),
            QuizReport::Illegal { line, why, choices } => illegal(&mut document, line, why, choices.as_ref()),
            QuizReport::Help { question, exam } => help(&mut document, &question.task, *exam),
            QuizReport::Score(score) => {
                let so_far = told!("{right} of {asked} right so far", right = score.right, asked = score.asked);
                document.line(told!("{found}.", found = counted(so_far, score)));
            }
            QuizReport::Over(score) => over(&mut document, score),
            QuizReport::Left(score) => left(&mut document, score),
        }
        document
    }

    fn is_dialogue(&self) -> bool {
        true
    }
}

impl Showable for Exam {
    fn kind(&self) -> &'static str {
        "exam"
    }

    /// The marks of an exam.
    fn document(&self) -> Document {
        let mut document = Document::default();
        document.blank();
        let what = about(&self.setup, self.of);
        paragraph(&mut document, told!("{what}, drawn by `{code}`.", what, code = self.setup.statement()));
        for marked in &self.questions {
            mark(&mut document, marked);
        }
        document.blank();
        let percent = if self.most == 0 { 0.0 } else { 100.0 * self.points / f64::from(self.most) };
        paragraph(
            &mut document,
            told!(
                "**{points} of {most} points** ({percent} %), {right} of {all} right, in {time}.",
                points = points(self.points),
                most = self.most,
                percent = format!("{percent:.0}"),
                right = self.right,
                all = self.of,
                time = time(self.seconds)
            ),
        );
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        let headings = &["number", "task", "typed", "right", "mark", "points", "seconds"];
        Some(Rows::of(headings, &self.questions).in_part())
    }
}

fn ask(document: &mut Document, question: &Question, opening: Option<&Setup>) {
    if let Some(setup) = opening {
        let words = match setup.exam {
            true => told!(
                "There are no hints, and all marks come at the end. Type `skip` to leave a question out, `quit` to end."
            ),
            false => told!("Type `hint` for a hint, `skip` to see an answer, `help` for help, `quit` to leave."),
        };
        let again = told!("To get the same questions again, type `{code}`.", code = setup.statement());
        let line = sentences([told!("{what}.", what = about(setup, question.of)), words, again]);
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
    let found = match &graded.given {
        Answer::Move(Some(given)) if graded.right => {
            let step = arrow(Role::Good, given);
            match question.solution.of_any_value() {
                None => told!("{step} leaves a P-position.", step),
                Some(found) if found.outcome == Outcome::D => told!("{step} keeps the draw.", step),
                Some(_) => told!("{step} wins.", step),
            }
        }
        _ => sentence(question),
    };
    if graded.right {
        return paragraph(document, told!("**Right**: {found}", found).strong(Role::Good));
    }
    let found = match &graded.given {
        Answer::Skipped => found.capital(),
        _ => told!("**No**: {found}", found).strong(Role::Bad).into_line(),
    };
    let mut line = vec![found];
    line.extend(graded.slip.map(|slip| slip_text(slip).into_line()));
    line.push(reason(question));
    line.extend(command(&question.task).map(|code| told!("For more, type `{code}`.", code).into_line()));
    paragraph(document, sentences(line));
}

fn again(document: &mut Document, retry: &Retry) {
    let more = retry.slip.map_or_else(|| told!("Try again, or type `skip` to see the answer."), slip_text);
    paragraph(document, told!("**No**. {more}", more).strong(Role::Bad));
    hint(document, &retry.question, retry.stage);
}

fn slip_text(slip: Slip) -> Told {
    match slip {
        Slip::PlainSum => told!("You added the numbers as ordinary numbers; take their nim-sum ⊕."),
        Slip::Sizes => {
            told!("That is the nim-sum of the sizes. Use the heaps' Grundy values; only in Nim are they the sizes.")
        }
        Slip::Size => told!("That is the size of the heap, which is its value only in Nim."),
        Slip::XorOfOptions => {
            told!("That is the nim-sum of the options' values. You choose one option, so take the mex of their values.")
        }
        Slip::Member => told!("That number is in the set."),
        Slip::Gap => told!("That number is not in the set, but a smaller one is not either."),
    }
}

fn no_hint(document: &mut Document, exam: bool) {
    let line = match exam {
        true => told!("There are no hints in an exam."),
        false => told!("There is no further hint. Type `skip` to see the answer."),
    };
    paragraph(document, line);
}

fn unread(document: &mut Document, line: &str, task: &Task) {
    let (typed, form) = (code(short_line(line)), form(task));
    paragraph(document, told!("I don't understand {typed} as an answer. {form} This one did not count.", typed, form));
}

fn illegal(document: &mut Document, line: &str, why: &Refusal, choices: Option<&Choices>) {
    if let Refusal::Several(fitting) = why {
        return several(document, line, fitting);
    }
    let typed = code(short_line(line));
    let Some(choices) = choices else {
        return paragraph(document, told!("{typed} is not a legal move here, so it did not count.", typed));
    };
    paragraph(document, told!("{typed} is not a legal move here, so it did not count. The legal moves:", typed));
    list(document, choices, Letters::Hidden);
}

fn help(document: &mut Document, task: &Task, exam: bool) {
    if !exam {
        paragraph(document, method(task));
    }
    paragraph(document, form(task));
    classroom::help(document, if exam { "exam" } else { "quiz" });
}

/// How many right answers needed help, and how many points all answers have.
fn counted(right: Told, score: &Score) -> Told {
    let (points, most) = (points(score.points), score.most);
    match score.helped {
        0 => told!("{right}; {points} of {most} points", right, points, most),
        n => told!("{right}, {n} of them after help; {points} of {most} points", right, n, points, most),
    }
}

fn over(document: &mut Document, score: &Score) {
    let praise = match (score.right, score.of) {
        (right, of) if right == of && score.helped == 0 => told!("Every one! You could teach this."),
        (right, of) if 4 * right >= 3 * of => told!("Well done."),
        (right, of) if 2 * right >= of => told!("You are getting there."),
        _ => told!("A start. Type `tour` to learn the method."),
    };
    document.blank();
    let right = told!("**{right} of {all} right**", right = score.right, all = score.of);
    paragraph(document, told!("{found}. {praise}", found = counted(right, score), praise));
    let mut commands: Vec<String> = score.wrong.iter().filter_map(command).collect();
    commands.dedup();
    if !commands.is_empty() {
        document.line(told!("Worth another look:"));
        commands.iter().for_each(|command| indented(document, 2, vec![code(command)]));
    }
    let next = Setup { seed: score.setup.seed.saturating_add(1), ..score.setup.clone() };
    paragraph(document, told!("For other questions, type `{code}`.", code = next.statement()));
}

fn left(document: &mut Document, score: &Score) {
    let mut line = vec![muted_words(told!("You have left the quiz."))];
    if score.asked > 0 {
        let right = told!("{right} of {all} right", right = score.right, all = score.asked);
        line.push(told!("{found}.", found = counted(right, score)).into_line());
    }
    paragraph(document, sentences(line));
}

fn mark(document: &mut Document, marked: &Marked) {
    let question = &marked.question;
    let exercise = exercise(question);
    let mark = plain(format!("{}/{}  ", points(marked.mark), question.points));
    step(document, question.number, [vec![mark], exercise.text.clone()].concat());
    below_exercise(document, &exercise);
    let typed = match &marked.typed {
        Some(typed) => told!("Answer: {typed}.", typed = code(short_line(typed))),
        None => told!("No answer."),
    };
    let mut line = vec![typed.into_line()];
    match marked.right {
        true => line.push(told!("**Right.**").strong(Role::Good).into_line()),
        false => {
            line.push(told!("**Wrong**: {found}", found = sentence(question)).strong(Role::Bad).into_line());
            line.push(reason(question));
        }
    }
    indented(document, 5, sentences(line));
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
        let sheets = self.sheets.iter().map(|sheet| exercises(self, sheet)).collect();
        let (game, made_by) = (self.setup.game.clone(), made_by(self));
        let worksheets = Worksheets { game, sheets, made_by, language: Language::ENGLISH };
        Document { blocks: vec![Block::Worksheets(worksheets)] }
    }

    fn on_page(&self) -> Document {
        on_page(self)
    }
}

/// The sheets as parts of a page.
fn on_page(report: &Worksheet) -> Document {
    Document { blocks: report.sheets.iter().map(|sheet| Block::Exercises(on_paper(sheet))).collect() }
}

fn exercises(report: &Worksheet, sheet: &Sheet) -> ExerciseSheet {
    ExerciseSheet {
        number: Some(sheet.number),
        subject: about(&report.setup, sheet.questions.len()).into_line(),
        rule: report.rule.clone(),
        exercises: sheet.questions.iter().map(exercise).collect(),
        language: Language::ENGLISH,
    }
}

/// The statement that makes the same sheets again.
fn made_by(report: &Worksheet) -> String {
    let setup = &report.setup;
    let level = setup.level.map(|level| format!(" {level}")).unwrap_or_default();
    let sheets = report.sheets.len();
    format!("worksheet {}{level} {} questions for {sheets} sheets seed {}", setup.game, setup.wanted, setup.seed)
}
