//! Loops over numbers whose body is a row of equally many numbers in each turn, such as the neighbours of a vertex. Each
//! place of the row is a loop of its own, which is run for many turns at once.

use super::compile::constant_numbers;
use super::lanes::WIDTH;
use crate::game::{CompiledLoop, Declined, Expr, Given, Numbers, Step, Term, Turns, Value};

/// Rows of more numbers are left to the evaluator.
const WIDEST: usize = 64;

/// Makes the loop of a place of the row from its body and a frame, if it can be compiled.
pub type PlaceCompiler<'c> = dyn Fn(&Expr, &[Value]) -> Option<Box<dyn CompiledLoop>> + 'c;

/// A loop whose turns give rows.
pub struct RowLoop {
    places: Vec<RowPlace>,
    /// The numbers of one place in some turns, and the rows made of those of all places.
    column: TurnNumbers,
    rows: Vec<i64>,
}

/// A place of the row.
struct RowPlace {
    /// The loop that gives its numbers.
    numbers: Box<dyn CompiledLoop>,
    /// The variable that runs along the row, with its value here.
    along: Option<(usize, Value)>,
}

#[derive(Default)]
struct TurnNumbers(Vec<i64>);

impl RowLoop {
    /// `None` if the body is no such row. `compile` makes the loop of a place, of which the variables are as in a frame.
    pub fn of(body: &Expr, frame: &[Value], compile: &PlaceCompiler) -> Option<RowLoop> {
        let place = |body: &Expr, along: Option<(usize, Value)>| {
            let numbers = compile(body, &frame_with(frame, along.as_ref()))?;
            Some(RowPlace { numbers, along }).filter(|place| place.numbers.gives() == Given::Number)
        };
        let places: Option<Vec<RowPlace>> = match &body.term {
            Term::List(members) if (1..=WIDEST).contains(&members.len()) => {
                members.iter().map(|member| place(member, None)).collect()
            }
            Term::ListOf(steps, body) => {
                let [Step::For { slot, source }] = &steps[..] else { return None };
                let along =
                    constant_numbers(source, WIDEST).filter(|along| !along.is_empty() && *slot < frame.len())?;
                along.iter().map(|n| place(body, Some((*slot, Value::Integer((*n).into()))))).collect()
            }
            _ => None,
        };
        places.map(|places| RowLoop { places, column: TurnNumbers::default(), rows: Vec::new() })
    }

    /// Fills in the rows of some turns, at most [`WIDTH`]: of how many.
    fn fill(&mut self, frame: &[Value], turns: Turns) -> usize {
        let width = self.places.len();
        self.rows.resize(turns.count * width, 0);
        let mut filled = turns.count;
        for (index, place) in self.places.iter_mut().enumerate() {
            self.column.0.clear();
            let along = place.along.as_ref().map(|along| frame_with(frame, Some(along)));
            let turns = Turns { count: filled, ..turns };
            filled = place.numbers.run(along.as_deref().unwrap_or(frame), turns, &mut self.column).min(filled);
            for (row, number) in self.rows.chunks_exact_mut(width).zip(&self.column.0) {
                row[index] = *number;
            }
        }
        filled
    }
}

/// A frame in which a variable has a value.
fn frame_with(frame: &[Value], set: Option<&(usize, Value)>) -> Vec<Value> {
    let mut frame = frame.to_vec();
    if let Some((slot, value)) = set {
        frame[*slot] = value.clone();
    }
    frame
}

impl CompiledLoop for RowLoop {
    fn gives(&self) -> Given {
        Given::Row
    }

    fn run(&mut self, frame: &[Value], turns: Turns, to: &mut dyn Numbers) -> usize {
        let (mut done, width) = (0, self.places.len());
        while done < turns.count {
            let count = (turns.count - done).min(WIDTH);
            let start = turns.start.wrapping_add(turns.step.wrapping_mul(done as i64));
            let filled = self.fill(frame, Turns { start, count, ..turns });
            if to.add_rows(&self.rows[..filled * width], width).is_err() {
                return done;
            }
            done += filled;
            if filled < count {
                return done;
            }
        }
        done
    }
}

/// Each turn of the loop of a place gives one number.
impl Numbers for TurnNumbers {
    fn add(&mut self, numbers: &[i64]) -> Result<(), Declined> {
        self.0.extend_from_slice(numbers);
        Ok(())
    }

    fn mark(&mut self) {}

    fn back(&mut self) {}
}
