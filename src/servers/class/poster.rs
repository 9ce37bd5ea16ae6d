//! What the terminal shows of a class: the address for students with its QR code, and the teacher's own.

use std::net::IpAddr;

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use crate::host::{Host, remark};
use crate::service::FrontEnd;

pub(super) fn put_up(host: &mut Host, address: IpAddr, port: u16, secret: &str, is_in_a_room: bool) {
    let students = match address {
        IpAddr::V4(address) => format!("http://{address}:{port}/"),
        IpAddr::V6(address) => format!("http://[{address}]:{port}/"),
    };
    if host.settings.at_terminal_out
        && let Some(code) = in_squares(&students)
    {
        host.line(&code);
    }
    host.line(&format!("For students: {students}"));
    // Behind the sign # it is sent to nobody.
    host.line(&format!("For you only: {students}teacher#{secret}"));
    if !is_in_a_room {
        remark(false, "this machine is in no network: students' devices cannot reach it");
    }
    host.line("Ctrl-C ends the class.");
}

/// The QR code of an address, dark on light whatever the ground of the terminal.
fn in_squares(address: &str) -> Option<String> {
    let code = QrCode::new(address).ok()?;
    // A terminal that is dark shows letters light.
    Some(code.render::<Dense1x2>().dark_color(Dense1x2::Dark).light_color(Dense1x2::Light).build())
}

pub(super) fn take_down(students: usize) {
    let who = match students {
        0 => "nobody has come".to_owned(),
        1 => "1 student was there".to_owned(),
        many => format!("{many} students were there"),
    };
    eprintln!(
        "\nThe class is over: {who}. The table is kept in the teacher's browser: serve the lesson again to see it."
    );
}
