//! A plot of values along one coordinate, drawn with characters.

use crate::show::document::{Line, LinePlot, Others, Role, Style};
use crate::show::phrase::{muted, piece, plain, sentences, thousands};
use crate::show::scale;
use crate::show::terminal::canvas::{ACROSS, Canvas, DOWN};
use crate::show::terminal::paragraph::broken;
use crate::show::told::{Tellable, Told, told};

/// The most rows of a plot in which not every value has a row of its own.
const ROWS: usize = 16;
/// If all values are below this, and the heaps fit side by side, every value has a row and every heap a mark.
const MARKED_ROWS: u64 = 20;
/// Where at least so many positions share a column, most places have a value, and signs tell how many.
const DENSE: u64 = 16;
/// The signs for few values in a place, and for more and more.
const SHADES: [char; 4] = ['░', '▒', '▓', '█'];
const ASCII_SHADES: [char; 4] = ['.', ':', '*', '#'];
/// The most columns from one mark to the next.
const WIDEST_STEP: usize = 4;

pub fn lines(plot: &LinePlot, style: &Style) -> Vec<Line> {
    let mut lines = broken(style, Line::new(), &plot.title, 0);
    let Some(frame) = PlotFrame::of(plot, style) else {
        lines.push(vec![muted("no positions in the range")]);
        return lines;
    };
    lines.extend(frame.draw(plot));
    lines.extend(broken(style, Line::new(), &frame.legend(plot), 0));
    lines
}

/// How a point is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pen {
    /// One character: `zero` for the value 0, `other` for all other values.
    Mark { zero: char, other: char },
    /// Dots of braille characters.
    Dots,
    /// Characters that tell how many values are in their place.
    Shades,
}

/// The scale of one axis: a number takes one point of the picture or more, or a point stands for several numbers. A
/// point is a character or a braille dot, depending on the pen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AxisScale {
    low: i128,
    high: i128,
    /// The distance between neighbouring numbers.
    spacing: u64,
    /// Points for one number, at least 1.
    points: usize,
    /// Numbers for one point, at least 1.
    numbers: u64,
}

impl AxisScale {
    /// Fits the numbers from `low` to `high` into at most `room` points, with at most `most_points` for a number.
    fn new(low: impl Into<i128>, high: impl Into<i128>, spacing: u64, room: usize, most_points: usize) -> AxisScale {
        let (low, high) = (low.into(), high.into());
        let count = distance(low, high) / spacing + 1;
        let points = usize::try_from(room as u64 / count).unwrap_or(0).clamp(1, most_points);
        AxisScale { low, high, spacing, points, numbers: count.div_ceil(room.max(1) as u64).max(1) }
    }

    /// The point of a number, the first of them where it has several.
    fn point(&self, number: i128) -> usize {
        (distance(self.low, number) / self.spacing / self.numbers) as usize * self.points
    }

    /// How many points all numbers take.
    fn length(&self) -> usize {
        self.point(self.high) + self.points
    }
}

/// How far a number is above another; 0 if it is below.
fn distance(low: i128, high: i128) -> u64 {
    u64::try_from(high - low).unwrap_or(if high < low { 0 } else { u64::MAX })
}

/// The layout of a plot in a terminal.
struct PlotFrame {
    pen: Pen,
    ascii: bool,
    x: AxisScale,
    y: AxisScale,
    /// The width of the numbers at the left.
    label: usize,
    columns: usize,
    rows: usize,
    /// The rows above for what is no number: 1 or none.
    above: usize,
    /// Whether some value is 0, and no other value shares its row, so that P-positions can be marked.
    zeros: bool,
    /// The name of the coordinate that varies.
    running: String,
}

impl PlotFrame {
    /// `None` if no position has a value.
    fn of(plot: &LinePlot, style: &Style) -> Option<PlotFrame> {
        let (low, high) = (plot.entries.iter().map(|e| e.0).min()?, plot.entries.iter().map(|e| e.0).max()?);
        let top = plot.valued().map(|(_, value)| value).max().or((!plot.others.is_empty()).then_some(0))?;
        let spacing = scale::common_step(plot.entries.iter().map(|(heap, _)| heap));
        let label = top.to_string().len() + 1;
        // The numbers and the axis stand left of the picture, the name of the coordinate right of it.
        let beside = label + 4 + plot.running.chars().count();
        let columns = style.width.saturating_sub(beside).max(10);
        let heaps = low.abs_diff(high) / spacing + 1;
        let mark =
            if style.ascii { Pen::Mark { zero: 'o', other: '*' } } else { Pen::Mark { zero: '●', other: '•' } };
        let (pen, x, y) = if heaps <= columns as u64 && top < MARKED_ROWS {
            let y = AxisScale::new(0, top, 1, top as usize + 1, 1);
            (mark, AxisScale::new(low, high, spacing, columns, WIDEST_STEP), y)
        } else if heaps >= DENSE * columns as u64 {
            (Pen::Shades, AxisScale::new(low, high, spacing, columns, 1), AxisScale::new(0, top, 1, ROWS, 1))
        } else if style.ascii {
            (mark, AxisScale::new(low, high, spacing, columns, 1), AxisScale::new(0, top, 1, ROWS, 1))
        } else {
            (
                Pen::Dots,
                AxisScale::new(low, high, spacing, columns * ACROSS, 2),
                AxisScale::new(0, top, 1, ROWS * DOWN, DOWN),
            )
        };
        let (across, down) = if pen == Pen::Dots { (ACROSS, DOWN) } else { (1, 1) };
        let has_own_row = y.points >= down && y.numbers == 1;
        Some(PlotFrame {
            pen,
            ascii: style.ascii,
            label,
            columns: x.length().div_ceil(across),
            rows: y.length().div_ceil(down),
            above: usize::from(!plot.others.is_empty()),
            zeros: has_own_row && plot.valued().any(|(_, value)| value == 0),
            running: plot.running.clone(),
            x,
            y,
        })
    }

    fn draw(&self, plot: &LinePlot) -> Vec<Line> {
        let name = self.running.chars().count();
        let mut canvas = Canvas::new(self.label + 2 + self.columns + 2 + name, self.above + self.rows + 2);
        for other in plot.others.0.iter() {
            let across = if self.pen == Pen::Dots { ACROSS } else { 1 };
            let column = self.left() + (self.x.point(other.n.into()) + self.offset()) / across;
            canvas.put(column, 0, Others::sign(other, self.ascii), Role::Nimber);
        }
        if self.pen == Pen::Shades {
            self.shade(&mut canvas, plot);
        } else {
            plot.valued().for_each(|(heap, value)| self.mark(&mut canvas, heap, value));
        }
        self.left_axis(&mut canvas);
        self.bottom_axis(&mut canvas);
        canvas.lines()
    }

    /// How many values are in each place, row by row from the smallest, and the most of them.
    fn counts(&self, plot: &LinePlot) -> (Vec<u64>, u64) {
        let mut counts = vec![0; self.columns * self.rows];
        for (heap, value) in plot.valued() {
            let place = self.y.point(value.into()) * self.columns + self.x.point(heap.into());
            if let Some(count) = counts.get_mut(place) {
                *count += 1;
            }
        }
        let most = counts.iter().copied().max().unwrap_or(0);
        (counts, most)
    }

    fn shade(&self, canvas: &mut Canvas, plot: &LinePlot) {
        let (counts, most) = self.counts(plot);
        for (row, counts) in counts.chunks(self.columns).enumerate() {
            let role = if self.zeros && row == 0 { Role::Good } else { Role::Nimber };
            for (column, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let shade = (4 * count).div_ceil(most) as usize - 1;
                canvas.put(self.left() + column, self.above + self.rows - 1 - row, self.shades()[shade], role);
            }
        }
    }

    fn shades(&self) -> [char; 4] {
        if self.ascii { ASCII_SHADES } else { SHADES }
    }

    fn mark(&self, canvas: &mut Canvas, heap: i64, value: u64) {
        let role = if self.zeros && value == 0 { Role::Good } else { Role::Nimber };
        let (x, y) = (self.x.point(heap.into()), self.y.point(value.into()));
        match self.pen {
            Pen::Mark { zero, other } => {
                let sign = if self.zeros && value == 0 { zero } else { other };
                canvas.put(self.left() + x + self.x.points / 2, self.above + self.rows - 1 - y, sign, role);
            }
            Pen::Dots => {
                // If a value has room for it, it is drawn as several dots, one above the other, which are easier to
                // see than one.
                let height = self.y.points.div_ceil(2);
                let bottom = (self.above + self.rows) * DOWN - 1 - y - (self.y.points - height) / 2;
                (0..height).for_each(|up| canvas.dot(self.left() * ACROSS + x, bottom - up, role));
            }
            Pen::Shades => {}
        }
    }

    /// The column of the picture's left edge.
    fn left(&self) -> usize {
        self.label + 2
    }

    fn left_axis(&self, canvas: &mut Canvas) {
        let down = if self.pen == Pen::Dots { DOWN } else { 1 };
        let (line, tick) = if self.ascii { ('|', '+') } else { ('│', '┤') };
        (0..self.above + self.rows).for_each(|row| canvas.put(self.label + 1, row, line, Role::Muted));
        let step = scale::step(distance(0, self.y.high), if self.rows <= 10 { self.rows - 1 } else { self.rows / 2 });
        for value in scale::multiples(0, self.y.high, step) {
            let row = self.above + self.rows - 1 - self.y.point(value) / down;
            canvas.put(self.label + 1, row, tick, Role::Muted);
            canvas.write(0, row, &format!("{value:>width$}", width = self.label), Role::Number);
        }
    }

    fn bottom_axis(&self, canvas: &mut Canvas) {
        let across = if self.pen == Pen::Dots { ACROSS } else { 1 };
        let (corner, line, tick) = if self.ascii { ('+', '-', '+') } else { ('└', '─', '┬') };
        let row = self.above + self.rows;
        canvas.put(self.label + 1, row, corner, Role::Muted);
        (0..self.columns + 1).for_each(|column| canvas.put(self.left() + column, row, line, Role::Muted));
        canvas.write(self.left() + self.columns + 2, row, &self.running, Role::Name);
        let widest = self.x.high.to_string().len().max(self.x.low.to_string().len());
        let step = scale::step(distance(self.x.low, self.x.high), self.columns / (widest + 3));
        for heap in scale::multiples(self.x.low, self.x.high, step) {
            let column = self.left() + (self.x.point(heap) + self.offset()) / across;
            canvas.put(column, row, tick, Role::Muted);
            let text = heap.to_string();
            let start = column.saturating_sub((text.len() - 1) / 2);
            canvas.write(start, row + 1, &text, Role::Number);
        }
    }

    /// From the first point of a heap to its mark.
    fn offset(&self) -> usize {
        if self.pen == Pen::Dots { 0 } else { self.x.points / 2 }
    }

    fn legend(&self, plot: &LinePlot) -> Line {
        let mut legend: Vec<Told> = Vec::new();
        if self.zeros {
            let sign = piece(
                Role::Good,
                match self.pen {
                    Pen::Mark { zero, .. } => zero,
                    Pen::Dots => '⠇',
                    Pen::Shades => '0',
                },
            );
            legend.push(match self.pen {
                Pen::Shades => told!("{sign} at the left: the row of P-positions, lost for the player to move.", sign),
                _ => told!("{sign} value 0: a P-position, lost for the player to move.", sign),
            });
        }
        if self.pen == Pen::Shades {
            let most = self.counts(plot).1;
            let shade = |(quarter, sign): (u64, char)| {
                told!("{sign} up to {n}", sign, n = thousands(most * quarter / 4)).into_line()
            };
            let shades: Vec<Line> =
                (1..).zip(self.shades()).filter(|(quarter, _)| most * quarter >= 4).map(shade).collect();
            legend.push(told!("How many positions are in a place: {shades}.", shades = shades.join(&plain(", "))));
        }
        let has_dots = self.pen == Pen::Dots;
        if self.x.numbers > 1 {
            let n = thousands(self.x.numbers);
            legend.push(match has_dots {
                true => told!("Each column of dots stands for {n} positions.", n),
                false => told!("Each column stands for {n} positions.", n),
            });
        }
        if self.y.numbers > 1 {
            let n = thousands(self.y.numbers);
            legend.push(match has_dots {
                true => told!("Each row of dots stands for {n} values.", n),
                false => told!("Each row stands for {n} values.", n),
            });
        }
        legend.extend(plot.others.meaning(&self.running, self.ascii));
        plot.language.line(sentences(legend.into_iter().map(|told| told.looks(Role::Muted))))
    }
}
