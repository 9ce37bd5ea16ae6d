//! `grundy class lesson.cgt`: the classroom's server. It hands the page with the lesson to the room's network, and takes what students
//! have reached, for the table that their teacher's page draws. It marks nothing and keeps nothing: a result is a code that the page
//! has written and the page reads, students' browsers send theirs again to a server that was restarted, and no file is written.

mod http;
mod poster;
mod register;

use std::net::{IpAddr, Ipv4Addr, TcpListener, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;

use http::{Pages, Site};
use register::Register;

use crate::host::{ClassPages, ExitStatus, Host, PagesOfRoles};
use crate::show::told::{Told, told};

/// What the command line says of a class.
pub struct ClassArguments {
    pub lesson: PathBuf,
    /// The page with the language in it; `None` for the one beside the program.
    pub page: Option<PathBuf>,
    pub address: Option<IpAddr>,
    pub port: u16,
    pub seed: Option<u32>,
}

/// Serves a class until Ctrl-C.
pub fn serve(mut host: Host, class: &ClassArguments) -> ExitStatus {
    let Some(ClassPages { activity, pages }) = host.class_pages(&class.lesson, class.page.as_deref(), class.seed)
    else {
        return host.exit_status;
    };
    let room = class.address.or_else(address_in_the_room);
    let here = room.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    // Whoever names an address wants no other one to be answered.
    let heard = class.address.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    let listener = match TcpListener::bind((heard, class.port)) {
        Ok(listener) => listener,
        Err(error) => {
            let (port, problem) = (class.port, error.to_string());
            return failed(
                &host,
                told!(
                    "nobody can be served at port {port}: {problem}; --port names another one",
                    port = u64::from(port),
                    problem
                ),
            );
        }
    };
    let port = listener.local_addr().map_or(class.port, |address| address.port());
    let register = Arc::new(Register::new(activity));
    poster::put_up(&mut host, here, port, register.secret(), room.is_some());
    let ending = register.clone();
    let language = host.service.session.language;
    host.watch.on_exit(move || poster::take_down(language, ending.count()));
    let page = |PagesOfRoles { student, teacher }| Pages { student: student.into(), teacher: teacher.into() };
    let pages = pages.into_iter().map(|(language, made)| (language, page(made))).collect();
    let site = Site { register, pages };
    match http::run(listener, site) {
        Err(error) => failed(&host, told!("the class cannot be served: {problem}", problem = error.to_string())),
        Ok(never) => match never {},
    }
}

fn failed(host: &Host, problem: Told) -> ExitStatus {
    eprintln!("error: {}", host.service.session.language.words(problem));
    ExitStatus::Failure
}

/// The address of this machine in its network. Nothing is sent for that: the system only says from where it would send.
fn address_in_the_room() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address that belongs to nobody (RFC 5737).
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_unspecified() && !address.is_loopback()).then_some(address)
}
