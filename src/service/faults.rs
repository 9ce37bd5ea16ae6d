//! Faults of the program itself: they end what was asked, and neither the session nor the program.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::guard::Author;
use super::state::Service;
use crate::session;

/// A fault of the program. The text is for whoever mends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub String);

/// Does some work. A fault of the program ends the work, and nothing else.
///
/// # Errors
/// The fault. What it has left behind must not be used any more: [`Service::recover`].
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| Fault(words_of(&*panic)))
}

fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it stopped without a word").to_owned()
}

/// Where a service stands between two statements.
pub struct Standing {
    author: Author,
    scripts: usize,
    loads: u32,
    expects_failure: bool,
}

impl Service {
    pub fn standing(&self) -> Standing {
        let (author, scripts) = self.guard.place();
        Standing { author, scripts, loads: self.clock().loads(), expects_failure: self.expects_failure }
    }

    /// Goes on from there after a fault, with the same definitions. All that was computed is forgotten, since it may be wrong.
    pub fn recover(&mut self, standing: Standing) {
        let Standing { author, scripts, loads, expects_failure } = standing;
        self.guard.go_back(author, scripts);
        self.clock().go_back(loads);
        self.expects_failure = expects_failure;
        let anew = guarded(|| self.session.anew());
        let new = anew.unwrap_or_else(|_| session::new(self.limits(), self.clock().signal().clone()));
        let old = std::mem::replace(&mut self.session, new);
        self.session.set_limits(self.limits());
        // Even to drop what was left behind may fail.
        let _ = guarded(|| drop(old));
    }
}

#[cfg(test)]
mod tests {
    use grundy_engine::solve::Limits;

    use super::*;
    use crate::service::{Heard, Nobody, READ, make_faulty};

    #[test]
    fn a_fault_ends_a_statement_and_nothing_that_was_defined_is_lost() {
        let mut service = Service::new(Limits::default());
        make_faulty(&mut service);
        let mut run = |text: &str| {
            let mut said = Vec::new();
            let mut hear = |heard: Heard| match heard {
                Heard::Answer { report, .. } => said.push(crate::service::bundle(report, "", 1000).plain),
                Heard::Error { error, .. } => said.push(format!("{}: {error}", error.code())),
                _ => {}
            };
            service.run(text, Author::User, Limits::default(), &mut hear, &mut Nobody);
            said.join("")
        };
        run("game S = take <1,2,3>; let k = 5; let f(n) = 2 * n; print grundy S(10^5)");
        for text in ["history; print 1", &format!("print 1 {READ}")] {
            let said = run(text);
            assert!(said.starts_with("E0901") && said.contains("made for a test") && !said.contains("\n1"), "{said}");
            assert_eq!(run("print k, f(k), grundy S(k)"), "5 10 1\n");
        }
        let folder = tempfile::tempdir().unwrap();
        // Inside a file that is loaded, too.
        let file = folder.path().join("a.cgt");
        std::fs::write(&file, "let before = 1\nhistory\nlet behind = 2").unwrap();
        assert!(run(&format!("load \"{}\"", file.display())).contains("E0901"));
        assert_eq!(run("print before, k"), "1 5\n");
        assert!(run("print behind").starts_with("E0201"));
    }
}
