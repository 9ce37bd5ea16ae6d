//! Numbers of the characters of texts in which those that boards are made of lie close together: then a board takes few
//! bits.

/// The characters of one byte, those of boards first.
const ORDER: [u8; 128] = order();

/// Where each stands in [`ORDER`].
const PLACE: [u8; 128] = places();

/// What most boards are made of.
const FIRST: &[u8] = b".#/XOxo+-*_ 01";

#[expect(clippy::cast_possible_truncation, reason = "there are 128 characters")]
const fn order() -> [u8; 128] {
    let (mut order, mut is_placed, mut at) = ([0; 128], [false; 128], 0);
    while at < FIRST.len() {
        order[at] = FIRST[at];
        is_placed[FIRST[at] as usize] = true;
        at += 1;
    }
    // The others follow in alphabetical order, digits and letters before all signs.
    let mut pass = 0;
    while pass < 2 {
        let mut byte = 0;
        while byte < 128 {
            let is_turn = (byte as u8).is_ascii_alphanumeric() == (pass == 0);
            if is_turn && !is_placed[byte] {
                order[at] = byte as u8;
                at += 1;
            }
            byte += 1;
        }
        pass += 1;
    }
    order
}

#[expect(clippy::cast_possible_truncation, reason = "there are 128 characters")]
const fn places() -> [u8; 128] {
    let (mut places, mut at) = ([0; 128], 0);
    while at < 128 {
        places[ORDER[at] as usize] = at as u8;
        at += 1;
    }
    places
}

/// The number of a character, given by its byte; `None` if it has more bytes than one.
#[inline]
pub(super) fn place(byte: i64) -> Option<i64> {
    PLACE.get(usize::try_from(byte).ok()?).map(|place| i64::from(*place))
}

/// The byte of the character with a number that [`place`] has given.
#[inline]
pub(super) fn byte(place: i64) -> i64 {
    usize::try_from(place).ok().and_then(|place| ORDER.get(place)).map_or(0, |byte| i64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_character_has_a_number_of_its_own() {
        assert!((0..128).all(|byte_of| place(byte_of).map(byte) == Some(byte_of)));
        assert_eq!((place(128), place(-1), place(i64::from(b'.'))), (None, None, Some(0)));
    }
}
