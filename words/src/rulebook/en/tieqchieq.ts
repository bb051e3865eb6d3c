/** The rules of Tieqchieq. */
import { count } from '../../en/screen/names.ts';
import type { BookText } from '../texts.ts';

const tokens = (n: number): string => count(n, { one: '# token', other: '# tokens' });

export const TIEQCHIEQ: BookText<'tieqchieq'> = {
  title: 'Tieqchieq',
  chapters: {
    goal: {
      title: 'Goal',
      rules: {
        1: ({ starts: [start] }) =>
          `Bring all your ${tokens(start?.tokens ?? 0)} to the end of your path before the other player does.`,
        2: 'Four coins say how far a token goes. In the middle both paths share a lane, where tokens fight for squares.',
      },
    },
    setup: {
      title: 'Set-up',
      rules: {
        1: ({ starts: [start] }) => `Two players, Red and Yellow, have ${tokens(start?.tokens ?? 0)} each.`,
        2: 'At the start all tokens wait in the reserve, before the first square of the path.',
        3: ({ means }) => means('startPlayer'),
      },
    },
    turn: {
      title: 'Turn',
      rules: {
        1: `The players take turns. In your turn you do this:
- Toss the four coins.
- Go with one token as far as the coins say.
- Fight, if the token comes to a token of the other player.`,
        2: 'The number of heads is your toss, 0 to 4. With 0 your turn is over.',
        3: 'Use the toss for one token: bring one from the reserve onto the board, or move one that is there already. If no token can use the toss, your turn is over.',
        4: ({ means }) => means('mayPass'),
      },
    },
    board: {
      title: 'Board',
      rules: {
        1: 'Each path has 14 squares. Squares 1 to 4 and 12 to 14 are your own: the other player never comes there. Behind square 14 is the end.',
        2: 'Squares 5 to 11 are the lane. Both players go through it, each from their own side: square 5 of Red is square 11 of Yellow.',
        3: 'Some squares have a mark: a plus (+), a ring (○) or the sun (☼), which is in the middle of the lane. In the lane a plus has the letter of its colour.',
      },
    },
    move: {
      title: 'Move',
      rules: {
        1: 'Each square that a token enters or passes costs 1 of the toss. A square of the lane that belongs to the other player costs 3.',
        2: ({ means }) => means('surcharge'),
        3: ({ means, options: { board } }) =>
          `${means('board')} ${board === 'S7' ? 'The picture shows the other board, the fortress.' : 'The picture shows this board.'}`,
        4: ({ means }) => `Tokens pass each other freely. ${means('stacking')}`,
        5: 'The last step to the end costs 1 like any other, and must fit the toss exactly.',
        6: 'A token that has reached the end stays there.',
      },
    },
    battle: {
      title: 'Battle',
      rules: {
        1: 'If your token comes to a square with a token of the other player, you attack it.',
        2: 'Two coins are tossed. Each has a red and a yellow side. If both show the colour of the defender, the attacker loses. Otherwise the attacker wins. So you win three battles out of four.',
        3: 'The token that loses goes back to the reserve of its player. If you win, your token stands on the square, and the mark of the square counts.',
        4: 'If you lose, no mark counts, and your turn is over.',
      },
    },
    marks: {
      title: 'Marks',
      rules: {
        1: 'A mark counts when a token arrives on it, and only then.',
        2: ({ means }) =>
          `Plus of your colour: the token may go one square farther at once, with everything that follows there. ${means('plusFree')} If the token cannot go there, nothing happens.`,
        3: 'Ring: you toss again.',
        4: 'Sun: you toss again, and as long as the token stays there, no token can attack it.',
        5: 'A plus of the other colour does nothing for you.',
      },
    },
    winning: {
      title: 'Winning',
      rules: {
        1: 'The first player with all tokens at the end wins at once.',
        2: ({ means }) =>
          `${means('turnCap')} Then the player wins whose tokens have gone farther all together. If both have gone equally far, it is a draw.`,
      },
    },
    leaving: { title: 'Leaving', rules: { 1: 'If a player leaves, the other one wins.' } },
  },
  captions: {
    start:
      'The path of Red is above, the path of Yellow below, and the lane between them. All tokens are in reserve. Small letters beside a mark tell whose square it is: r, red (R); y, yellow (Y).',
    ring: 'Red has tossed 2. The token on 4 can go to 6, a ring, and Red would toss again.',
    battle: 'Red has tossed 1. The token on 4 can go to 5, where it would attack a token of Yellow.',
    sun: 'Red has tossed 3. The token on 5 cannot go to 8, because a token of Yellow is on the sun.',
    fortress: 'The fortress: each player owns two squares of the lane. Red has tossed 4.',
  },
  editions: {
    tieqchieq: 'The usual game.',
    'tieqchieq-fortress': 'For players who know the game and have time.',
    'tieqchieq-young': 'A toss is hardly ever lost.',
  },
};
