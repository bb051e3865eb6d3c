import { describe, expect, test } from 'vitest';
import { differences } from '../json.ts';
import { cardOf, deckOf, LAND_CARDS } from '../ring/cards/cards.ts';
import { DAY_NAMES } from '../ring/model/calendar.ts';
import { type CardId, GODS } from '../ring/model/card.ts';
import { type Name, type OnTable, outcomeOf, type Run, seatOf } from './position.fixture.ts';

/** A position in which a card makes a difference, played with the card and without it. */
interface Row extends Run {
  readonly holder: Name;
  /** The same position, the card unplayed. */
  readonly without: Pick<Run, 'moves' | 'chance'>;
}

const dead = (owner: Name, ...cards: readonly CardId[]) => cards.map((card) => ({ card, owner, live: false }));

/** E comes to N on Tochtli, where 8 skulls are left after the pick-up, unless the row says otherwise. */
const MEETING = {
  tribes: { E: { day: 7, skulls: 4 }, N: { day: 8, skulls: 4 } },
  days: { tochtli: 9 },
};

/** The skulls of E, N and the day after a battle. */
const fought = (E: number, N: number, tochtli: number) => ({
  tribes: { E: { day: 8, skulls: E }, N: { skulls: N } },
  days: { tochtli },
});

type Fight = Partial<Run> & Pick<Row, 'holder'> & { readonly dice: readonly unknown[]; readonly plain?: Run['chance'] };

/** A card of a battle that E begins; its player passes in the other match. */
function inBattle(card: CardId, { holder, dice, plain = dice, given = [], moves = [], after = {} }: Fight): Row {
  const hand = { tribes: { [holder]: { hand: [card] } } };
  return {
    holder,
    given: [MEETING, hand, ...given],
    chance: [1, ...dice],
    moves: ['E roll', `${holder} play ${card}`, ...moves],
    after: merged({ tribes: { [holder]: { hand: [] } }, piles: { tochtli: dead(holder, card) } }, after),
    without: { moves: ['E roll', `${holder} pass`], chance: [1, ...plain] },
  };
}

type Action = Partial<Run> & { readonly said?: string; readonly plainly?: Row['without'] };
const PLAYING = {
  tribes: { E: { day: 8, skulls: 6 }, N: { skulls: 3 }, S: { skulls: 2 }, W: { skulls: 1 } },
  days: { tochtli: 5 },
  phase: { kind: 'playing', seat: 'E' },
};

/** A card of E's step of cards; E discards it in the other match. */
function inTurn(card: CardId, { said = '', given = [], chance = [], moves = [], after = {}, plainly }: Action): Row {
  return {
    holder: 'E',
    given: [PLAYING, { tribes: { E: { hand: [card] } } }, ...given],
    chance,
    moves: [`E play ${card}${said}`, ...moves],
    after: merged({ tribes: { E: { hand: [] } }, piles: { tochtli: dead('E', card) } }, after),
    without: plainly ?? { moves: ['E discard', `E pick ${card}`] },
  };
}

/** Objects together, the second one's lists in the place of the first one's. */
function merged(a: object, b: object): object {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const isPlain = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return Object.fromEntries(
    keys.map((key) => {
      const [one, two] = [Reflect.get(a, key), Reflect.get(b, key)];
      return [key, isPlain(one) && isPlain(two) ? merged(one, two) : (two ?? one)];
    }),
  );
}

/** E lays the card on Tochtli and stays. Then N comes there, and their battle is a stand-off. */
function laid(card: CardId, { chance = [], after = {} }: Pick<Run, 'chance'> & { readonly after?: object }): Row {
  const row = inTurn(card, {
    given: [{ tribes: { N: { day: 7 } } }],
    chance: [1, ...chance, 3, 3],
    moves: ['N roll'],
    after: merged({ tribes: { N: { day: 8 } }, piles: { tochtli: [{ card, owner: 'E', live: true }] } }, after),
  });
  return { ...row, without: { moves: ['E discard', `E pick ${card}`, 'N roll'], chance: [1, 3, 3] } };
}

/** All four stand together; E goes on alone. */
function land(card: CardId): Row {
  const { day = 0 } = cardOf(card);
  const from = day === 20 ? 10 : 20;
  const [here, there] = [DAY_NAMES[from - 1]!, DAY_NAMES[day - 1]!];
  const together = { E: { day: from, hand: [card] }, N: { day: from }, S: { day: from }, W: { day: from } };
  return {
    holder: 'E',
    given: [{ tribes: together, phase: { kind: 'playing', seat: 'E' } }],
    moves: [`E play ${card}`],
    after: {
      tribes: { E: { day, skulls: 1, hand: [] } },
      days: { [there]: 12 },
      piles: { [here]: dead('E', card) },
    },
    without: { moves: ['E discard', `E pick ${card}`] },
  };
}

const ROWS: Readonly<Record<CardId, Row>> = {
  W01: inBattle('W01', { holder: 'E', dice: [3, 3], after: fought(6, 3, 8) }),
  W02: inBattle('W02', { holder: 'E', dice: [3, 4], after: fought(5, 3, 9) }),
  W03: inBattle('W03', {
    holder: 'E',
    given: [{ tribes: { E: { hand: ['W03', 'L01W', 'R03'] } } }],
    dice: [3, 4],
    moves: ['E pick R03', 'E pick L01W'],
    after: merged(fought(6, 3, 8), { piles: { tochtli: dead('E', 'W03', 'R03', 'L01W') } }),
  }),
  W04: inBattle('W04', { holder: 'E', dice: [3, 4, 5], plain: [3, 4], after: fought(4, 3, 10) }),
  W05: inBattle('W05', { holder: 'E', dice: [3, 4, 2], plain: [3, 4], after: fought(4, 3, 10) }),
  W06: inBattle('W06', { holder: 'E', dice: [4, 3], after: fought(6, 1, 10) }),
  W07: inBattle('W07', { holder: 'E', dice: [1, 6, 'heads'], plain: [1, 6], after: fought(5, 3, 9) }),
  W08: inBattle('W08', { holder: 'E', dice: [5, 4], after: fought(5, 5, 8) }),
  W09: inTurn('W09', {
    after: { tribes: { E: { skulls: 8 }, N: { skulls: 2 }, S: { skulls: 1 }, W: { skulls: 0 } }, days: { tochtli: 6 } },
  }),
  W10: inTurn('W10', {
    said: ' @north',
    chance: [6, 1],
    after: { tribes: { E: { skulls: 7 }, N: { skulls: 2 } }, days: { tochtli: 5 } },
  }),
  W11: inTurn('W11', {
    after: {
      tribes: { E: { skulls: 5, nextModifiers: [{ kind: 'range', n: 2, lasts: 'next-turn' }] } },
      days: { tochtli: 6 },
    },
  }),
  W12: laid('W12', { chance: [3, 4], after: { tribes: { E: { skulls: 4 }, N: { skulls: 3 } }, days: { tochtli: 7 } } }),
  W13: inTurn('W13', {
    said: ' @west',
    given: [{ decks: { war: ['W11'] } }],
    chance: [6, 1],
    after: { tribes: { E: { skulls: 5, hand: ['W11'] }, W: { skulls: 0 } }, days: { tochtli: 7 } },
  }),
  W14: inBattle('W14', {
    holder: 'E',
    given: [{ days: { tochtli: 4 } }],
    dice: [3, 4],
    after: fought(4, 3, 5),
  }),
  W15: inTurn('W15', {
    chance: [3, 3, 3, 3, 3, 3],
    after: {
      tribes: { E: { skulls: 6 }, N: { skulls: 1 }, S: { skulls: 0 }, W: { skulls: 0 } },
      days: { tochtli: 10 },
    },
  }),
  R01: inTurn('R01', { after: { tribes: { E: { skulls: 5 } }, days: { tochtli: 7 } } }),
  R02: inTurn('R02', { after: { tribes: { E: { skulls: 7 } }, days: { tochtli: 4 } } }),
  R03: inTurn('R03', { after: { tribes: { E: { skulls: 7 } }, days: { tochtli: 6 } } }),
  R04: inBattle('R04', { holder: 'N', dice: [4, 3], after: fought(4, 4, 9) }),
  R05: inBattle('R05', { holder: 'N', dice: [4, 3], after: fought(5, 3, 9) }),
  R06: inBattle('R06', { holder: 'N', dice: [], plain: [3, 3], after: fought(6, 3, 8) }),
  R07: inBattle('R07', { holder: 'N', dice: [4, 3], after: fought(5, 3, 9) }),
  R08: {
    holder: 'N',
    given: [MEETING, { tribes: { E: { hand: ['W02'] }, N: { hand: ['R08'] } } }],
    chance: [1, 3, 3],
    moves: ['E roll', 'E play W02', 'N play R08'],
    after: merged(fought(3, 4, 10), {
      tribes: { E: { hand: [] }, N: { hand: [] } },
      piles: { tochtli: [...dead('E', 'W02'), ...dead('N', 'R08')] },
    }),
    without: { moves: ['E roll', 'E play W02', 'N pass'], chance: [1, 3, 3] },
  },
  R09: inTurn('R09', {
    said: ' war',
    moves: ['E pick W14', 'E choose @south'],
    after: { tribes: { E: { skulls: 5, hand: ['W14'] }, S: { hand: ['W15'] } }, days: { tochtli: 6 } },
  }),
  R10: inTurn('R10', {
    given: [{ tribes: { E: { hand: ['R10', 'L01W', 'W13'] } } }],
    moves: ['E pick L01W', 'E done'],
    after: {
      tribes: { E: { hand: ['W13', 'W15'], modifiers: [{ kind: 'play-cost', n: -1, lasts: 'turn' }] } },
      piles: { tochtli: dead('E', 'R10', 'L01W') },
    },
  }),
  R11: inTurn('R11', {
    said: ' -2',
    after: { tribes: { E: { day: 6, skulls: 6 } }, days: { tochtli: 6, miquiztli: 12 } },
  }),
  R12: laid('R12', { after: { tribes: { E: { skulls: 4 } }, days: { tochtli: 7 } } }),
  R13: inTurn('R13', {
    said: ' @north',
    given: [{ tribes: { N: { hand: ['W01', 'W02'] } } }],
    chance: ['W02'],
    after: { tribes: { E: { skulls: 4, hand: ['W02'] }, N: { skulls: 4, hand: ['W01'] } }, days: { tochtli: 6 } },
  }),
  R14: laid('R14', { after: { tribes: { E: { skulls: 2 }, N: { skulls: 2 } }, days: { tochtli: 10 } } }),
  R15: inTurn('R15', {
    said: ' olin',
    after: { tribes: { E: { day: 17, skulls: 5 } }, days: { tochtli: 10, olin: 12 } },
  }),
  ...Object.fromEntries(LAND_CARDS.map(({ id }) => [id, land(id)])),
};

/** The table of the other match, as if the card had been spent there: paid for, and on the pile. */
function spent({ holder, card }: { readonly holder: Name; readonly card: CardId }, table: OnTable): OnTable {
  const seat = seatOf(holder);
  const { day, hand, skulls } = table.tribes[seat]!;
  const { cost } = cardOf(card);
  const tribe = { ...table.tribes[seat]!, skulls: skulls - cost, hand: hand.filter((one) => one !== card) };
  const pile = hand.includes(card) ? [{ card, owner: seat, live: false }] : [];
  return {
    ...table,
    tribes: table.tribes.with(seat, tribe),
    days: table.days.with(day - 1, table.days[day - 1]! + cost),
    piles: table.piles.with(day - 1, [...table.piles[day - 1]!, ...pile]),
  };
}

/** The table with its piles sorted: the place of a card in its pile is not an effect. */
const sorted = (table: OnTable) => ({
  ...table,
  piles: table.piles.map((pile) => pile.map((entry) => JSON.stringify(entry)).sort()),
});

const DESIGNS = [...new Set(GODS.flatMap((god) => deckOf('flowerWar', god)))];

describe('[2.8-2.10] every design does what it says, and more than being spent', () => {
  test('there is a row for each of the 70 designs', () => {
    expect(DESIGNS).toHaveLength(70);
    expect(Object.keys(ROWS).sort()).toEqual(DESIGNS.toSorted());
  });

  test.each(Object.entries(ROWS))('[%s]', (card, { holder, without, ...run }) => {
    const { problems, table } = outcomeOf(run);
    expect(problems).toEqual([]);
    const other = outcomeOf({ ...run, after: {}, moves: [], chance: [], ...without }).table;
    expect(differences(sorted(spent({ holder, card }, other)), sorted(table))).not.toEqual([]);
  });
});
