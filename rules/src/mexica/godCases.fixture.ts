/** What each War, Rain and Week card must do. */
import { type Day, wrap } from '../ring/model/calendar.ts';
import type { CardId } from '../ring/model/card.ts';
import {
  action,
  BATTLE,
  battle,
  type Case,
  cancels,
  day,
  LANDED,
  OFFERING,
  PLAYING,
  TABLE,
  thirdSign,
} from './cases.fixture.ts';

const SEATS = ['E', 'N', 'W', 'S'];

/** Tokens of the four tribes, in the order of seats. */
const skulls = (E: number, N = 4, W = 3, S = 2): object => ({
  tribes: { E: { skulls: E }, N: { skulls: N }, W: { skulls: W }, S: { skulls: S } },
});

/** The tokens of E and N after a battle. */
const fought = (E: number, N: number): object => ({ tribes: { E: { skulls: E }, N: { skulls: N } } });

const BY_EAST = { holder: 'E', dice: [3, 3], after: [fought(9, 1)] } as const;

export const GOD_CASES: Readonly<Record<CardId, readonly Case[]>> = {
  W01: [
    battle('W01', { ...BY_EAST, title: '+1 in attack' }),
    battle('W01', { holder: 'N', dice: [3, 3], after: [fought(3, 7)], title: '+1 in defence' }),
  ],
  W02: [battle('W02', { ...BY_EAST, dice: [2, 3] })],
  W03: [
    battle('W03', {
      title: '+1 for each card',
      holder: 'E',
      dice: [3, 4],
      given: [{ tribes: { E: { hand: ['W03', 'R02', 'R03'] } } }],
      moves: ['E pick R03', 'E pick R02'],
      after: [fought(10, 0), { discards: { rain: ['R03', 'R02'] } }],
    }),
  ],
  W04: [battle('W04', { holder: 'E', dice: [2, 3, 5], plain: [2, 3], after: [fought(9, 1)] })],
  W05: [battle('W05', { holder: 'N', dice: [5, 2, 1], plain: [5, 2], after: [fought(5, 5)] })],
  W06: [battle('W06', { holder: 'E', dice: [4, 1], after: [fought(9, 1)] })],
  W07: [battle('W07', { holder: 'E', dice: [1, 6, 'heads'], plain: [1, 6], after: [fought(7, 3)] })],
  W08: [battle('W08', { holder: 'E', dice: [6, 2], after: [fought(9, 2)] })],
  W09: [action('W09', '', { after: [skulls(8, 3, 2, 1)] })],
  W10: [
    action('W10', ' @north', {
      given: [{ tribes: { N: { day: 16 } } }],
      chance: [6, 1],
      after: [skulls(7, 3), { days: { malinalli: 6 } }],
    }),
  ],
  W11: [reach()],
  W13: [
    action('W13', ' @north', {
      given: [{ decks: { war: ['W11'] } }],
      chance: [6, 1],
      after: [skulls(6, 3), { tribes: { E: { hand: ['R02', 'W11'] } } }],
    }),
  ],
  W14: [
    battle('W14', {
      title: '+3 where twelve are gone',
      holder: 'E',
      dice: [1, 3],
      given: [{ days: { itzcuintli: 2 } }],
      after: [fought(9, 1), { days: { itzcuintli: 1 } }],
    }),
  ],
  WEA: [thirdSign('WEA', { victories: ['RSE', 'D020'], instead: 'W01', ...sacrificeTo('war') }, offeredTo('war'))],
  R02: [action('R02', '', { after: [skulls(6), { days: { malinalli: 6 } }] })],
  R03: [action('R03', '', { after: [skulls(7)] })],
  R04: [battle('R04', { holder: 'N', dice: [4, 3], after: [fought(2, 8)] })],
  R05: [battle('R05', { holder: 'N', dice: [6, 3], after: [fought(7, 3)] })],
  R06: [battle('R06', { title: 'no battle', holder: 'N', dice: [], plain: [6, 2], after: [fought(7, 3)] })],
  R07: [battle('R07', { title: 'nothing is paid', holder: 'N', dice: [6, 2], after: [] })],
  R08: [cancels('R08', action('W09', '', { given: [{ tribes: { N: { hand: ['R08'] } } }], after: [] })), squall()],
  R09: [
    action('R09', ' war', {
      given: [{ decks: { war: ['W11', 'W09'] } }],
      moves: ['E pick W09', 'E choose @north'],
      after: [{ tribes: { E: { hand: ['R02', 'W09'] }, N: { hand: ['W11'] } } }],
    }),
  ],
  R10: [
    action('R10', '', {
      given: [{ tribes: { E: { hand: ['R10', 'R02', 'W01'] } }, decks: { war: ['W11'] } }],
      moves: ['E pick W01', 'E done'],
      after: [
        { tribes: { E: { hand: ['R02', 'W11'], modifiers: [{ kind: 'play-cost', n: -1, lasts: 'turn' }] } } },
        { discards: { war: ['W01'] } },
      ],
    }),
  ],
  R11: [
    action('R11', ' +2', { title: 'forward', after: [come(14)] }),
    action('R11', ' -1', { title: 'backward', after: [come(11)] }),
  ],
  R13: [
    action('R13', ' @north', {
      given: [{ tribes: { N: { hand: ['W01', 'W02'] } } }],
      chance: ['W02'],
      after: [skulls(4, 5), { tribes: { E: { hand: ['R02', 'W02'] }, N: { hand: ['W01'] } } }],
    }),
  ],
  R16: [sealed()],
  R17: [
    action('R17', ' war', {
      given: [{ decks: { war: ['W02', 'W06', 'W09', 'W11'] } }],
      moves: ['E pick W02', 'E pick W11', 'E pick W09', 'E pick W06'],
      after: [
        { tribes: { E: { hand: ['R02', 'W02'] }, N: { hand: ['W11'] }, W: { hand: ['W09'] }, S: { hand: ['W06'] } } },
      ],
    }),
  ],
  RSE: [thirdSign('RSE', { victories: ['WEA', 'D020'], instead: 'R03', ...sacrificeTo('rain') }, offeredTo('rain'))],
};

function come(to: Day): object {
  return { tribes: { E: { day: to, skulls: 6 } }, days: { [day(to)]: 6 }, turn: { arrivals: 2 } };
}

function sacrificeTo(deck: 'war' | 'rain') {
  return { deck, moves: [`E offer ${deck}`, 'E draw'] };
}

function offeredTo(deck: 'war' | 'rain'): readonly object[] {
  return [{ lake: { [deck]: 1 }, tally: { [deck]: 1 }, turn: { offered: 1 } }];
}

/** The east plays W11, and in its next turn attacks a tribe two days ahead. */
function reach(): Case {
  const table = {
    days: Array.from({ length: 20 }, () => 7),
    phase: { kind: 'offering', seat: 'E' },
    tribes: { E: { day: 12, skulls: 7 }, W: { day: 18, skulls: 3 } },
    turn: { moves: 1, arrivals: 1 },
  };
  const round = ['W roll', 'W done', 'E roll'];
  return {
    card: 'W11',
    title: 'is felt in the next turn',
    seats: ['E', 'W'],
    chance: [1, 5, 6, 1],
    given: [table, { tribes: { E: { hand: ['W11'] } } }],
    moves: ['E done', 'E play W11', ...round, 'E attack @west'],
    after: [
      {
        round: 2,
        tribes: { E: { day: 17, skulls: 9, hand: [] }, W: { day: 19, skulls: 3 } },
        discards: { war: ['W11'] },
      },
      { days: { olin: 6, quiyahuitl: 6 }, turn: { hasCollected: true, farAttacks: ['W'] } },
      { tribes: { E: { modifiers: [{ kind: 'range', n: 2, lasts: 'next-turn' }] } } },
    ],
    without: { given: [table], chance: [1, 5], moves: ['E done', ...round] },
  };
}

/** In a battle the squall also adds 1 for its player. */
function squall(): Case {
  const given = [TABLE, BATTLE, { tribes: { E: { hand: ['W02'] }, N: { hand: ['R08'] } } }];
  const moves = ['E roll', 'E play W02'];
  return {
    card: 'R08',
    title: 'cancels a card of the battle, and adds 1',
    seats: SEATS,
    chance: [4, 3, 3],
    given,
    moves: [...moves, 'N play R08'],
    after: [
      LANDED,
      { tribes: { E: { skulls: 3, hand: [] }, N: { skulls: 7, hand: [] } }, discards: { war: ['W02'], rain: ['R08'] } },
    ],
    without: { given, chance: [4, 3, 3], moves: [...moves, 'N pass'] },
  };
}

/** The card that a sacrifice would have brought stays on its deck. */
function sealed(): Case {
  const given = [TABLE, OFFERING, { tribes: { N: { hand: ['R16'] } } }];
  const moves = ['E offer war', 'E draw'];
  return {
    card: 'R16',
    title: 'no card is drawn',
    seats: SEATS,
    chance: [],
    given,
    moves: [...moves, 'N play R16'],
    after: [...offeredTo('war'), { tribes: { E: { skulls: 4 }, N: { hand: [] } }, discards: { rain: ['R16'] } }],
    without: { given, chance: [], moves: [...moves, 'N pass'] },
  };
}

type Bonus = (sign: Day, card: CardId) => Case;

const held = (seat: string, sign: Day): object => ({ weeks: { [day(sign)]: seat }, issued: { [day(sign)]: true } });
const NORTH_AWAY: object = { tribes: { N: { day: 1 } } };

const attack: Bonus = (sign, card) => ({
  card,
  title: '+1 in attack',
  seats: SEATS,
  given: [TABLE, BATTLE, held('E', sign)],
  chance: [4, 3, 3],
  moves: ['E roll'],
  after: [LANDED, fought(9, 1)],
  without: { given: [TABLE, BATTLE], chance: [4, 3, 3], moves: ['E roll'] },
});

/** The holder of the week card of the battle's day also gets tribute there. */
const defence: Bonus = (sign, card) => ({
  card,
  title: '+1 in defence',
  seats: SEATS,
  given: [TABLE, BATTLE, held('N', sign)],
  chance: [4, 3, 3],
  moves: ['E roll'],
  after: [LANDED, sign === 10 ? fought(2, 8) : fought(3, 7)],
  without: { given: [TABLE, BATTLE], chance: [4, 3, 3], moves: ['E roll'] },
});

const step: Bonus = (sign, card) => ({
  card,
  title: '+1 step',
  seats: SEATS,
  given: [TABLE, BATTLE, NORTH_AWAY, held('E', sign)],
  chance: [3],
  moves: ['E roll', 'E extra 1'],
  after: [LANDED],
  without: { given: [TABLE, BATTLE, NORTH_AWAY], chance: [3], moves: ['E roll'] },
});

const pickup: Bonus = (sign, card) => ({
  card,
  title: '+1 token',
  seats: SEATS,
  given: [TABLE, BATTLE, NORTH_AWAY, held('E', sign)],
  chance: [4],
  moves: ['E roll'],
  after: [LANDED, { tribes: { E: { skulls: 7 } }, days: { itzcuintli: 5 } }],
  without: { given: [TABLE, BATTLE, NORTH_AWAY], chance: [4], moves: ['E roll'] },
});

const range: Bonus = (sign, card) => {
  const table = [TABLE, BATTLE, { tribes: { N: { day: 11 } } }];
  return {
    card,
    title: '+1 range',
    seats: SEATS,
    given: [...table, held('E', sign)],
    chance: [4, 6, 1],
    moves: ['E roll', 'E attack @north'],
    after: [LANDED, fought(7, 3), { turn: { farAttacks: ['N'] } }],
    without: { given: table, chance: [4], moves: ['E roll'] },
  };
};

const offering: Bonus = (sign, card) => {
  const table = [TABLE, OFFERING, { tribes: { E: { skulls: 7 } }, decks: { day: ['D013'] } }];
  const prayed = { tribes: { E: { skulls: 1, hand: ['R02', 'D013'] } }, out: 6, prayed: 6, turn: { hasPrayed: true } };
  return {
    card,
    title: '-1 for an offering',
    seats: SEATS,
    given: [...table, held('E', sign)],
    chance: [],
    moves: ['E tonantzin'],
    after: [PLAYING, prayed],
    without: { given: table, chance: [], moves: ['E tonantzin'] },
  };
};

/** The west holds the card, and the east comes to its day. */
const tribute: Bonus = (sign, card) => {
  const away = { N: { day: wrap(sign + 5) }, W: { day: wrap(sign + 6) }, S: { day: wrap(sign + 7) } };
  const table = [TABLE, { tribes: { ...away, E: { day: wrap(sign - 4) } } }];
  const paid = { E: { day: sign, skulls: 5 }, W: { skulls: 4 } };
  return {
    ...{
      card,
      title: 'takes tribute',
      seats: SEATS,
      given: [...table, held('W', sign)],
      chance: [4],
      moves: ['E roll'],
    },
    after: [LANDED, { tribes: paid, days: { itzcuintli: 7, [day(sign)]: 6 } }],
    without: { given: table, chance: [4], moves: ['E roll'] },
  };
};

/** The two victory cards that a week card completes. */
const OTHERS: Readonly<Record<Day, readonly CardId[]>> = {
  5: ['WEA', 'D020'],
  15: ['RSE', 'D020'],
  20: ['WEA', 'RSE'],
};

/** The last token of the day brings its week card, which is the third sign. Nothing more happens after that. */
const sign: Bonus = (number, card) => {
  const table = (tokens: number) => [
    TABLE,
    { tribes: { E: { day: wrap(number - 4), victories: OTHERS[number] } }, days: { [day(number)]: tokens } },
  ];
  return {
    card,
    title: 'is the third sign',
    seats: SEATS,
    given: table(1),
    chance: [4],
    moves: ['E roll'],
    after: [
      LANDED,
      { tribes: { E: { day: number } }, days: { itzcuintli: 7, [day(number)]: 0 }, ...held('E', number) },
      { phase: { kind: 'over', reason: 'signs', winner: 'E' } },
    ],
    without: { given: table(2), chance: [4], moves: ['E roll'] },
  };
};

const BONUSES: readonly (readonly [Bonus, readonly Day[]])[] = [
  [attack, [1, 14, 18]],
  [defence, [3, 10, 12]],
  [step, [2, 7, 11, 17]],
  [pickup, [4, 8, 16, 19]],
  [range, [5, 13, 15]],
  [offering, [6, 9, 20]],
  [tribute, Array.from({ length: 20 }, (_, index) => index + 1)],
  [sign, [5, 15, 20]],
];

export function weekCases(number: Day, card: CardId): readonly Case[] {
  return BONUSES.flatMap(([bonus, signs]) => (signs.includes(number) ? [bonus(number, card)] : []));
}
