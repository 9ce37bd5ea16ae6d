// What stands in a page that is opened without a script.

export const WELCOME = `## # Impartial games
## Change a cell and run it with ▶ or Ctrl+Enter. Nothing leaves this page.

game S = take <1,2,3>
winner S(3)+S(4)+S(5)

explain S(3)+S(4)+S(5)
`;
