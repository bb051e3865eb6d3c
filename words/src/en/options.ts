/** The options of every game. */
import type { OptionTables } from '../tables.ts';
import { count } from './count.ts';
import { FLOWER_WAR, MEXICA } from './ring/options.ts';

const STARTER = (seat: number) => `Seat ${seat} starts.`;

export const OPTIONS: OptionTables = {
  'flower-war': FLOWER_WAR,
  mexica: MEXICA,
  'space-aztecs': {
    removedSet: {
      title: 'The colour that stays in the box',
      means: {
        random: 'With two to four players, one colour is taken out at random.',
        P: 'With two to four players, the pink villagers and animals are taken out.',
        Y: 'With two to four players, the yellow warriors are taken out.',
        B: 'With two to four players, the blue superiors are taken out.',
        G: 'With two to four players, the green special agents are taken out.',
      },
    },
    codex: {
      title: 'Codices',
      means: { yes: 'The eight codices are in the game.', no: 'The game has no codices, which is simpler.' },
    },
    memoryAid: {
      title: 'Memory',
      means: {
        off: 'Players remember what they saw in the piles.',
        ownLog: 'The table shows each player what that player last saw in each pile.',
      },
    },
    agentSelf: {
      title: 'An Agent that arrives',
      means: {
        yes: 'An Agent may go under a temple when it arrives.',
        no: 'An Agent helps only the Aztecs that arrive after it.',
      },
    },
    revealOrder: {
      title: 'Order of the cards',
      means: {
        clockwise: 'Players reveal their cards clockwise, from the player with the earliest card on.',
        byTime: 'Players reveal their cards in the order of their times.',
      },
    },
    startPlayer: {
      title: 'Who starts',
      means: {
        random: 'Chance decides who starts.',
        host: 'The host of the table starts.',
        'seat-0': STARTER(1),
        'seat-1': STARTER(2),
        'seat-2': STARTER(3),
        'seat-3': STARTER(4),
        'seat-4': STARTER(5),
        'seat-5': STARTER(6),
      },
    },
    tieBreak: {
      title: 'Equal points',
      means: {
        standard: 'If players have equally many points, Aztecs decide, then temples.',
        shared: 'Players with equally many points share the victory.',
      },
    },
  },
  tieqchieq: {
    board: {
      title: 'Board',
      means: {
        S7: 'Each player owns one square of the lane.',
        F7: 'Each player owns two squares of the lane, and the match lasts longer.',
      },
    },
    surcharge: {
      title: 'Tosses that do not fit',
      means: {
        exact: 'A token moves only if a square fits the toss exactly.',
        spendUpTo: 'A token that no square fits exactly goes as far as the toss allows.',
      },
    },
    plusFree: {
      title: "A bonus step onto the other player's square",
      means: {
        yes: "A bonus step onto the other player's square costs nothing more.",
        no: "A bonus step cannot go onto the other player's square.",
      },
    },
    mayPass: {
      title: 'Passing',
      means: { yes: 'A player may pass instead of moving.', no: 'A player who can move must move.' },
    },
    stacking: {
      title: 'Several tokens on a square',
      means: {
        yes: 'Several tokens of one player may stand on a square, and lose a battle together.',
        no: 'Only one token may stand on a square.',
      },
    },
    startPlayer: {
      title: 'Who starts',
      means: {
        random: 'Chance decides who starts.',
        host: 'The host of the table starts.',
        'seat-0': 'Red starts.',
        'seat-1': 'Yellow starts.',
      },
    },
    turnCap: {
      title: 'Longest match',
      means: (n) => `The match ends after ${count(n, { one: '# toss', other: '# tosses' })} at the latest.`,
    },
  },
};
