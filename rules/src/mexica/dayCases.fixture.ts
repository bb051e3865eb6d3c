/** What each of the 260 Day cards must do, by its number and its sign's direction. */
import { DAY_NAMES, type Day, wrap } from '../ring/model/calendar.ts';
import type { CardId } from '../ring/model/card.ts';
import { action, battle, type Case, cancels, day, event, PLAYING, thirdSign } from './cases.fixture.ts';

/** [2.12] */
export interface Name {
  readonly id: CardId;
  readonly sign: Day;
  readonly tier: number;
  /** 1..3 by tier. */
  readonly x: number;
}

type Cases = (name: Name) => readonly Case[];
type Family = Readonly<Record<'east' | 'north' | 'west' | 'south', Cases>>;

/** The east has walked to a day and collected one token there. */
const come = (to: Day, skulls = 6): object => ({
  tribes: { E: { day: to, skulls } },
  days: { [day(to)]: 6 },
  turn: { arrivals: 2 },
});

/** The north stands on the goal and loses the battle, so that the east gets the reward twice. */
function pilgrimage({ id, sign }: Name, { decks, after }: { readonly decks?: object; readonly after: object }): Case {
  const others = { N: { day: sign }, W: { day: wrap(sign + 1) }, S: { day: wrap(sign + 2) } };
  const apart = { tribes: { ...others, E: { day: wrap(sign + 5) } } };
  const given = decks === undefined ? [apart] : [apart, { decks }];
  return event(id, { given, chance: [6, 1], after: [come(sign, 7), { tribes: { N: { skulls: 3 } } }, after] });
}

const drawn = (...cards: readonly CardId[]): object => ({ tribes: { E: { hand: ['R02', ...cards] } } });

const road = ({ id, tier, sign }: Name): readonly Case[] => [
  event(id, { after: [come(sign % 4 === 1 || sign % 4 === 2 ? 12 + tier + 1 : 12 - tier - 1)] }),
];

const homecoming =
  (start: Day): Cases =>
  ({ id }) => [event(id, { after: [come(start, 7)] })];

/** Tokens of the four tribes, in the order of seats. */
const skulls = (E: number, N = 4, W = 3, S = 2): object => ({
  tribes: { E: { skulls: E }, N: { skulls: N }, W: { skulls: W }, S: { skulls: S } },
});

const lake = (war: number, rain: number): object => ({ lake: { war, rain }, tally: { war, rain } });
const WAR_LEADS = lake(3, 1);
const RAIN_LEADS = lake(1, 3);

const raid =
  (foe: 'N' | 'W' | 'S'): Cases =>
  ({ id }) => [
    event(id, {
      chance: [6, 2],
      after: [{ tribes: { E: { skulls: 7 }, [foe]: { skulls: { N: 4, W: 3, S: 2 }[foe] - 2 } } }],
    }),
  ];

/** Two seats, so that the east's next turn comes soon: the west walks one day, offers nothing and plays nothing. */
const TWO = ['E', 'W'];
const LONELY: object = {
  days: DAY_NAMES.map(() => 7),
  tribes: { E: { day: 12, skulls: 7, hand: [] }, W: { day: 3, skulls: 1 } },
  decks: { day: ['D013'] },
  phase: { kind: 'offering', seat: 'E' },
  turn: { moves: 1, arrivals: 1 },
};

interface Later {
  readonly die: number;
  readonly to: Day;
  readonly collected: number;
  /** The modifier that the card gives. */
  readonly change: readonly [kind: string, n: number];
  readonly moves?: readonly string[];
  readonly after?: readonly object[];
}

/** What the east has after its next turn. */
const nextTurn = ({ to, collected, change: [kind, n], after = [] }: Later): readonly object[] => [
  {
    round: 2,
    tribes: {
      E: { day: to, skulls: 7 + collected, modifiers: [{ kind, n, lasts: 'next-turn' }] },
      W: { day: 4, skulls: 2 },
    },
    days: { cuetzpalin: 6, [day(to)]: 7 - collected },
    turn: { moves: 1, arrivals: 1, hasCollected: true },
    phase: { kind: 'offering', seat: 'E' },
  },
  ...after,
];

/** A card that changes the rules for the next turn. */
function later(card: CardId, where: 'pending' | 'hand', felt: Later): Case {
  const round = ['W roll', 'W done', 'E roll', ...(felt.moves ?? [])];
  const plays = where === 'hand' ? [`E play ${card}`] : [];
  const chance = [1, felt.die];
  return {
    card,
    title: 'is felt in the next turn',
    seats: TWO,
    chance,
    given: [LONELY, { tribes: { E: { [where]: [card] } } }],
    moves: ['E done', ...plays, ...round],
    after: [{ tribes: { E: { [where]: [] } }, discards: { day: [card] } }, ...nextTurn(felt)],
    without: { given: [LONELY], chance, moves: ['E done', ...round] },
  };
}

const omen = (card: CardId, felt: Later): Case => later(card, 'pending', felt);
const crown = (card: CardId, felt: Later): Case => later(card, 'hand', felt);

/** In its next turn the east sacrifices at this price, with 8 tokens in hand. */
const sacrifice = (price: number): Pick<Later, 'moves' | 'after'> => ({
  moves: ['E offer rain', 'E decline'],
  after: [{ tribes: { E: { skulls: 8 - price } }, ...lake(0, price), turn: { offered: 1 } }],
});

/** In its next turn the east prays at this price, with 8 tokens in hand. */
const prayer = (price: number): Pick<Later, 'moves' | 'after'> => ({
  moves: ['E tonantzin'],
  after: [
    { tribes: { E: { skulls: 8 - price, hand: ['D013'] } }, out: price, prayed: price, turn: { hasPrayed: true } },
    PLAYING,
  ],
});

/** A card of each deck, its target and its effect. */
const PLAYED = [
  ['war', 'W09', '', skulls(8, 3, 2, 1)],
  ['rain', 'R03', '', skulls(7)],
  ['day', 'D051', ' @south', skulls(8, 4, 3, 3)],
] as const;

/** The north answers the east's card if it is of the ward's deck; otherwise no seat is asked. */
function ward({ id, tier }: Name): readonly Case[] {
  return PLAYED.map(([deck, played, aim, effect], index) => {
    const given = [{ tribes: { N: { hand: [id] } } }];
    if (tier < 3 && tier !== index)
      return action(played, aim, { title: `does not answer a ${deck} card`, given, after: [effect] });
    return cancels(id, action(played, aim, { given, after: [] }));
  });
}

const fought = (E: number, N: number): object => ({ tribes: { E: { skulls: E }, N: { skulls: N } } });

/** Cases by the number of the card, from 1 on. */
export const DAY_CASES: readonly Family[] = [
  {
    east: (name) => [pilgrimage(name, { decks: { rain: ['R09', 'R03'] }, after: drawn('R03', 'R09') })],
    north: (name) => [pilgrimage(name, { after: { tribes: { E: { skulls: 11 } } } })],
    west: (name) => [pilgrimage(name, { decks: { day: ['D026', 'D013'] }, after: drawn('D013', 'D026') })],
    south: (name) => [pilgrimage(name, { decks: { war: ['W11', 'W09'] }, after: drawn('W09', 'W11') })],
  },
  { east: road, north: road, west: road, south: road },
  {
    east: ({ id, x }) => [event(id, { after: [skulls(5 + x)] })],
    north: ({ id, x }) => [event(id, { after: [skulls(5 + x), { days: { malinalli: 7 - x } }] })],
    west: ({ id, x, sign }) => [event(id, { after: [skulls(5 + x), { days: { [day(sign)]: 7 - x } }] })],
    south: ({ id }) => [event(id, { after: [skulls(8, 3, 2, 1)] })],
  },
  { east: homecoming(20), north: homecoming(5), west: homecoming(10), south: homecoming(15) },
  {
    east: ({ id, x }) => [event(id, { after: [skulls(5 - x)] })],
    north: ({ id, x }) => [event(id, { after: [skulls(5 - x), { out: x }] })],
    west: ({ id, x }) => [event(id, { moves: ['E choose @north'], after: [skulls(5 - x, 4 + x)] })],
    south: ({ id }) => [event(id, { after: [skulls(2, 5, 4, 3)] })],
  },
  {
    east: ({ id, x }) => [event(id, { given: [WAR_LEADS], after: [skulls(5 - x), lake(3, 1 + x)] })],
    north: ({ id, x }) => [
      event(id, { title: 'for the lesser', given: [WAR_LEADS], after: [skulls(5 - x), lake(3, 1 + x)] }),
      event(id, { title: 'for the other', given: [RAIN_LEADS], after: [skulls(5 - x), lake(1 + x, 3)] }),
      event(id, { title: 'for either', moves: ['E choose rain'], after: [skulls(5 - x), lake(0, x)] }),
    ],
    west: ({ id }) => [
      event(id, { title: 'for the greater', given: [WAR_LEADS], after: [skulls(4, 3, 2, 1), lake(7, 1)] }),
      event(id, { title: 'for the other', given: [RAIN_LEADS], after: [skulls(4, 3, 2, 1), lake(1, 7)] }),
      event(id, { title: 'for either', moves: ['E choose rain'], after: [skulls(4, 3, 2, 1), lake(0, 4)] }),
    ],
    south: ({ id, x }) => [event(id, { given: [RAIN_LEADS], after: [skulls(5 - x), lake(1 + x, 3)] })],
  },
  {
    east: ({ id }) => [event(id, { given: [{ decks: { rain: ['R03'] } }], after: [drawn('R03')] })],
    north: ({ id, sign }) => [
      event(id, { title: 'from the box', after: [{ weeks: { [day(sign)]: 'E' }, issued: { [day(sign)]: true } }] }),
      event(id, {
        title: 'held by a tribe',
        given: [{ weeks: { [day(sign)]: 'S' }, issued: { [day(sign)]: true } }],
        after: [skulls(8)],
      }),
    ],
    west: ({ id }) => [event(id, { given: [{ decks: { day: ['D013'] } }], after: [drawn('D013'), skulls(6)] })],
    south: ({ id, sign }) => (sign === 20 ? [flower(id)] : [event(id, drawsWar)]),
  },
  { east: raid('N'), north: raid('N'), west: raid('W'), south: raid('S') },
  {
    east: ({ id }) => [omen(id, { die: 5, to: 15, collected: 1, change: ['step', -2] })],
    north: ({ id }) => [
      event(id, {
        given: [{ tribes: { E: { hand: ['R02', 'W01'] } } }],
        moves: ['E pick W01'],
        after: [{ tribes: { E: { hand: ['R02'] } }, discards: { war: ['W01'] } }],
      }),
    ],
    west: ({ id }) => [omen(id, { die: 5, to: 17, collected: 0, change: ['pickup', -1] })],
    south: ({ id }) => [omen(id, { die: 5, to: 17, collected: 1, change: ['offer-cost', 1], ...sacrifice(2) })],
  },
  {
    east: ({ id, x }) => [battle(id, { holder: 'E', dice: [3, 3], after: [fought(9, 1)], title: `+${x}` })],
    north: ({ id, x }) => [battle(id, { holder: 'N', dice: [3, 3], after: [fought(3, 7)], title: `+${x}` })],
    west: ({ id, x }) => [
      battle(id, { holder: 'E', dice: [1, x], after: [fought(6 + x, 4 - x)], title: `+${x} in attack` }),
      battle(id, { holder: 'N', dice: [x, 1], after: [fought(6 - x, 4 + x)], title: `+${x} in defence` }),
    ],
    south: ({ id, x }) => [battle(id, { holder: 'E', dice: [4, 1], after: [fought(7 + x, 3 - x)] })],
  },
  {
    east: ({ id }) => [battle(id, { title: 'no battle', holder: 'N', dice: [], plain: [6, 2], after: [] })],
    north: ward,
    west: ({ id }) => [battle(id, { title: 'nothing is paid', holder: 'N', dice: [6, 2], after: [] })],
    south: ({ id }) => [
      battle(id, {
        title: 'no tribute',
        holder: 'E',
        given: [{ weeks: { itzcuintli: 'W' }, issued: { itzcuintli: true }, tribes: { N: { day: 1 } } }],
        dice: [],
        after: [],
      }),
    ],
  },
  {
    east: ({ id }) => [
      action(id, ' @north', {
        given: [{ tribes: { N: { hand: ['W01', 'W02'] } } }],
        moves: ['N pick W02'],
        after: [{ tribes: { N: { hand: ['W01'] } }, discards: { war: ['W02'] } }],
      }),
    ],
    north: ({ id }) => [action(id, '', { chance: [3, 3], after: [skulls(8, 1)] })],
    west: ({ id, x }) => [action(id, ' @south', { after: [skulls(5 + x, 4, 3, 3)] })],
    south: ({ id, x }) => [
      action(id, ' @north rain', { after: [skulls(5, 4 - x), lake(0, x)] }),
      action(id, ' @west war', { title: 'for the other god', after: [skulls(5, 4, 3 - x), lake(x, 0)] }),
    ],
  },
  {
    east: ({ id }) => [
      action(id, '', {
        moves: ['E done'],
        after: [
          { turn: { isExtra: true, moves: 0, arrivals: 0, hasCollected: false }, phase: { kind: 'moving', seat: 'E' } },
        ],
      }),
    ],
    north: ({ id, x }) => [crown(id, { die: 5, to: 17, collected: 1 + x, change: ['pickup', x] })],
    west: ({ id }) => [
      action(id, ' -3', { title: 'backward', after: [come(9)] }),
      action(id, ' +3', { title: 'forward', after: [come(15)] }),
    ],
    south: ({ id }) => [crown(id, { die: 5, to: 17, collected: 1, change: ['offer-cost', -2], ...prayer(5) })],
  },
];

const drawsWar = { given: [{ decks: { war: ['W09'] } }], after: [drawn('W09')] };

/** 7 Xochitl, drawn for a prayer. */
const flower = (id: CardId): Case =>
  thirdSign(id, { victories: ['WEA', 'RSE'], instead: 'D013', moves: ['E tonantzin'], deck: 'day' }, [
    { out: 7, prayed: 7, turn: { hasPrayed: true } },
  ]);
