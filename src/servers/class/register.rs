//! Who is in the class, with what each has reached, and what the teacher has said to all. Whoever waits for news is woken.

use std::collections::HashMap;
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

/// The most students of a class: a hostile device cannot fill the memory by calling itself by ever other names.
const MOST_STUDENTS: usize = 1_000;
/// The longest name of a device, and the longest code of a result, in letters.
const LONGEST_DEVICE: usize = 64;
const LONGEST_CODE: usize = 4_000;
/// How long after its last word a device counts as there that does not wait for news.
const ABSENT: Duration = Duration::from_secs(10);

/// What the teacher says to all students at once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Conduct {
    /// Nobody goes on.
    pub paused: bool,
    /// The place of the last cell that is open; `None` if all are.
    pub part: Option<u32>,
    /// The right answers are shown, and nothing more is answered.
    pub answers: bool,
}

/// What a student's page says.
#[derive(Deserialize)]
pub(super) struct StudentWord {
    activity: String,
    device: String,
    code: String,
    /// Which conduct it knows.
    pub seen: u64,
}

/// What a student has reached.
struct StudentRow {
    /// By which the teacher's page knows the device; nobody can write for it who knows only this.
    id: String,
    code: String,
    /// The table's version when it last changed.
    changed: u64,
    /// When the device was last heard, and how many of its questions wait for news.
    heard: Instant,
    waiting: usize,
}

/// A row that has changed, as the teacher's page gets it.
#[derive(Serialize)]
struct News<'a> {
    id: &'a str,
    code: &'a str,
}

#[derive(Default)]
struct ClassTable {
    rows: Vec<StudentRow>,
    /// The row of each device.
    places: HashMap<String, usize>,
    conduct: Conduct,
}

pub(super) struct Register {
    /// Which lesson with which questions this is.
    activity: String,
    secret: String,
    table: Mutex<ClassTable>,
    /// The versions of the conduct and of the table. They begin with the time, so that those of a server that was restarted are later.
    conducted: watch::Sender<u64>,
    changed: watch::Sender<u64>,
}

/// A question of a device that waits for news.
pub(super) struct Waiting<'a> {
    register: &'a Register,
    place: usize,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if let Some(row) = self.register.table().rows.get_mut(self.place) {
            row.waiting -= 1;
            row.heard = Instant::now();
        }
    }
}

impl Register {
    pub(super) fn new(activity: String) -> Register {
        let begun = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_millis() as u64);
        // The standard library draws the keys of its hash tables from the system's random numbers.
        let secret = [RandomState::new(), RandomState::new()].map(|keys| format!("{:016x}", keys.hash_one(begun)));
        let (conducted, changed) = (watch::Sender::new(begun), watch::Sender::new(begun));
        Register { activity, secret: secret.concat(), table: Mutex::default(), conducted, changed }
    }

    pub(super) fn secret(&self) -> &str {
        &self.secret
    }

    fn table(&self) -> MutexGuard<'_, ClassTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many students there are.
    pub(super) fn count(&self) -> usize {
        self.table().rows.len()
    }

    /// Takes in what a student's page says. It may then wait for news.
    ///
    /// # Errors
    /// A sentence for the student.
    pub(super) fn hear(&self, word: &StudentWord) -> Result<Waiting<'_>, &'static str> {
        if word.activity != self.activity {
            return Err("Your teacher has begun another lesson: load this page again.");
        }
        let is_hex = |letter: u8| letter.is_ascii_hexdigit();
        if word.device.is_empty() || word.device.len() > LONGEST_DEVICE || !word.device.bytes().all(is_hex) {
            return Err("This device has not said its number.");
        }
        let is_letter = |letter: u8| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == b'-';
        if word.code.len() > LONGEST_CODE || !word.code.bytes().all(is_letter) {
            return Err("This is not the code of a result.");
        }
        let mut table = self.table();
        let place = match table.places.get(&word.device) {
            Some(place) => *place,
            None if table.rows.len() >= MOST_STUDENTS => return Err("This class is full."),
            None => {
                let place = table.rows.len();
                table.places.insert(word.device.clone(), place);
                let id = public_name(&word.device);
                table.rows.push(StudentRow { id, code: String::new(), changed: 0, heard: Instant::now(), waiting: 0 });
                place
            }
        };
        let row = &mut table.rows[place];
        row.waiting += 1;
        if row.code != word.code {
            row.code.clone_from(&word.code);
            self.changed.send_modify(|version| {
                *version += 1;
                row.changed = *version;
            });
        }
        Ok(Waiting { register: self, place })
    }

    /// What the teacher has said to all, with its version.
    pub(super) fn conduct(&self) -> serde_json::Value {
        let (version, table) = (*self.conducted.borrow(), self.table());
        serde_json::json!({"version": version, "conduct": table.conduct})
    }

    /// Waits until the conduct is another one than that of this version.
    pub(super) async fn conducted_after(&self, seen: u64) {
        let _ = self.conducted.subscribe().wait_for(|version| *version != seen).await;
    }

    /// The teacher says this to all.
    pub(super) fn tell(&self, conduct: Conduct) {
        self.table().conduct = conduct;
        self.conducted.send_modify(|version| *version += 1);
    }

    /// Whether this is the teacher. How long that takes tells nothing about the secret.
    pub(super) fn is_teacher(&self, secret: &str) -> bool {
        let differs = |(one, other): (u8, u8)| one ^ other;
        secret.len() == self.secret.len()
            && secret.bytes().zip(self.secret.bytes()).map(differs).fold(0, |all, one| all | one) == 0
    }

    /// Waits until the table is another one than that of this version.
    pub(super) async fn changed_after(&self, seen: u64) {
        let _ = self.changed.subscribe().wait_for(|version| *version != seen).await;
    }

    /// What the table has of later than this version, and who is there.
    pub(super) fn news(&self, seen: u64) -> serde_json::Value {
        let table = self.table();
        let version = *self.changed.borrow();
        // A version that is not of this server knows nothing.
        let seen = if seen > version { 0 } else { seen };
        let later = table.rows.iter().filter(|row| row.changed > seen);
        let rows: Vec<News> = later.map(|row| News { id: &row.id, code: &row.code }).collect();
        let is_there = |row: &&StudentRow| row.waiting > 0 || row.heard.elapsed() < ABSENT;
        let here: Vec<&str> = table.rows.iter().filter(is_there).map(|row| &*row.id).collect();
        serde_json::json!({"version": version, "rows": rows, "here": here, "conduct": table.conduct})
    }
}

/// What the teacher's page calls a device, the same after a restart.
fn public_name(device: &str) -> String {
    let mut hasher = DefaultHasher::new();
    device.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
