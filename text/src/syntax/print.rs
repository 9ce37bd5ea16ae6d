//! Writes a tree as text again, evenly spaced. Parsing this text gives the same tree, apart from the places.

use super::ast::{
    Ask, AtOnce, BinaryOperator, Brackets, Clause, ClauseKind, Code, CoinTurn, DataPart, Directions, Expr, ExprKind,
    FileName, GameDefinition, Instruction, LetDefinition, Likeness, MovesInWord, Name, Qualifier, Rule, Split,
    StatedDomain, Statement, StatementKind, UnaryOperator,
};

/// The text of a statement. Brackets are written only where the tree has them, so the tree must come from the parser.
pub fn statement(statement: &Statement) -> String {
    let mut printer = Printer { out: String::new() };
    printer.statement(statement);
    printer.out
}

/// The text of an expression.
pub fn expression(expression: &Expr) -> String {
    let mut printer = Printer { out: String::new() };
    printer.expr(expression);
    printer.out
}

/// The text of a clause.
pub fn clause(clause: &Clause) -> String {
    let mut printer = Printer { out: String::new() };
    printer.clause(clause);
    printer.out
}

/// The text of the definition of a value or a function.
pub fn definition(definition: &LetDefinition) -> String {
    let mut printer = Printer { out: String::new() };
    printer.definition(definition);
    printer.out
}

/// The text of parameters in their brackets, with what some of them may be.
pub fn parameters(parameters: &Option<Vec<Name>>, stated: &[StatedDomain]) -> String {
    let mut printer = Printer { out: String::new() };
    printer.parameters(parameters, stated);
    printer.out
}

/// How an operator between two things is written.
pub fn operator(operator: BinaryOperator) -> &'static str {
    BinaryOperator::SIGNS.iter().find(|row| row.0 == operator).map_or("", |row| row.1)
}

struct Printer {
    out: String,
}

impl Printer {
    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Game(game) => self.game(game),
            StatementKind::Let(definition) => self.definition(definition),
            StatementKind::Instruction(instruction) => self.instruction(instruction),
            StatementKind::Expression(expr) => self.expr(expr),
        }
        if let Some(path) = statement.to() {
            self.path(" to ", path);
        }
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let Instruction { verb, parts, headings, qualifiers, names, words, file, topic, timed, .. } = instruction;
        if let [from, to] = &parts[..]
            && *verb == "->"
        {
            self.expr(from);
            self.push(" -> ");
            return self.expr(to);
        }
        self.push(verb);
        self.push(if instruction.misere { " misere" } else { "" });
        for (at, part) in parts.iter().enumerate() {
            self.push(if at == 0 { " " } else { ", " });
            self.expr(part);
            if let Some(name) = headings.get(at).and_then(Option::as_ref) {
                self.named(" as ", std::slice::from_ref(name));
            }
        }
        self.qualifiers(qualifiers);
        self.named(if names.is_empty() { "" } else { " " }, names);
        words.iter().for_each(|(word, _)| self.push(&format!(" {word}")));
        topic.iter().for_each(|topic| self.push(&format!(" {topic}")));
        if let Some(path) = file.as_ref().filter(|_| matches!(*verb, "load" | "save")) {
            self.path(" ", path);
        }
        if let Some(inner) = timed {
            self.push(" ");
            self.statement(inner);
        }
    }

    fn question(&mut self, asked: &Ask) {
        self.verb(asked.verb, asked.misere);
        match &asked.subject.kind {
            // Parts with bounds cannot stand in the brackets of a list.
            ExprKind::List(parts) if parts.iter().any(|part| matches!(part.kind, ExprKind::Bounded { .. })) => {
                self.list(parts);
            }
            _ => self.row(&asked.subject, &asked.ranges),
        }
        if let Some(player) = asked.starts {
            self.push(&format!(" if player {player} starts"));
        }
    }

    fn at_once(&mut self, at_once: &AtOnce) {
        if let Some(end) = at_once.end {
            self.push(end.word());
            self.push(" ");
        }
        match at_once.moves_in {
            MovesInWord::All => self.push("all"),
            MovesInWord::Some => self.push("some"),
            MovesInWord::One => self.push("one"),
            MovesInWord::Pass => self.push("one pass"),
            MovesInWord::Number(number) => self.push(&number.to_string()),
        }
        self.push(if at_once.moves_in == MovesInWord::Pass { " in " } else { " of " });
        for (at, part) in at_once.parts.iter().enumerate() {
            if at > 0 {
                self.push(", ");
            }
            self.expr(part);
        }
    }

    fn game(&mut self, game: &GameDefinition) {
        self.named("game ", std::slice::from_ref(&game.name));
        self.parameters(&game.parameters, &game.stated);
        if let Some(domain) = &game.domain {
            self.push(" where ");
            self.expr(domain);
        }
        if let Some(over) = &game.over {
            self.push(" over if ");
            self.expr(over);
        }
        if let Some(representative) = &game.representative {
            self.push(" same as ");
            self.expr(representative);
        }
        self.push(if game.ends { " ends = " } else { " = " });
        self.rule(&game.rule);
    }

    fn definition(&mut self, definition: &LetDefinition) {
        let is_family = definition.parameters.is_some() && definition.body.begins_with_option();
        self.named(if is_family { "game " } else { "let " }, std::slice::from_ref(&definition.name));
        self.parameters(&definition.parameters, &definition.stated);
        self.push(if is_family { "(n) = " } else { " = " });
        self.expr(&definition.body);
    }

    fn parameters(&mut self, parameters: &Option<Vec<Name>>, stated: &[StatedDomain]) {
        for (index, name) in parameters.iter().flatten().enumerate() {
            self.named(if index > 0 { ", " } else { "(" }, std::slice::from_ref(name));
            if let Some(stated) = stated.iter().find(|stated| stated.parameter.text == name.text) {
                self.push(" in ");
                self.expr(&stated.set);
            }
        }
        self.push(if parameters.is_some() { ")" } else { "" });
    }

    fn row(&mut self, game: &Expr, ranges: &[Expr]) {
        self.expr(game);
        if !ranges.is_empty() {
            self.push(" ");
            self.list(ranges);
        }
    }

    fn rule(&mut self, rule: &Rule) {
        for (index, clause) in rule.clauses.iter().enumerate() {
            self.push(if index > 0 { " | " } else { "" });
            self.clause(clause);
        }
    }

    fn clause(&mut self, clause: &Clause) {
        match &clause.kind {
            ClauseKind::Take { amounts, from, onto, then } => {
                self.push(if onto.is_some() { "move " } else { "take " });
                self.numbers(amounts);
                if !from.is_empty() {
                    self.named(" from ", from);
                }
                if let Some(onto) = onto {
                    self.named(" to ", std::slice::from_ref(onto));
                }
                if let Some(then) = then {
                    self.push(if then.maybe { " then maybe " } else { " then " });
                    self.split(&then.split);
                }
            }
            ClauseKind::Turn(turn) => self.turn(turn),
            ClauseKind::Split(split) => self.split(split),
            ClauseKind::Divide { coordinate, by } => {
                self.push("divide ");
                if let Some(name) = coordinate {
                    self.named("", std::slice::from_ref(name));
                    self.push(" ");
                }
                self.push("by ");
                self.numbers(by);
            }
            ClauseKind::Code(code) => self.code(code),
            ClauseKind::CodeOf { hexadecimal, text } => {
                self.push(if *hexadecimal { "hex(" } else { "octal(" });
                self.expr(text);
                self.push(")");
            }
            ClauseKind::Becomes { from, to, directions } => {
                self.expr(from);
                self.push(" becomes ");
                self.expr(to);
                self.directions(*directions);
            }
            ClauseKind::Moves(name) => self.named("", std::slice::from_ref(name)),
            ClauseKind::Option(option) => self.expr(option),
        }
        if let Some(binding) = clause.binding {
            self.push(" ");
            self.push(binding.word());
        }
        self.qualifiers(&clause.qualifiers);
    }

    fn directions(&mut self, directions: Directions) {
        let Directions { across_or_down, in_any_direction, either_way } = directions;
        self.push(if across_or_down { " across or down" } else { "" });
        self.push(if in_any_direction { " in any direction" } else { "" });
        self.push(if either_way { " either way" } else { "" });
    }

    /// A set in a clause, with `<` and `>` unless it has those inside.
    fn numbers(&mut self, set: &Expr) {
        if let ExprKind::Binary { operator: BinaryOperator::Except, left, right } = &set.kind {
            self.numbers(left);
            self.push(" except ");
            return self.numbers(right);
        }
        let start = self.out.len();
        self.expr(set);
        if set.is_set() && !self.out[start..].contains(['<', '>', '"']) {
            self.out.replace_range(start..start + 1, "<");
            self.out.pop();
            self.out.push('>');
        }
    }

    fn turn(&mut self, turn: &CoinTurn) {
        self.push("turn ");
        match turn {
            CoinTurn::Places(places) => self.numbers(places),
            CoinTurn::Coins { count, consecutive, apart } => {
                self.numbers(count);
                if *consecutive {
                    self.push(" ");
                    self.push(CoinTurn::CONSECUTIVE);
                }
                self.push(if count.number() == Some(1) { " coin" } else { " coins" });
                if let Some(apart) = apart {
                    self.push(" at most ");
                    self.expr(apart);
                    self.push(" apart");
                }
            }
        }
    }

    fn split(&mut self, split: &Split) {
        self.push(match split.likeness {
            Likeness::Equal => "split equal",
            Likeness::Unequal => "split unequal",
            // Only a code says "not all equal".
            Likeness::Any | Likeness::NotAllEqual => "split",
        });
        if let Some(into) = &split.into {
            self.push(" into ");
            self.numbers(into);
        }
    }

    fn code(&mut self, code: &Code) {
        self.push(if code.hexadecimal { "hex " } else { "octal " });
        let repeated_from = code.digits.len() - code.repeated.min(code.digits.len());
        for (index, digit) in code.digits.iter().enumerate() {
            if code.repeated > 0 && index == repeated_from {
                self.push("(");
            }
            self.push(&format!("{:X}", digit.value));
            self.push(match digit.likeness {
                Likeness::Any => "",
                Likeness::Unequal => "!",
                Likeness::Equal => "=",
                Likeness::NotAllEqual => "?",
            });
            self.push(if index == 0 { "." } else { "" });
        }
        self.push(if code.repeated > 0 { ")" } else { "" });
    }

    fn qualifiers(&mut self, qualifiers: &[Qualifier]) {
        for qualifier in qualifiers {
            match qualifier {
                Qualifier::For { names, source } => {
                    self.named(if names.len() == 1 { " for " } else { " for (" }, names);
                    self.push(if names.len() == 1 { " in " } else { ") in " });
                    self.expr(source);
                }
                Qualifier::If(condition) => {
                    self.push(" if ");
                    self.expr(condition);
                }
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Integer(number) => self.push(&number.to_string()),
            ExprKind::Text(text) => self.text(text),
            ExprKind::Bool(value) => self.push(if *value { "true" } else { "false" }),
            ExprKind::Side(first) => self.push(if *first { "first" } else { "second" }),
            ExprKind::Name(name) => self.push(name),
            ExprKind::Any => self.push("any"),
            ExprKind::Call { callee, arguments } => {
                self.expr(callee);
                self.between("(", arguments, ")");
            }
            ExprKind::Index { base, index } => {
                self.expr(base);
                self.between("[", index, "]");
            }
            ExprKind::Sum(summed) => self.between("sum[", std::slice::from_ref(&**summed), "]"),
            ExprKind::Unary { operator, operand } => self.unary(*operator, operand),
            ExprKind::Binary { operator, left, right } => self.binary(*operator, left, right),
            ExprKind::Ask(question) => self.question(question),
            ExprKind::If { condition, then, otherwise } => {
                for (word, part) in [("if ", condition), (" then ", then), (" else ", otherwise)] {
                    self.push(word);
                    self.expr(part);
                }
            }
            ExprKind::Set(members) => self.between("{", members, "}"),
            ExprKind::List(members) => self.between("[", members, "]"),
            ExprKind::Tuple(members) => self.between("(", members, ")"),
            ExprKind::Group(inner) => self.between("(", std::slice::from_ref(&**inner), ")"),
            ExprKind::Range { start, end, step } => self.range(start, end.as_deref(), step.as_deref()),
            ExprKind::Comprehension { brackets, body, qualifiers } => self.comprehension(*brackets, body, qualifiers),
            ExprKind::AtOnce(at_once) => self.at_once(at_once),
            ExprKind::Read(path, part) => {
                self.path("read ", path);
                match part {
                    DataPart::Rows => {}
                    DataPart::Headings => self.push(" headings"),
                    DataPart::Column(name) => {
                        self.push(" column ");
                        self.text(name);
                    }
                }
            }
            ExprKind::Ruleset(rule) => self.rule(rule),
            ExprKind::Bounded { game, ranges, heaps, seconds } => {
                self.row(game, ranges);
                if let Some(heaps) = heaps {
                    self.push(" to ");
                    self.expr(heaps);
                }
                if let Some(seconds) = seconds {
                    self.push(" for ");
                    self.expr(seconds);
                    self.push("s");
                }
            }
        }
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Expr) {
        self.push(match operator {
            UnaryOperator::Not => "not ",
            UnaryOperator::Negate => "-",
            UnaryOperator::Star => "*",
        });
        // Two of these signs side by side would be another sign.
        let is_sign = |operator| matches!(operator, UnaryOperator::Star | UnaryOperator::Negate);
        if is_sign(operator) && matches!(operand.kind, ExprKind::Unary { operator: inner, .. } if inner == operator) {
            self.push(" ");
        }
        self.expr(operand);
    }

    fn binary(&mut self, sign: BinaryOperator, left: &Expr, right: &Expr) {
        self.expr(left);
        self.push(&format!(" {} ", operator(sign)));
        self.expr(right);
    }

    fn range(&mut self, start: &Expr, end: Option<&Expr>, step: Option<&Expr>) {
        self.expr(start);
        // After a range without an end the dots of two ranges would run into each other.
        if self.out.ends_with("..") {
            self.push(" ");
        }
        self.push("..");
        if let Some(end) = end {
            self.expr(end);
        }
        if let Some(step) = step {
            self.push(" step ");
            self.expr(step);
        }
    }

    fn comprehension(&mut self, brackets: Brackets, body: &Expr, qualifiers: &[Qualifier]) {
        let (open, close) = match brackets {
            Brackets::Set => ("{", "}"),
            Brackets::List => ("[", "]"),
            Brackets::Bare => ("", ""),
        };
        self.push(open);
        self.expr(body);
        self.qualifiers(qualifiers);
        self.push(close);
    }

    fn between(&mut self, open: &str, members: &[Expr], close: &str) {
        self.push(open);
        for (index, member) in members.iter().enumerate() {
            self.push(if index > 0 { ", " } else { "" });
            self.expr(member);
        }
        self.push(close);
    }

    fn list(&mut self, members: &[Expr]) {
        self.between("", members, "");
    }

    fn named(&mut self, before: &str, names: &[Name]) {
        self.push(before);
        let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
        self.push(&names.join(", "));
    }

    fn verb(&mut self, word: &str, misere: bool) {
        self.push(word);
        self.push(if misere { " misere " } else { " " });
    }

    fn path(&mut self, before: &str, path: &FileName) {
        self.push(before);
        self.text(&path.text);
    }

    fn text(&mut self, text: &str) {
        let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        self.push(&format!("\"{escaped}\""));
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }
}

#[cfg(test)]
mod tests;
