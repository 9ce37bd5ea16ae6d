//! Whole sessions, under small limits: every statement is answered or refused, the answer can be shown in every way, the same
//! question has the same answer again, and the session goes on. Nothing touches the outside: what a session asks of it,
//! such as `save`, `load` and `to`, is not done.
#![no_main]

#[path = "../../tests/common/played.rs"]
#[allow(dead_code)]
mod played;

use std::sync::Arc;

use grundy::render::document::Style;
use grundy::render::handout::{Filling, Form, Handout};
use grundy::render::{Painter, Theme, file, paint, report};
use grundy::session::dialogue::Dialogue;
use grundy::session::report::Report;
use grundy::session::{Request, Session};
use grundy::syntax::ast::{Statement, StatementKind, Verb};
use grundy_engine::solve::{Limits, Signal};
use libfuzzer_sys::fuzz_target;
use played::Played;

const MEMORY: u64 = 10_000_000;
/// How often a statement may ask whether to go on, each time after some milliseconds at most. Counted, so that an input
/// always does the same.
const PATIENCE: u64 = 500;
/// Statements of an input, and lines said to a dialogue.
const STATEMENTS: usize = 20;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).into_owned();
    // As much stack as the program has.
    std::thread::Builder::new().stack_size(1 << 28).spawn(move || Talk::new().goes(&text)).unwrap().join().unwrap();
});

struct Talk {
    signal: Arc<Signal>,
    played: Played,
    lines: Vec<String>,
}

impl Talk {
    fn new() -> Talk {
        let signal = Arc::new(Signal::patient(PATIENCE));
        let played = Played { session: Session::new(Limits { memory: MEMORY }, signal.clone()) };
        Talk { signal, played, lines: Vec::new() }
    }

    fn goes(&mut self, text: &str) {
        self.lines = text.lines().take(STATEMENTS).map(str::to_owned).collect();
        self.played.session.preview(text);
        for statement in self.played.session.read("<fuzz>", text).iter().take(STATEMENTS) {
            match statement {
                Ok(statement) => self.says(statement),
                Err(wrong) => self.is_no_fault_of_ours(&self.played.shown(Err(wrong.clone())).0),
            }
        }
        self.signal.renew(PATIENCE);
        assert_eq!(self.played.answer("print 40 + 2"), "42\n");
    }

    fn says(&mut self, statement: &Statement) {
        let (shown, request, told) = self.asked(statement);
        match request {
            Some(Request::Dialogue(dialogue)) => self.talks(*dialogue),
            Some(Request::Time(statement)) => _ = self.asked(&statement),
            _ => {}
        }
        if let Some(told) = &told {
            shown_in_every_way(told);
            if has_one_answer(statement) {
                let (again, _, retold) = self.asked(statement);
                assert!(retold.is_none() || again == shown, "{shown}\nbut then\n{again}");
            }
        }
    }

    /// What is shown, what is asked of the outside, and the report.
    fn asked(&mut self, statement: &Statement) -> (String, Option<Request>, Option<Report>) {
        self.signal.renew(PATIENCE);
        match self.played.session.run(statement) {
            Ok(reply) => {
                let told = reply.report.clone();
                let (shown, request) = self.played.shown(Ok(reply));
                (shown, request, told)
            }
            Err(wrong) => {
                let (shown, _) = self.played.shown(Err(wrong));
                self.is_no_fault_of_ours(&shown);
                (shown, None, None)
            }
        }
    }

    /// Says all lines of the input to a dialogue.
    fn talks(&mut self, mut dialogue: Dialogue) {
        for line in self.lines.clone() {
            self.signal.renew(PATIENCE);
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

fn shown_in_every_way(told: &Report) {
    for extension in ["bfile", "csv", "dot", "json", "jsonl", "md", "svg", "tex", "txt"] {
        if file::check(told, extension).is_ok() {
            file::write(told, extension, &mut std::io::sink()).unwrap();
        }
    }
    paint(&report::document(told, &Style { width: 30, ascii: true }), Painter::Terminal(Theme::Dark));
    let mut page = Handout::new("fuzz", Filling::Full, Form::Page);
    page.answer(told);
    page.page();
}

/// Questions that are answered by what is true, and not by how far a search came.
fn has_one_answer(statement: &Statement) -> bool {
    let StatementKind::Ask(ask) = &statement.kind else { return false };
    matches!(ask.verb, Verb::Winner | Verb::Grundy | Verb::Outcome | Verb::Moves | Verb::Options)
}
