//! Compounds: positions that are played at once by another rule than "a move in one of them". A compound is a position with
//! options like any other: its coordinates are its components, each a sum.
//!
//! C. A. B. Smith, "Graphs and composite games", Journal of Combinatorial Theory 1, 1966; J. H. Conway, On Numbers and
//! Games, chapter 14; Winning Ways, chapter 9.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{
    Component, Compound, EvalError, EvalErrorKind, Game, Meter, MovesIn, Position, Ruleset, Sum, Summand, Value,
    Visited,
};
use crate::nim::Nimber;
use crate::sorting::sort;

/// A component with more options than this has too many to choose from.
const MOST_OPTIONS: usize = 1 << 20;

impl Compound {
    /// Shows the moves of components with so many options each: which option is chosen in each one, `None` where no move is made.
    /// Ends when the visitor breaks off.
    ///
    /// # Errors
    /// Those of the visitor.
    fn each_choice(self, sizes: &[usize], visit: &mut dyn FnMut(&[Option<usize>]) -> Visited) -> Visited {
        let live = sizes.iter().filter(|size| **size > 0).count();
        let Some((least, most)) = self.bounds(sizes.len(), live) else { return Ok(ControlFlow::Continue(())) };
        // How many of the components from here on can be moved in.
        let live_from = |at: usize| sizes[at..].iter().filter(|size| **size > 0).count();
        let mut chosen: Vec<Option<usize>> = Vec::with_capacity(sizes.len());
        loop {
            // The first choice that may stand behind those that have been made.
            while chosen.len() < sizes.len() {
                let made = chosen.iter().flatten().count();
                let may_stay = made + live_from(chosen.len() + 1) >= least;
                chosen.push(if may_stay { None } else { Some(0) });
            }
            if visit(&chosen)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            // The next choice in the last component that has one.
            loop {
                let Some(last) = chosen.pop() else { return Ok(ControlFlow::Continue(())) };
                let (made, next) = (chosen.iter().flatten().count(), last.map_or(0, |at| at + 1));
                if next < sizes[chosen.len()] && made < most {
                    chosen.push(Some(next));
                    break;
                }
            }
        }
    }

    /// The compound of these components.
    pub fn position(self, components: impl IntoIterator<Item = Arc<Sum>>) -> Position {
        let game = Arc::new(Game::new(self.to_string(), Ruleset::Compound(self)));
        Position { game, coordinates: components.into_iter().map(Value::Position).collect() }
    }
}

impl Position {
    /// The rule and the components, if this is a compound.
    pub fn compound(&self) -> Option<(Compound, Vec<Arc<Sum>>)> {
        let Ruleset::Compound(rule) = self.game.ruleset else { return None };
        Some((rule, self.components().cloned().collect()))
    }

    /// The components in which a move to `after` is made, each with what it leaves of it, as far as that is another position.
    pub fn moved_to<'p>(&'p self, after: &'p Position) -> impl Iterator<Item = (&'p Sum, &'p Sum)> {
        let pairs = self.components().zip(after.components()).map(|(before, after)| (&**before, &**after));
        pairs.filter(|(before, after)| before != after)
    }

    /// The components, if this is a compound.
    pub(super) fn components(&self) -> impl Iterator<Item = &Arc<Sum>> {
        self.coordinates.iter().filter_map(|component| match component {
            Value::Position(sum) if matches!(self.game.ruleset, Ruleset::Compound(_)) => Some(sum),
            _ => None,
        })
    }

    /// The same compound with its components in normal form and in a fixed order; `None` for other positions, and as for
    /// [`Sum::normal`].
    pub(crate) fn compound_in_order(&self) -> Option<Position> {
        let Ruleset::Compound(_) = self.game.ruleset else { return None };
        let normal =
            |component: &Arc<Sum>| Some(Value::position((**component).clone().without_empty_heaps().normal()?));
        let mut coordinates = self.components().map(normal).collect::<Option<Vec<_>>>()?;
        sort(&mut coordinates);
        Some(Position { game: self.game.clone(), coordinates: coordinates.into() })
    }

    /// What a move leaves of a compound: of each component this, or the component as it was.
    #[must_use]
    pub fn after(&self, left: impl IntoIterator<Item = Option<Arc<Sum>>>) -> Sum {
        let left = self.coordinates.iter().zip(left);
        let coordinates = left.map(|(before, left)| left.map_or_else(|| before.clone(), Value::Position)).collect();
        Sum::position(Position { game: self.game.clone(), coordinates })
    }

    /// What a pass leaves of a compound that has one: the sum of its components. That it is not over is not asked.
    pub fn passed(&self) -> Option<Sum> {
        let has_pass = matches!(self.game.ruleset, Ruleset::Compound(Compound { moves_in: MovesIn::Pass, .. }));
        has_pass.then(|| self.components().fold(Sum::default(), |sum, component| sum.plus(component)))
    }

    /// Has a compound more moves than this? False for other positions.
    ///
    /// # Errors
    /// A fault of a rule; `Stopped`.
    pub fn has_more_choices(&self, most: u64, meter: &Meter) -> Result<bool, EvalError> {
        let Ruleset::Compound(rule) = self.game.ruleset else { return Ok(false) };
        let options = self.components().map(|component| component.different_options(meter));
        let sizes = options.map(|options| Ok(options?.len())).collect::<Result<Vec<_>, EvalError>>()?;
        Ok(rule.choices(&sizes) > u128::from(most))
    }

    /// Visits every option of a compound.
    pub(super) fn each_choice(
        &self,
        rule: Compound,
        meter: &Meter,
        visit: &mut dyn FnMut(Arc<Sum>) -> Visited,
    ) -> Visited {
        let mut options = Vec::with_capacity(self.coordinates.len());
        for component in self.components() {
            options.push(component.different_options(meter)?);
        }
        let sizes: Vec<usize> = options.iter().map(Vec::len).collect();
        if let Some(passed) = self.passed()
            && rule.choices(&sizes) > 0
            && visit(Arc::new(passed))?.is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
        rule.each_choice(&sizes, &mut |chosen| {
            meter.spend(sizes.len())?;
            let left = options.iter().zip(chosen).map(|(options, chosen)| Some(options[(*chosen)?].clone()));
            visit(Arc::new(self.after(left)))
        })
    }
}

impl Component {
    /// Is it a compound?
    pub fn is_compound(&self) -> bool {
        matches!(self, Component::Position(position) if matches!(position.game.ruleset, Ruleset::Compound(_)))
    }
}

impl Sum {
    /// The compound that is all of it.
    pub fn as_compound(&self) -> Option<&Position> {
        match &self.parts[..] {
            [Summand { copies: 1, component: component @ Component::Position(position) }]
                if component.is_compound() =>
            {
                Some(position)
            }
            _ => None,
        }
    }

    /// The games of its positions.
    pub(super) fn games(&self) -> impl Iterator<Item = &Arc<Game>> {
        self.parts.iter().filter_map(|part| match &part.component {
            Component::Position(position) => Some(&position.game),
            Component::Star(_) => None,
        })
    }

    /// How deep compounds stand in each other here, at most one more than [`Compound::DEEPEST`].
    pub(super) fn depth(&self) -> usize {
        let of_part = |part: &Summand| match &part.component {
            Component::Position(position) => position.components().map(|inner| 1 + inner.depth()).max().unwrap_or(0),
            Component::Star(_) => 0,
        };
        self.parts.iter().map(of_part).max().unwrap_or(0)
    }

    pub(super) fn is_compound(&self) -> bool {
        self.as_compound().is_some()
    }

    /// What the moves leave of a sum in which nobody is bound: each different position once, a move in one of several copies once.
    ///
    /// # Errors
    /// A fault of a rule; more than a million options; `Stopped`.
    fn different_options(&self, meter: &Meter) -> Result<Vec<Arc<Sum>>, EvalError> {
        let (mut met, mut found) = (FxHashSet::default(), Vec::new());
        for (index, part) in self.parts.iter().enumerate() {
            if part.copies == 0 || self.parts[..index].iter().any(|before| before.component == part.component) {
                continue;
            }
            let mut meet = |option: &Sum| {
                let left = self.after(index, option);
                if left.normal().is_none_or(|normal| met.insert(normal.without_empty_heaps())) {
                    meter.push(&mut found, Arc::new(left))?;
                }
                if found.len() > MOST_OPTIONS {
                    return Err(EvalError::without_place(EvalErrorKind::TooLarge { limit: MOST_OPTIONS }));
                }
                meter.spend(self.parts.len())?;
                Ok(ControlFlow::Continue(()))
            };
            match &part.component {
                Component::Star(size) => {
                    for smaller in (0..*size).rev() {
                        if meet(&Sum::star(Nimber(smaller)))?.is_break() {
                            break;
                        }
                    }
                }
                Component::Position(position) => {
                    let _ = position.each_option(meter, &mut |option| meet(&option))?;
                }
            }
        }
        Ok(found)
    }

    /// What is left after a move in one copy of the part with this index, without empty heaps.
    #[must_use]
    pub fn after(&self, part: usize, option: &Sum) -> Sum {
        let mut parts = Vec::with_capacity(self.parts.len() + option.parts.len());
        for (index, old) in self.parts.iter().enumerate() {
            if index != part {
                parts.push(old.clone());
                continue;
            }
            if old.copies > 1 {
                parts.push(Summand { copies: old.copies - 1, component: old.component.clone() });
            }
            parts.extend(option.parts.iter().cloned());
        }
        Sum { parts }.without_empty_heaps()
    }
}
