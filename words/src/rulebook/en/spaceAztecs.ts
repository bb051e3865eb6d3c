/** The rules of Space Aztecs. */
import { count } from '../../en/screen/names.ts';
import type { BookText, RuleSpeech } from '../texts.ts';
import { cards, players } from './ring.ts';

type Speech = RuleSpeech<'space-aztecs'>;

const points = (n: number): string => count(n, { one: '# point', other: '# points' });

/** The same line for each number of players, with what it says of the table. */
const perTable = ({ starts }: Speech, tell: (start: Speech['starts'][number]) => string): string =>
  starts.map((start) => `- ${players(start.seats)}: ${tell(start)}.`).join('\n');

/** `1 is worth 3 points, 2 are worth 9`. */
const byNumber = (scale: readonly number[]): string =>
  scale
    .slice(1)
    .map((n, index) => (index === 0 ? `1 is worth ${points(n)}` : `${index + 1} are worth ${n}`))
    .join(', ');

export const SPACE_AZTECS: BookText<'space-aztecs'> = {
  title: 'Space Aztecs',
  chapters: {
    goal: {
      title: 'Goal',
      rules: {
        1: 'Build the city that is worth the most points.',
        2: 'In each round you take a pile of cards, keep one of them in secret, and put it into your city. Temples protect your Aztecs; the flying saucers of the others capture them.',
      },
    },
    setup: {
      title: 'Set-up',
      rules: {
        1: ({ means }) =>
          `There are Aztecs, temples and flying saucers in four colours: pink villagers and animals, yellow warriors, blue superiors, and green special agents. ${means('codex')} Each card shows another time of the day.`,
        2: ({ means }) => means('removedSet'),
        3: (speech) =>
          `The cards are shuffled and dealt into piles, face down:\n${perTable(speech, ({ piles, pile }) => `${piles} piles of ${cards(pile)}`)}`,
        4: ({ means }) => `One player is the Starting Player of the first round. ${means('startPlayer')}`,
      },
    },
    turn: {
      title: 'Round',
      rules: {
        1: `All players play each round together:
- Take a pile and look at it.
- Choose one of its cards in secret. The rest of the pile goes back.
- All show the times of their cards at once.
- One after another, the players reveal their cards and put them into their cities.`,
        2: 'Beginning with the Starting Player, and then clockwise, each player takes a pile that is not empty and that no other player holds. Only its holder sees the cards of a pile.',
        3: ({ means }) =>
          `All choose at the same time. You may change your choice until every player has chosen. ${means('memoryAid')}`,
        4: 'The player with the earliest time becomes the Starting Player at once.',
        5: ({ means }) => `${means('revealOrder')} Each card does what it does before the next one is revealed.`,
        6: 'Then the next round begins.',
      },
    },
    aztecs: {
      title: 'Aztecs',
      rules: {
        1: 'An Aztec lies visible in your city. There, a saucer can capture it.',
        2: 'If you have a visible Agent and a temple of the colour of the Aztec, you may put the Aztec under this temple when it arrives, or leave it visible.',
        3: ({ means }) =>
          `An Agent that is under a temple itself helps no more. ${means('agentSelf')} Nothing moves between the temples later.`,
      },
    },
    temples: {
      title: 'Temples',
      rules: {
        1: 'All your visible Aztecs of its colour go under a new temple. You cannot leave one of them outside.',
        2: 'Aztecs under a temple are safe from saucers, and they stay there.',
        3: 'A temple may be empty. Later only an Agent brings Aztecs under it.',
      },
    },
    saucers: {
      title: 'Saucers',
      rules: {
        1: 'A flying saucer captures one visible Aztec of its colour from each other player, clockwise.',
        2: 'If a player has several of this colour, you choose which one your saucer captures.',
        3: 'Your own Aztecs are safe from your saucer. So are Aztecs that are revealed after it in the same round.',
        4: 'A captured Aztec is out of its city and does nothing any more.',
      },
    },
    codices: {
      title: 'Codices',
      rules: {
        1: ({ options: { codex } }) =>
          codex ? 'A codex lies open in your city. At the end it gives you points for what the city holds.' : '',
        2: ({ options: { codex } }) =>
          codex ? 'A codex counts neither saucers nor captured Aztecs. Codices of times count themselves, too.' : '',
      },
    },
    end: {
      title: 'End',
      rules: {
        1: (speech) =>
          `The match is over after a round in which two or more piles have become empty, or in which all cities together have this many saucers:\n${perTable(speech, ({ saucerLimit }) => `${saucerLimit} saucers`)}`,
        2: 'The round is played to its end. Further saucers still capture.',
      },
    },
    points: {
      title: 'Points',
      rules: {
        1: 'Each card says how many points it is worth. It does not matter whether an Aztec is visible or under a temple, unless its card says so.',
        2: ({ worth }) =>
          `Pink: if pink is in the game, the player with the fewest pink Aztecs loses ${points(-worth.fewestPink)}. If several have equally few, all of them lose these points.`,
        3: ({ worth }) =>
          `Yellow: warriors are worth more together. In one city:\n- Eagle Warriors: ${byNumber(worth.eagle)}.\n- Jaguar Warriors: ${byNumber(worth.jaguar)}.\n- Otomi Warriors: ${byNumber(worth.otomi)}.`,
        4: ({ worth }) =>
          `Blue: a High Priest and a Star Visitor in your city are worth ${points(worth.pair)} together. Each counts in one pair only. You get as many pairs as you can.`,
        5: 'Green: an Archivist is worth more under a temple.',
        6: ({ options: { codex } }) => (codex ? 'Each codex gives the points that it says.' : ''),
        7: 'Each Aztec that your saucers have captured is worth 1 point.',
        8: 'Temples and saucers themselves are worth nothing. You can end below nothing.',
      },
    },
    winning: {
      title: 'Winning',
      rules: { 1: 'The player with the most points wins.', 2: ({ means }) => means('tieBreak') },
    },
    leaving: {
      title: 'Leaving',
      rules: {
        1: 'The city of a player who leaves stays: saucers can capture from it, and its own saucers count for the end. It gets no points. A pile or a card that this player holds goes back. If only one player is left, that player wins.',
      },
    },
  },
  captions: {
    start:
      'A match of four before the first round: the eight piles, and below them a row for each city. P, Y, B and G are the colours; T are temples, S saucers and X codices.',
    choosing: 'All choose. The first player holds the Ball Court and sees its two cards.',
    saucer: 'The first player has revealed a yellow saucer, and the second player has two yellow Aztecs in sight.',
    shelter: 'The first player has a visible Agent and a pink temple, so a pink Aztec that arrives may go under it.',
  },
  editions: {
    'space-aztecs': 'The whole game.',
    'space-aztecs-young': 'The simpler game.',
  },
};
