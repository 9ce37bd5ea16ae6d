//! Compiles a rule clause by clause: its steps, what their variables run through, and the option.

use std::sync::Arc;

use super::{Compiler, board_op, chosen, numbers_in, numbers_of, rows_in, sorted};
use crate::code::flat::Kind;
use crate::code::form::{BoardOp, ClauseCode, Code, LoopSource, OptionCode, RuleCode, StepCode};
use crate::game::{self, Binding, Builtin, Expr, GameRef, Likeness, Operator, Ruleset, Set, Shape, Term};

impl Compiler<'_> {
    pub fn rule(&mut self, rule: &game::Rule) -> Option<RuleCode> {
        // Compiled code knows no moves that bind.
        if rule.clauses.iter().any(|clause| clause.binding != Binding::Free) {
            return None;
        }
        let over = match &rule.over {
            Some(over) => Some(self.truth(over)?),
            None => None,
        };
        let mut clauses = Vec::new();
        for clause in &rule.clauses {
            match clause.steps.split_last() {
                Some((game::Step::For { slot, source }, steps)) if matches!(source.term, Term::Ways(..)) => {
                    let steps = self.steps(steps)?;
                    clauses.extend(self.splits(&steps, source, *slot, &clause.option)?);
                }
                _ => {
                    let steps = self.steps(&clause.steps)?;
                    let option = self.option(&clause.option)?;
                    clauses.push(ClauseCode::new(steps, option));
                }
            }
        }
        Some(RuleCode { arity: rule.arity, slots: self.slots, constants: self.constants[..].into(), over, clauses })
    }

    /// The clauses for an option that leaves the rest of a heap in up to two heaps, one clause for each number of
    /// heaps.
    fn splits(&mut self, steps: &[StepCode], source: &Expr, slot: usize, option: &Expr) -> Option<Vec<ClauseCode>> {
        let (Term::Ways(rest, shape), Term::Heaps(game, heaps)) = (&source.term, &option.term) else { return None };
        if heaps.term != Term::Slot(slot) {
            return None;
        }
        let Shape { least, most: Some(most @ 0..=2), likeness } = *shape else { return None };
        let rest = self.number(rest)?;
        let mut clauses = Vec::new();
        for heaps in least..=most {
            let mut steps = steps.to_vec();
            let test =
                |operator, n| StepCode::Test(Code::Binary(operator, Box::new([rest.clone(), Code::Constant(n)])));
            let option = match heaps {
                0 => {
                    steps.push(test(Operator::Equal, 0));
                    OptionCode::Plus(Vec::new())
                }
                1 => {
                    steps.push(test(Operator::GreaterOrEqual, 1));
                    self.position(game, vec![rest.clone()])?
                }
                _ => self.two_heaps(&mut steps, game, &rest, likeness)?,
            };
            clauses.push(ClauseCode::new(steps, option));
        }
        Some(clauses)
    }

    fn two_heaps(
        &mut self,
        steps: &mut Vec<StepCode>,
        game: &GameRef,
        rest: &Code,
        likeness: Likeness,
    ) -> Option<OptionCode> {
        let binary = |operator, a: &Code, b: &Code| Code::Binary(operator, Box::new([a.clone(), b.clone()]));
        let half = |whole: &Code| binary(Operator::Divide, whole, &Code::Constant(2));
        let slot = self.slot(Kind::Number);
        let part = Code::Slot(slot);
        let (start, end) = match likeness {
            Likeness::Any => (Code::Constant(1), half(rest)),
            Likeness::Unequal | Likeness::NotAllEqual => {
                (Code::Constant(1), half(&binary(Operator::Subtract, rest, &Code::Constant(1))))
            }
            Likeness::Equal => {
                let odd = binary(Operator::Remainder, rest, &Code::Constant(2));
                steps.push(StepCode::Test(binary(Operator::Equal, &odd, &Code::Constant(0))));
                (Code::Apply(Builtin::Max, vec![Code::Constant(1), half(rest)]), half(rest))
            }
        };
        steps.push(self.run_through(slot, LoopSource::Range { start, end, step: Code::Constant(1) }));
        let other = binary(Operator::Subtract, rest, &part);
        Some(OptionCode::Plus(vec![self.position(game, vec![part])?, self.position(game, vec![other])?]))
    }

    pub fn position(&mut self, game: &GameRef, coordinates: Vec<Code>) -> Option<OptionCode> {
        if let GameRef::Known(game) = game
            && let Ruleset::Heap(rules) = &game.ruleset
        {
            return Some(OptionCode::Heap(rules.clone(), coordinates.into_iter().next()?));
        }
        let (memo, rule) = self.rule_of(game)?;
        Some(OptionCode::Written { memo, rule, coordinates })
    }

    /// The number of the memo of a game's system, or `None` for the system being compiled, and the index of its rule.
    /// `None` altogether if the game is a heap game, is computed by an expression, or has coordinates below 0.
    pub fn rule_of(&mut self, game: &GameRef) -> Option<(Option<usize>, usize)> {
        match game {
            GameRef::Local(rule) => self.rules.get(*rule)?.signed.is_empty().then_some((None, *rule)),
            GameRef::Known(game) => match &game.ruleset {
                Ruleset::Heap(_) | Ruleset::Compound(_) | Ruleset::Own(_) => None,
                Ruleset::Written(system, rule) if !system.rules[*rule].signed.is_empty() => None,
                Ruleset::Written(system, rule) => Some((Some((self.memo_of)(system)), *rule)),
            },
            GameRef::Value(_) => None,
        }
    }

    fn option(&mut self, option: &Expr) -> Option<OptionCode> {
        self.count_term()?;
        Some(match &option.term {
            Term::Position(game, coordinates) => self.position_option(game, coordinates)?,
            Term::Star(size) => OptionCode::Star(self.number(size)?),
            Term::Binary(Operator::Add, a, b) => OptionCode::Plus(vec![self.option(a)?, self.option(b)?]),
            Term::Binary(Operator::Multiply, copies, position) => {
                OptionCode::Copies(self.number(copies)?, Box::new(self.option(position)?))
            }
            Term::If(condition, then, otherwise) => {
                let condition = match &condition.term {
                    Term::Admitted(rule, coordinates) => self.admitted(*rule, coordinates)?,
                    _ => Some(self.truth(condition)?),
                };
                let Some(condition) = condition else { return self.option(then) };
                OptionCode::If(condition, Box::new([self.option(then)?, self.option(otherwise)?]))
            }
            Term::Sum(list) => match &list.term {
                Term::ListOf(steps, body) => {
                    let steps = self.steps(steps)?;
                    OptionCode::Each(steps, Box::new(self.option(body)?))
                }
                Term::List(members) => {
                    OptionCode::Plus(members.iter().map(|member| self.option(member)).collect::<Option<_>>()?)
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    pub fn steps(&mut self, steps: &[game::Step]) -> Option<Vec<StepCode>> {
        let mut compiled = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            match step {
                game::Step::Test(condition) => compiled.push(StepCode::Test(self.truth(condition)?)),
                game::Step::Unpack { slot, count, .. } => {
                    let whole = slot + self.shift;
                    if self.kind_of(whole) != Kind::Couple || *count != 2 {
                        return None;
                    }
                    for (slot, half) in
                        [(whole + 1, BoardOp::First as fn(Code) -> BoardOp), (whole + 2, BoardOp::Second)]
                    {
                        self.bind(slot, Kind::Number);
                        compiled.push(self.run_through(slot, LoopSource::One(board_op(half(Code::Slot(whole))))));
                    }
                }
                game::Step::For { slot, source } => {
                    let comes_apart = matches!(steps.get(index + 1), Some(game::Step::Unpack { .. }));
                    let couples = if comes_apart { self.couples_source(source) } else { None };
                    let (source, kind) = match couples {
                        Some(couples) => (couples, Kind::Couple),
                        None => self.source(source)?,
                    };
                    self.bind(slot + self.shift, kind);
                    compiled.push(self.run_through(slot + self.shift, source));
                }
            }
        }
        Some(Self::with_divisors(compiled))
    }

    pub fn run_through(&self, slot: usize, source: LoopSource) -> StepCode {
        StepCode::For { slot, source, ticker: self.ticker.clone() }
    }

    /// What a variable runs through, and the kind of the variable.
    fn source(&mut self, source: &Expr) -> Option<(LoopSource, Kind)> {
        let found = self.number_source(source).map(|found| (found, Kind::Number));
        found.or_else(|| self.board_source(source))
    }

    fn number_source(&mut self, source: &Expr) -> Option<LoopSource> {
        match &source.term {
            Term::Range { start, end: Some(end), step } => {
                let step = match step {
                    Some(step) => self.number(step)?,
                    None => Code::Constant(1),
                };
                Some(LoopSource::Range { start: self.number(start)?, end: self.number(end)?, step })
            }
            Term::Builtin(Builtin::Divisors, arguments) => {
                let [number] = &arguments[..] else { return None };
                let number = self.number(number)?;
                Some(LoopSource::Divisors { end: number.clone(), number, start: Code::Constant(1) })
            }
            Term::Constant(_) => Some(LoopSource::List(match source.set() {
                Some(set) => numbers_of(set, 1 << 20)?,
                None => numbers_in(source.listed()?)?,
            })),
            Term::Index(base, index) => {
                let rows = base.listed()?;
                Some(LoopSource::Row(rows_in(rows)?, self.number(index)?))
            }
            Term::Set(members) => {
                let members = self.numbers(members)?;
                Some(match sorted(&members) {
                    Some(listed) => LoopSource::List(listed),
                    None => chosen(members, true),
                })
            }
            Term::List(members) => {
                let members = self.numbers(members)?;
                let constants: Option<Arc<[i64]>> = members.iter().map(Code::constant).collect();
                Some(constants.map_or_else(|| chosen(members, false), LoopSource::List))
            }
            Term::Between { set, least, greatest } => {
                let greatest = self.number(greatest)?;
                self.between(set, i64::try_from(*least).ok()?, greatest)
            }
            Term::Divisors { set, heap } => {
                // All divisors beyond the heap give the same option, an empty rest. As all divisors are listed, those
                // beyond the first such one are harmless.
                self.number(heap)?;
                let listed = numbers_of(set.set()?, 1 << 10)?;
                Some(LoopSource::List(listed.iter().copied().filter(|divisor| *divisor >= 2).collect()))
            }
            _ => None,
        }
    }

    /// The members of a set from `least` to `greatest`.
    fn between(&mut self, set: &Expr, least: i64, greatest: Code) -> Option<LoopSource> {
        match &set.term {
            Term::Constant(_) => match set.set() {
                Some(set) => members_between(set, least, greatest),
                None => members_between(&Set::finite(set.listed()?.to_vec()), least, greatest),
            },
            Term::Range { start, end, step: None } => {
                let start = Code::Apply(Builtin::Max, vec![self.number(start)?, Code::Constant(least)]);
                let end = match end {
                    Some(end) => Code::Apply(Builtin::Min, vec![self.number(end)?, greatest]),
                    None => greatest,
                };
                Some(LoopSource::Range { start, end, step: Code::Constant(1) })
            }
            Term::Set(members) => match &members[..] {
                [one] if matches!(one.term, Term::Range { .. }) || one.set().is_some() => {
                    self.between(one, least, greatest)
                }
                _ => {
                    let members = self.numbers(members)?;
                    Some(match sorted(&members) {
                        Some(listed) => {
                            LoopSource::UpTo(listed.iter().copied().filter(|n| *n >= least).collect(), greatest)
                        }
                        None => LoopSource::Chosen { members, distinct: false, least, greatest },
                    })
                }
            },
            _ => None,
        }
    }
}

/// The members of a set from `least` to `greatest`.
fn members_between(set: &Set, least: i64, greatest: Code) -> Option<LoopSource> {
    match set {
        Set::Finite(members) => {
            let members = numbers_in(members)?;
            Some(LoopSource::UpTo(members.iter().copied().filter(|member| *member >= least).collect(), greatest))
        }
        Set::Range { start, end, step } => {
            let (start, step) = (i64::try_from(*start).ok()?, i64::try_from(*step).ok()?);
            // The first member from `least` on.
            let missing = i128::from(least) - i128::from(start);
            let start = if missing <= 0 {
                start
            } else {
                let steps = i64::try_from(missing).ok()?.checked_add(step - 1)? / step;
                start.checked_add(steps.checked_mul(step)?)?
            };
            let end = match end {
                Some(end) => {
                    Code::Apply(Builtin::Min, vec![greatest, Code::Constant(i64::try_from(*end).unwrap_or(i64::MAX))])
                }
                None => greatest,
            };
            Some(LoopSource::Range { start: Code::Constant(start), end, step: Code::Constant(step) })
        }
        _ => None,
    }
}
