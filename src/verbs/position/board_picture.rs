//! The picture of a position on a board, or of the move that wins there.

use grundy_engine::game::Sum;

use crate::show::document::{Boards, Role, ShownBoards};
use crate::show::phrase::{plain, sum};
use crate::verbs::position::board::{of_move, single_board};
use crate::verbs::position::data::Move;
use crate::verbs::position::move_notation::move_in;

/// The picture of a winning move, or else that of the position asked about; `None` if they are not on a board.
pub fn picture(position: &Sum, winning: Option<&Move>) -> Option<ShownBoards> {
    let short_title = vec![sum(position)];
    match winning {
        Some(step) => {
            let title = vec![plain("Winning move: "), move_in(position, Role::Good, step)];
            Some(ShownBoards { title, short_title, boards: of_move(step)? })
        }
        None => {
            let boards = Boards { before: single_board(position)?, after: None, numbered: false };
            Some(ShownBoards { title: short_title.clone(), short_title, boards })
        }
    }
}
