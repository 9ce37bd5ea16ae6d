// What stands in a page that is opened without a script.

const GAME = `#| code: hide
play Nim(3) + Nim(4) + Nim(5)`;
const OWN = `game S = take <1,2,3>
winner S(3)+S(4)+S(5)
`;

const ENGLISH = `## # Who makes the last move?
## Two players take turns. A move takes stones from one heap, as many as the player likes. Whoever takes the last stone of all
## wins. Touch a stone: it is taken, with those behind it.

${GAME}

## # Your own game
## Statements describe games and ask about them. Change them, and run them with ▶ or Ctrl+Enter. Nothing leaves this page.

${OWN}`;

const CHINESE = `## # 谁走最后一步？
## 两位玩家轮流走。每一步从一堆中拿石子，想拿多少就拿多少。拿走最后一颗石子的人赢。点一颗石子：它和它后面的石子就被拿走。

${GAME}

## # 你自己的游戏
## 语句描述游戏并提出问题。修改它们，用 ▶ 或 Ctrl+Enter 运行。什么都不会离开这个页面。

${OWN}`;

export const welcome = (language) => (language === "zh" ? CHINESE : ENGLISH);
