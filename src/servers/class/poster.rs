//! What the terminal shows of a class: the address for students with its QR code, and the teacher's own.

use std::net::IpAddr;

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use crate::host::Host;
use crate::service::FrontEnd;
use crate::show::Language;
use crate::show::theme::Theme;
use crate::show::told::told;

pub(super) fn put_up(host: &mut Host, address: IpAddr, port: u16, secret: &str, is_in_a_room: bool) {
    let students = match address {
        IpAddr::V4(address) => format!("http://{address}:{port}/"),
        IpAddr::V6(address) => format!("http://[{address}]:{port}/"),
    };
    if host.settings.at_terminal_out
        && let Some(code) = in_squares(&students, host.settings.theme == Theme::Light)
    {
        host.line(&code);
    }
    let language = host.service.session.language;
    host.line(&language.words(told!("For students: {address}", address = &students)));
    // Behind the sign # it is sent to nobody.
    host.line(&language.words(told!("For you only: {address}", address = format!("{students}teacher#{secret}"))));
    if !is_in_a_room {
        host.remark(told!("this machine is in no network: students' devices cannot reach it"));
    }
    host.line(&language.words(told!("Ctrl-C ends the class.")));
}

/// The QR code of an address, whose squares are dark on light on the ground of the terminal: few cameras read it the other way round.
fn in_squares(address: &str, is_ground_light: bool) -> Option<String> {
    let code = QrCode::new(address).ok()?;
    // The library names what it draws with letters of a terminal's colour `Dark`, and what stays empty `Light`.
    let (dark, light) =
        if is_ground_light { (Dense1x2::Dark, Dense1x2::Light) } else { (Dense1x2::Light, Dense1x2::Dark) };
    Some(code.render::<Dense1x2>().dark_color(dark).light_color(light).build())
}

pub(super) fn take_down(language: Language, students: usize) {
    let who = match students {
        0 => told!("nobody has come"),
        n => told!("{n} student[s] [was|were] there", n),
    };
    let over = told!(
        "The class is over: {who}. The table is kept in the teacher's browser: serve the lesson again to see it.",
        who
    );
    eprintln!("\n{}", language.words(over));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_of_a_code_is_light_on_any_ground() {
        let margin = |is_ground_light| {
            in_squares("http://10.0.0.1:4040/", is_ground_light).unwrap().lines().next().map(str::to_owned)
        };
        assert!(margin(true).unwrap().chars().all(|square| square == ' '));
        assert!(margin(false).unwrap().chars().all(|square| square == '█'));
    }
}
