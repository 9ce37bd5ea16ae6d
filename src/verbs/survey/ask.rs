//! Begins a survey: checks the statement, and hands it to the host, which runs it.

use crate::error::Error;
use crate::lang::lower;
use crate::lang::session::{Reply, Request, Session};
use crate::lang::survey::Survey;
use crate::source::Span;
use crate::syntax::ast::SurveyStatement;

impl Session {
    pub(crate) fn survey(&mut self, written: &SurveyStatement, span: Span) -> Result<Reply, Error> {
        lower::survey(&mut self.names, written)?;
        let budget = self.solver.budget().clone();
        let names = self.names.beside(budget.meter().clone());
        let survey = Survey::new(names, budget, written.clone(), self.headings(written), span);
        Ok(Reply::request(Request::Survey(Box::new(survey))))
    }

    /// The heading of each column: its name, or else its expression as written. No two headings are equal.
    fn headings(&self, written: &SurveyStatement) -> Vec<String> {
        let mut headings: Vec<String> = Vec::new();
        for column in &written.columns {
            let heading = match &column.name {
                Some(name) => name.text.clone(),
                None => {
                    let words = self.names.text(column.expr.span).split_whitespace();
                    words.collect::<Vec<_>>().join(" ")
                }
            };
            let number = |n: usize| if n == 1 { heading.clone() } else { format!("{heading} ({n})") };
            let free = (1..).map(number).find(|heading| !headings.contains(heading));
            headings.extend(free);
        }
        headings
    }
}
