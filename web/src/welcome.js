// What stands in a page that is opened without a script.

import { told } from "./told.js";

export const welcome = () => `## # ${told("Who makes the last move?")}
## ${told("Two players take turns. A move takes stones from one heap, as many as the player likes. Whoever takes the last stone of all wins. Touch a stone: it is taken, with those behind it.")}

#| code: hide
play Nim(3) + Nim(4) + Nim(5)

## # ${told("Your own game")}
## ${told("Statements describe games and ask about them. Change them, and run them with ▶ or Ctrl+Enter. Nothing leaves this page.")}

game S = take <1,2,3>
winner S(3)+S(4)+S(5)
`;
