//! What is said in dialogues.

use grundy_engine::game::Sum;
use serde_json::{Value as Json, json};

use super::answers;
use crate::session::report::{
    AfterExercise, Answer, Choice, Choices, Chosen, Level, PlayReport, Played, Player, Question, QuizReport, Record,
    Refusal, Score, Slip, Task, TourReport,
};

pub fn play(report: &PlayReport) -> Json {
    let mut object = match report {
        PlayReport::Turn(turn) => json!({
            "event": "turn",
            "misere": turn.misere,
            "begins": turn.opening.as_ref().map(|opening| player(opening.0)),
            "start": turn.opening.as_ref().map(|opening| opening.1.to_string()),
            "undone": turn.undone,
            "moved": turn.moved.iter().map(played).collect::<Json>(),
            "position": turn.position.to_string(),
            "moves": choices(&turn.choices),
            "more": turn.choices.more,
        }),
        PlayReport::Refused { line, why, choices: shown } => json!({
            "event": "refused",
            "line": line,
            "why": refusal(why),
            "moves": choices(shown),
            "more": shown.more,
        }),
        PlayReport::Hint(hint) => json!({
            "event": "hint",
            "stage": hint.stage,
            "position": hint.position.to_string(),
            "value": hint.value.map(|value| value.0),
            "can_win": hint.winning.is_some(),
            "from": hint.winning.as_ref().filter(|_| hint.stage > 1).map(|winning| winning.from.to_string()),
            "move": hint.winning.as_ref().filter(|_| hint.stage > 2).map(answers::step),
        }),
        PlayReport::Why(reason) => json!({
            "event": "why",
            "move": choice(&reason.choice),
            "how": match reason.how {
                Chosen::Winning => "winning",
                Chosen::Longest(_) => "longest",
                Chosen::Any => "any",
                Chosen::Chance => "chance",
            },
            "explanation": answers::explanation(&reason.explanation),
        }),
        PlayReport::Level(level) => json!({
            "event": "level",
            "level": match level { Level::Hard => "hard", Level::Easy { .. } => "easy" },
            "seed": match level { Level::Hard => None, Level::Easy { seed } => Some(*seed) },
        }),
        PlayReport::Moves(shown) => json!({"event": "moves", "moves": choices(shown), "more": shown.more}),
        PlayReport::Help => json!({"event": "help"}),
        PlayReport::NothingToExplain => json!({"event": "nothing_to_explain"}),
        PlayReport::NothingToUndo => json!({"event": "nothing_to_undo"}),
        PlayReport::Over(record) => over(record),
        PlayReport::Left => json!({"event": "left"}),
    };
    object["type"] = "play".into();
    object
}

fn over(record: &Record) -> Json {
    json!({
        "event": "over",
        "position": record.start.to_string(),
        "misere": record.misere,
        "begins": player(record.begins),
        "value": record.value.map(|value| value.0),
        "outcome": record.outcome.to_string(),
        "moves": record.moves.iter().map(played).collect::<Json>(),
        "winner": player(record.winner),
        "given_up": record.given_up,
        "missed": record.missed.as_ref().map(answers::step),
    })
}

fn player(player: Player) -> &'static str {
    match player {
        Player::You => "you",
        Player::Machine => "machine",
    }
}

fn choice(choice: &Choice) -> Json {
    json!({"from": choice.from.to_string(), "to": choice.to.to_string(), "after": choice.after.to_string()})
}

fn choices(choices: &Choices) -> Json {
    choices.shown.iter().map(choice).collect()
}

fn played(played: &Played) -> Json {
    let mut object = choice(&played.choice);
    object["by"] = player(played.by).into();
    object["value"] = played.value.map(|value| value.0).into();
    object["outcome"] = played.outcome.to_string().into();
    object["better"] = played.better.as_ref().map(answers::step).into();
    object
}

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::Illegal => "illegal",
        Refusal::NoSuchNumber => "no_such_number",
        Refusal::Several(_) => "several",
        Refusal::Unread => "unread",
    }
}

pub fn quiz(report: &QuizReport) -> Json {
    let mut object = match report {
        QuizReport::Sheet(sheet) => {
            let asked = |(asked, truth): &(Question, Answer)| {
                let mut object = question(asked);
                object["truth"] = answer(truth);
                object
            };
            let questions: Json = sheet.questions.iter().map(asked).collect();
            json!({"event": "sheet", "game": sheet.game, "seed": sheet.seed, "questions": questions})
        }
        QuizReport::Question { question: asked, opening } => {
            let mut object = question(asked);
            object["event"] = "question".into();
            object["seed"] = opening.as_ref().map(|opening| opening.1).into();
            object
        }
        QuizReport::Graded(graded) => json!({
            "event": "graded",
            "question": question(&graded.question),
            "given": answer(&graded.given),
            "right": graded.right,
            "truth": answer(&graded.truth),
            "slip": graded.slip.map(|slip| match slip {
                Slip::PlainSum => "plain_sum",
                Slip::Sizes => "sizes",
                Slip::Size => "size",
                Slip::XorOfOptions => "xor_of_options",
            }),
            "explanation": graded.explanation.as_ref().map(answers::explanation),
        }),
        QuizReport::Unread { line, task: asked } => json!({"event": "unread", "line": line, "task": task(*asked)}),
        QuizReport::Illegal { line, why, choices: shown } => json!({
            "event": "illegal",
            "line": line,
            "why": refusal(why),
            "moves": choices(shown),
            "more": shown.more,
        }),
        QuizReport::Help(asked) => json!({"event": "help", "task": task(*asked)}),
        QuizReport::Score(so_far) => score("score", so_far),
        QuizReport::Over(end) => score("over", end),
        QuizReport::Left => json!({"event": "left"}),
    };
    object["type"] = "quiz".into();
    object
}

fn question(question: &Question) -> Json {
    json!({
        "number": question.number,
        "of": question.of,
        "position": question.sum.to_string(),
        "task": task(question.task),
    })
}

fn task(task: Task) -> &'static str {
    match task {
        Task::Value => "value",
        Task::Winner => "winner",
        Task::Move => "move",
    }
}

fn answer(answer: &Answer) -> Json {
    match answer {
        Answer::Value(value) => value.0.into(),
        Answer::Winner(outcome) => outcome.winner().to_string().into(),
        Answer::Move(Some(made)) => choice(made),
        Answer::Move(None) => "none".into(),
        Answer::Skipped => Json::Null,
    }
}

fn score(event: &str, score: &Score) -> Json {
    json!({
        "event": event,
        "game": score.game,
        "seed": score.seed,
        "right": score.right,
        "asked": score.asked,
        "of": score.of,
        "wrong": score.wrong.iter().map(Sum::to_string).collect::<Vec<_>>(),
    })
}

pub fn tour(report: &TourReport) -> Json {
    let mut object = match report {
        TourReport::Page(page) => json!({
            "event": "page",
            "lesson": page.number,
            "of": page.of,
            "title": page.title,
            "text": page.text.trim_matches('\n'),
            "exercise": page.ask,
        }),
        TourReport::Solved { praise, next } => {
            let (exercise, lesson) = match next {
                AfterExercise::Ask(ask) => (Some(*ask), None),
                AfterExercise::Lesson(number, _) => (None, Some(*number)),
                AfterExercise::End => (None, None),
            };
            json!({"event": "solved", "text": praise, "exercise": exercise, "next_lesson": lesson})
        }
        TourReport::Again { word, solution } => json!({"event": "again", "text": word, "solution": solution}),
        TourReport::NotAMove { line, hint, solution } => {
            json!({"event": "not_a_move", "line": line, "text": hint, "solution": solution})
        }
        TourReport::Aside { ask } => json!({"event": "aside", "exercise": ask}),
        TourReport::Hint { hint, solution } => json!({"event": "hint", "text": hint, "solution": solution}),
        TourReport::Contents { lessons, at } => {
            let lesson = |(title, done): &(&str, bool)| json!({"title": title, "done": done});
            json!({"event": "contents", "lesson": at + 1, "lessons": lessons.iter().map(lesson).collect::<Json>()})
        }
        TourReport::NoSuchLesson { of } => json!({"event": "no_such_lesson", "of": of}),
        TourReport::Help => json!({"event": "help"}),
        TourReport::Left { number } => json!({"event": "left", "lesson": number}),
        TourReport::End => json!({"event": "end"}),
    };
    object["type"] = "tour".into();
    object
}
