//! The words of answers about positions that are played at once.

use std::sync::Arc;

use grundy_engine::game::Sum;
use grundy_engine::nim::{Nimber, Outcome};
use grundy_engine::solve::{Ends, Length, MovesIn};

use crate::show::document::{Document, Line, Role};
use crate::show::phrase::{counted, exact_sum, muted, name, paragraph, piece, plain, thousands, verdict};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::verbs::compound::{
    CompoundMoveList, CompoundPosition, CompoundReport, DecidedBy, LengthReport, MadeAtOnce, PlayedComponent,
};
use crate::verbs::position::moves::{rest, summary};

impl Showable for LengthReport {
    fn kind(&self) -> &'static str {
        match self.length {
            Length::Remoteness => "remoteness",
            Length::Suspense => "suspense",
        }
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let (word, how) = match self.length {
            Length::Remoteness => ("Remoteness", "the winner hurries and the loser delays"),
            Length::Suspense => ("Suspense", "the winner delays and the loser hurries"),
        };
        let who = match self.outcome {
            Outcome::N => "wins",
            Outcome::P | Outcome::D => "loses",
        };
        let play = if self.misere { "in misère play " } else { "" };
        let text = format!(
            ": {play}the player to move {who}, after {} if {how}.",
            counted(self.moves.into(), "move", "moves")
        );
        document.line(vec![verdict(format!("{word} {}", self.moves)), plain(text)]);
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["position", "misere", "moves", "outcome"], std::slice::from_ref(self)))
    }
}

impl Showable for CompoundMoveList {
    fn kind(&self) -> &'static str {
        "compound_moves"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let (total, winning) = (self.total.into(), self.winning.into());
        document.line(vec![verdict(match self.are_options && total > 0 {
            true => format!("{}:", counted(total, "option", "options")),
            false => summary(total, winning, self.misere),
        })]);
        let line = |made: &MadeAtOnce| {
            let mark = if made.wins { piece(Role::Good, "wins ") } else { muted("loses") };
            [vec![plain("  "), mark, plain("  ")], changes(self.positions.iter(), &made.left)].concat()
        };
        let mut lines: Vec<Line> = self.moves.iter().map(line).collect();
        lines.extend(rest(total, self.moves.len()));
        document.drawing(lines);
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["move", "wins"], &self.moves))
    }
}

/// In which positions a move is made, and when the game is over.
pub(crate) fn how_played(compound: &CompoundPosition) -> String {
    let until = match compound.rule.ends {
        Ends::Short => ", until one is over",
        _ => ", until all are over",
    };
    match (compound.rule.moves_in, compound.rule.ends) {
        (MovesIn::All, Ends::Long) => "A move is made in each position that is not over, until all are.".to_owned(),
        (MovesIn::All, _) => "A move is made in each of them, until one is over.".to_owned(),
        (MovesIn::Some, _) => format!("A move is made in one or more of them{until}."),
        (MovesIn::Exactly(count), Ends::Unmovable) => {
            format!("A move is made in exactly {count} of them, as long as so many are not over.")
        }
        (MovesIn::Exactly(count), Ends::Long) => {
            format!("A move is made in exactly {count} of them, or in all if fewer are not over{until}.")
        }
        (MovesIn::Exactly(count), Ends::Short) => format!("A move is made in exactly {count} of them{until}."),
    }
}

/// `Nim(3) → Nim(1), Nim(4) → Nim(0)`
pub(crate) fn changes<'p>(positions: impl Iterator<Item = &'p Sum>, left: &[Option<Arc<Sum>>]) -> Line {
    let mut line = Vec::new();
    for (from, to) in positions.zip(left).filter_map(|(from, to)| Some((from, to.as_ref()?))) {
        if !line.is_empty() {
            line.push(plain(", "));
        }
        let [from, to] = [from, to].map(|sum| name(exact_sum(sum)));
        line.extend([from, plain(" "), piece(Role::Good, "→"), plain(" "), to]);
    }
    line
}

impl Showable for CompoundReport {
    fn kind(&self) -> &'static str {
        "compound"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let who = match (self.outcome, self.starts) {
            (Outcome::D, _) => "Draw",
            (Outcome::N, None) => "First player wins",
            (Outcome::P, None) => "Second player wins",
            (outcome, Some(starts)) if (outcome == Outcome::N) == (starts == 1) => "Player 1 wins",
            _ => "Player 2 wins",
        };
        let starts = self.starts.map_or(String::new(), |starts| format!(", and player {starts} starts"));
        let play = if self.misere { " in misère play" } else { "" };
        document.line(vec![verdict(who), plain(format!("{play}: {}{starts}.", self.reason()))]);
        if let Some(line) = self.lengths() {
            document.line(line);
        }
        if let Some(left) = &self.winning {
            document.line(self.made(left));
        }
        if self.is_explained {
            paragraph(&mut document, vec![plain(self.theorem())]);
        }
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["position", "moves", "outcome"], &self.components).in_part())
    }
}

impl CompoundReport {
    pub(crate) fn reason(&self) -> String {
        let moves = self.components.iter().filter_map(|component| component.moves);
        let parity = |moves: u32| if moves.is_multiple_of(2) { "even" } else { "odd" };
        let alone = |outcome: Outcome| {
            let found = self.components.iter().filter(|component| component.outcome == Some(outcome));
            found.map(|component| component.position.to_string()).collect::<Vec<_>>()
        };
        match self.decided_by {
            DecidedBy::Remoteness => {
                let least = moves.min().unwrap_or(0);
                format!("the game is over when one of them is, and the least remoteness, {least}, is {}", parity(least))
            }
            DecidedBy::Suspense => {
                let most = moves.max().unwrap_or(0);
                format!("the game is over when all of them are, and the largest suspense, {most}, is {}", parity(most))
            }
            DecidedBy::Outcomes => {
                let (before, play) =
                    if self.misere { ("two or more of them are not over, and ", " in normal play") } else { ("", "") };
                match &alone(Outcome::N)[..] {
                    [] => format!("{before}each of them is lost{play}"),
                    [one] => format!("{before}{one} is won{play}"),
                    [won @ .., last] => format!("{before}{} and {last} are won{play}", won.join(", ")),
                }
            }
            DecidedBy::Last => match (&alone(Outcome::N)[..], &alone(Outcome::P)[..]) {
                ([one], _) => format!("only {one} is not over, and it is won"),
                (_, [one]) => format!("only {one} is not over, and it is lost"),
                _ => "all of them are over, and the other player made the last move".to_owned(),
            },
            DecidedBy::Foreclosed => self.foreclosed(),
            DecidedBy::Search => match self.outcome {
                Outcome::N => "found by search: there is a move after which the other player loses".to_owned(),
                Outcome::P => "found by search: every move has an answer that wins".to_owned(),
                Outcome::D => "found by search: no move wins, and one is not answered by a win".to_owned(),
            },
        }
    }

    /// How foreclosed values decide.
    fn foreclosed(&self) -> String {
        let ended = |moves| {
            let found = self.components.iter().filter(move |component| component.moves == Some(moves));
            found.map(|component| component.position.to_string()).collect::<Vec<_>>()
        };
        if let [over, ..] = &ended(0)[..] {
            return format!("{over} is over, and with it the game");
        }
        if let [one, ..] = &ended(1)[..] {
            return format!("a move ends {one}, and with it the game");
        }
        let values: Vec<Nimber> = self.components.iter().filter_map(|component| component.value).collect();
        let total: Nimber = values.iter().copied().collect();
        let is_null = if total.is_zero() { "is 0" } else { "is not 0" };
        format!("the nim-sum of the foreclosed values, {total}, {is_null}")
    }

    /// Why what decides does so.
    pub(crate) fn theorem(&self) -> &'static str {
        match self.decided_by {
            DecidedBy::Remoteness => {
                "A move is made in every position, so each one goes on by itself, until the first is over. Who wins there \
                 hurries, and the other player delays: the position is over after as many moves as its remoteness says. \
                 The least one decides: who makes the last move there makes it everywhere (Smith, 1966)."
            }
            DecidedBy::Suspense => {
                "A move is made in every position that is not over, so each one goes on by itself, and the last one \
                 decides. Who wins there delays, and the other player hurries: the position is over after as many moves as \
                 its suspense says. The largest one decides (Smith, 1966)."
            }
            DecidedBy::Outcomes if self.misere => {
                "A move is made in as many positions as the player wishes. While two or more are not over, misère play is \
                 like normal play: a player who can move wins exactly if one of the positions is won in normal play \
                 (Winning Ways, chapter 9)."
            }
            DecidedBy::Outcomes => {
                "A move is made in as many positions as the player wishes. Who can win some of them makes a winning move \
                 in each of these at once. If all are lost, every move leaves one that is won (Smith, 1966)."
            }
            DecidedBy::Last => "The others are over, so it is played as if it were alone.",
            DecidedBy::Foreclosed if self.misere => {
                "A move is made in one position, and who ends one loses. Without the moves that end one, play is that of a \
                 sum: the foreclosed value of a position is the mex of those of its other options (On Numbers and Games, \
                 chapter 14)."
            }
            DecidedBy::Foreclosed => {
                "A move is made in one position, and who ends one wins. So nobody leaves a position that the other player \
                 can end. Without such moves, play is that of a sum: the foreclosed value of a position is the mex of those \
                 of its other options (On Numbers and Games, chapter 14)."
            }
            DecidedBy::Search => "All moves were tried.",
        }
    }

    /// `Remoteness: Nim(3) 1, Nim(4) 1.`, where it is known of each
    pub(crate) fn lengths(&self) -> Option<Line> {
        let name = match self.decided_by {
            DecidedBy::Remoteness => "Remoteness",
            DecidedBy::Suspense => "Suspense",
            DecidedBy::Foreclosed if self.components.iter().all(|component| component.value.is_some()) => {
                "Foreclosed values"
            }
            _ => return None,
        };
        let one = |component: &PlayedComponent| match component.value {
            Some(value) => format!("{} {value}", component.position),
            None => format!("{} {}", component.position, thousands(u128::from(component.moves.unwrap_or(0)))),
        };
        let all: Vec<String> = self.components.iter().map(one).collect();
        Some(vec![muted(format!("{name}: {}.", all.join(", ")))])
    }

    fn made(&self, left: &[Option<Arc<Sum>>]) -> Line {
        let title = if self.outcome == Outcome::D { "Move that keeps the draw: " } else { "Winning move: " };
        let positions = self.components.iter().map(|component| &component.position);
        [vec![plain(title)], changes(positions, left), vec![plain(".")]].concat()
    }
}
