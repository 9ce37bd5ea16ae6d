//! The requests of a class, of which there are four: the page of students, the teacher's, what a student's page says, and what the teacher's
//! asks. Each is bounded, and none names a file.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::register::{Conduct, Register, StudentWord};
use crate::show::Language;

/// The most bytes of what a page says.
const LONGEST_BODY: usize = 16_384;
/// How long a device may take to say it, and the head of a request.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a student's page waits for news before it asks again, and the teacher's, which also wants to know who has gone.
const HOLD: Duration = Duration::from_secs(20);
const TEACHER_HOLD: Duration = Duration::from_secs(2);
/// Before the teacher's page is told, what comes at once is gathered.
const GATHERING: Duration = Duration::from_millis(200);
/// The most connections at a time; whoever comes then waits.
const MOST_CONNECTIONS: usize = 2_000;

/// The page as students and as the teacher get it.
#[derive(Clone)]
pub(super) struct Pages {
    pub student: Bytes,
    pub teacher: Bytes,
}

#[derive(Clone)]
pub(super) struct Site {
    pub register: Arc<Register>,
    /// For readers of each language that has a page of its own, and behind them those for all others.
    pub pages: Arc<[(Language, Pages)]>,
}

/// What the teacher's page asks.
#[derive(Deserialize)]
struct TeacherWord {
    secret: String,
    /// Which version of the table it knows.
    seen: u64,
    /// What is said to all students from now on.
    conduct: Option<Conduct>,
}

type HttpAnswer = Response<Full<Bytes>>;

/// Serves until the program ends.
///
/// # Errors
/// If the system gives no way to wait for connections.
pub(super) fn run(listener: TcpListener, site: Site) -> io::Result<Infallible> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        loop {
            let Ok(place) = room.clone().acquire_owned().await else { continue };
            let Ok((stream, _)) = listener.accept().await else {
                // Too many files are open, or the device has gone again.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let site = site.clone();
            tokio::spawn(async move {
                let service = service_fn(|request| {
                    let site = site.clone();
                    async move { Ok::<_, Infallible>(site.answer(request).await) }
                });
                // A device that goes away, or says what is no request, ends its connection.
                let _ = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(PATIENCE)
                    .max_buf_size(LONGEST_BODY)
                    .serve_connection(TokioIo::new(stream), service)
                    .await;
                drop(place);
            });
        }
    })
}

impl Site {
    async fn answer(&self, request: Request<Incoming>) -> HttpAnswer {
        match (request.method(), request.uri().path()) {
            (&Method::GET, "/") => self.page(&request, |pages| &pages.student),
            (&Method::GET, "/teacher") => self.page(&request, |pages| &pages.teacher),
            (&Method::POST, "/reached") => self.reached(request).await.unwrap_or_else(|refused| refused),
            (&Method::POST, "/table") => self.table(request).await.unwrap_or_else(|refused| refused),
            _ => refused(
                StatusCode::NOT_FOUND,
                "There is nothing at this address. The lesson is at the one without anything behind the port.",
            ),
        }
    }

    /// The page in the language that the browser asks for.
    fn page(&self, request: &Request<Incoming>, role: impl Fn(&Pages) -> &Bytes) -> HttpAnswer {
        let asked = request.headers().get(header::ACCEPT_LANGUAGE).and_then(|asked| asked.to_str().ok());
        let language = most_wanted(asked.unwrap_or_default());
        let own = self.pages.iter().find(|(own, _)| Some(*own) == language).or(self.pages.last());
        own.map_or_else(
            || refused(StatusCode::NOT_FOUND, "There is no page."),
            |(_, pages)| answer(StatusCode::OK, "text/html; charset=utf-16le", role(pages).clone()),
        )
    }

    /// A student's page says what was reached, and waits for what the teacher says.
    async fn reached(&self, request: Request<Incoming>) -> Result<HttpAnswer, HttpAnswer> {
        let word: StudentWord = said(request).await?;
        let waiting = self.register.hear(&word).map_err(|why| refused(StatusCode::CONFLICT, why))?;
        within(HOLD, self.register.conducted_after(word.seen)).await;
        drop(waiting);
        Ok(told(StatusCode::OK, &self.register.conduct()))
    }

    /// The teacher's page asks for the table, and may say something to all.
    async fn table(&self, request: Request<Incoming>) -> Result<HttpAnswer, HttpAnswer> {
        let asked: TeacherWord = said(request).await?;
        if !self.register.is_teacher(&asked.secret) {
            let why = "This is the teacher's page. Its address is the one that the program has printed, and is another one each time it is started.";
            return Err(refused(StatusCode::FORBIDDEN, why));
        }
        if let Some(conduct) = asked.conduct {
            self.register.tell(conduct);
        } else {
            within(TEACHER_HOLD, self.register.changed_after(asked.seen)).await;
            tokio::time::sleep(GATHERING).await;
        }
        Ok(told(StatusCode::OK, &self.register.news(asked.seen)))
    }
}

/// Waits for something, but not longer than that.
async fn within(time: Duration, wanted: impl Future<Output = ()>) {
    let _ = tokio::time::timeout(time, wanted).await;
}

/// What a page says, as JSON. Pages of other sites cannot send that without being asked whether they may, which is answered by nothing.
async fn said<T: DeserializeOwned>(request: Request<Incoming>) -> Result<T, HttpAnswer> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if kind.is_none_or(|kind| kind.split(';').next() != Some("application/json")) {
        return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Only the page of the lesson talks to this address."));
    }
    let too_long = || refused(StatusCode::PAYLOAD_TOO_LARGE, "This is longer than a result can be.");
    // What says that it is too long is not read at all.
    if request.body().size_hint().lower() > LONGEST_BODY as u64 {
        return Err(too_long());
    }
    let whole = tokio::time::timeout(PATIENCE, Limited::new(request.into_body(), LONGEST_BODY).collect()).await;
    let whole = whole.map_err(|_| refused(StatusCode::REQUEST_TIMEOUT, "This came too slowly."))?;
    let bytes = whole.map_err(|_| too_long())?.to_bytes();
    serde_json::from_slice(&bytes)
        .map_err(|_| refused(StatusCode::BAD_REQUEST, "This is not what the page of the lesson says."))
}

/// The language that a browser prefers among those in which the program has words: `de-AT,de;q=0.9,en;q=0.8`.
fn most_wanted(asked: &str) -> Option<Language> {
    let weighted = asked.split(',').filter_map(|wanted| {
        let (code, weight) = wanted.split_once(";q=").unwrap_or((wanted, "1"));
        Some((Language::with_code(code.trim())?, weight.trim().parse::<f64>().unwrap_or(0.0)))
    });
    // Of equal ones the first.
    weighted.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(language, _)| language)
}

fn refused(status: StatusCode, why: &str) -> HttpAnswer {
    told(status, &json!({"problem": why}))
}

fn told(status: StatusCode, what: &Value) -> HttpAnswer {
    answer(status, "application/json", what.to_string().into())
}

fn answer(status: StatusCode, kind: &'static str, body: Bytes) -> HttpAnswer {
    let mut answer = Response::new(Full::new(body));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_that_a_browser_prefers() {
        let code = |asked| most_wanted(asked).map(Language::code);
        assert_eq!(code("de-AT,de;q=0.9,en;q=0.8"), Some("de"));
        assert_eq!(code("fr-FR, fr;q=0.9, en;q=0.5, es;q=0.7"), Some("es"));
        assert_eq!(code("en-US,en;q=0.9,de;q=0.9"), Some("en"));
        assert_eq!(code("fr;q=0.9,*;q=0.1"), None);
        assert_eq!(code(""), None);
    }
}
