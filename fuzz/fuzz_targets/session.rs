//! Fuzzes whole sessions under small limits: every statement is answered or refused, the answer can be shown in
//! every format, the same question has the same answer again, and the session goes on. Nothing touches the outside:
//! requests to the host, such as those of `save`, `load` and `to`, are not carried out.
#![no_main]

#[path = "../../tests/common/played.rs"]
#[allow(dead_code)]
mod played;

use std::sync::Arc;

use grundy::session::dialogue::Dialogue;
use grundy::session::report::Report;
use grundy::session::{self, Request};
use grundy::show::document::Style;
use grundy::show::handout::{Filling, Form, Handout};
use grundy::show::{Painter, Theme, file, paint};
use grundy::syntax::ast::{Statement, StatementKind};
use grundy_engine::CountingAllocator;
use grundy_engine::solve::{Limits, Signal};
use libfuzzer_sys::fuzz_target;
use played::Played;

/// The limit of memory holds for what this counts.
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

const MEMORY: u64 = 10_000_000;
/// How often a statement may ask whether to go on before it is stopped; at most some milliseconds lie between two
/// questions. Counted and not timed, so that an input always has the same result.
const MOST_CHECKS: u64 = 500;
/// The most statements that are run of an input, and the most lines that are given to a dialogue.
const STATEMENTS: usize = 20;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).into_owned();
    // As much stack as the program has.
    std::thread::Builder::new()
        .stack_size(1 << 28)
        .spawn(move || FuzzedSession::new().run(&text))
        .unwrap()
        .join()
        .unwrap();
});

/// One run of the fuzzer: a session, and the lines of the input, which are given to its dialogues.
struct FuzzedSession {
    signal: Arc<Signal>,
    played: Played,
    lines: Vec<String>,
}

impl FuzzedSession {
    fn new() -> FuzzedSession {
        let signal = Arc::new(Signal::stopping_after(MOST_CHECKS));
        let played = Played::of(session::new(Limits { memory: MEMORY }, signal.clone()));
        FuzzedSession { signal, played, lines: Vec::new() }
    }

    fn run(&mut self, text: &str) {
        self.lines = text.lines().take(STATEMENTS).map(str::to_owned).collect();
        session::preview(&mut self.played.session, text);
        for statement in self.played.session.read("<fuzz>", text).iter().take(STATEMENTS) {
            match statement {
                Ok(statement) => self.run_statement(statement),
                Err(wrong) => self.is_no_fault_of_ours(&self.played.shown(Err(wrong.clone())).0),
            }
        }
        self.signal.allow(MOST_CHECKS);
        assert_eq!(self.played.answer("print 40 + 2"), "42\n");
    }

    fn run_statement(&mut self, statement: &Statement) {
        let (shown, request, report) = self.answer(statement);
        match request {
            Some(Request::Dialogue(dialogue)) => self.run_dialogue(*dialogue),
            Some(Request::Time(statement)) => _ = self.answer(&statement),
            _ => {}
        }
        if let Some(report) = &report {
            shown_in_every_way(report);
            if has_one_answer(statement) {
                let (again, _, report_again) = self.answer(statement);
                assert!(report_again.is_none() || again == shown, "{shown}\nbut then\n{again}");
            }
        }
    }

    /// Runs a statement. The result is the text that is shown, the request to the host, and the report.
    fn answer(&mut self, statement: &Statement) -> (String, Option<Request>, Option<Report>) {
        self.signal.allow(MOST_CHECKS);
        match self.played.session.run(statement) {
            Ok(reply) => {
                let report = reply.report.clone();
                let (shown, request) = self.played.shown(Ok(reply));
                (shown, request, report)
            }
            Err(wrong) => {
                let (shown, _) = self.played.shown(Err(wrong));
                self.is_no_fault_of_ours(&shown);
                (shown, None, None)
            }
        }
    }

    /// Gives all lines of the input to a dialogue.
    fn run_dialogue(&mut self, mut dialogue: Dialogue) {
        for line in self.lines.clone() {
            self.signal.allow(MOST_CHECKS);
            let turn = self.played.session.step(&mut dialogue, &line);
            for said in turn.said {
                let (shown, _) = self.played.shown(said);
                self.is_no_fault_of_ours(&shown);
            }
            if turn.over {
                return;
            }
        }
    }

    fn is_no_fault_of_ours(&self, shown: &str) {
        assert!(!shown.contains("error[E0901]"), "{shown}");
    }
}

fn shown_in_every_way(report: &Report) {
    for extension in ["bfile", "csv", "dot", "json", "jsonl", "md", "svg", "tex", "txt"] {
        if file::check(report, extension).is_ok() {
            file::write(report, extension, &mut std::io::sink()).unwrap();
        }
    }
    paint(&report.document(), &Style { width: 30, ascii: true }, Painter::Terminal(Theme::Dark));
    let mut page = Handout::new("fuzz", Filling::Full, Form::Page);
    page.answer(report);
    page.page();
}

/// Is the answer to this statement a fact about the game, which does not depend on how far a search came?
fn has_one_answer(statement: &Statement) -> bool {
    let StatementKind::Expression(expr) = &statement.kind else { return false };
    let asked = expr.question().map_or("", |asked| asked.verb);
    matches!(asked, "winner" | "grundy" | "outcome" | "moves" | "options")
}
