import { describe, expect, test } from 'vitest';
import { differences } from '../json.ts';
import { DAY_NAMES } from '../ring/model/calendar.ts';
import { DISCS } from './discs.ts';
import { outcomeOf, type Run } from './position.fixture.ts';

/** The same position with the disc in force and without it, and both results. */
interface Row {
  readonly given: object;
  readonly options?: object;
  /** The moves with the disc. A disc that acts only at the moment it is taken has its own position here. */
  readonly with: Play;
  readonly without: Play;
}

type Play = Omit<Run, 'given' | 'options'> & { readonly given?: object };

const ROLL = { moves: ['E roll'] };
/** E, with a skull, goes a step to N on an empty Tochtli. */
const MEETING = { tribes: { E: { day: 7, skulls: 3 }, N: { day: 8, skulls: 3 } }, days: { tochtli: 0 } };
const fought = (E: number, N: number) => ({ tribes: { E: { day: 8, skulls: E }, N: { skulls: N } } });
const OFFERING = { phase: { kind: 'offering', seat: 'E' } };
const PLAYING = { phase: { kind: 'playing', seat: 'E' } };
const dead = (card: string) => [{ card, owner: 'E', live: false }];

/** A tribe far away is attacked with the disc, and is not without it. */
const shot = (target: 'south' | 'west', day: number): Row => {
  const name = target === 'south' ? 'S' : 'W';
  return {
    given: { tribes: { E: { day: 7, skulls: 1 }, [name]: { day, skulls: 1 } }, days: { tochtli: 0 } },
    with: {
      moves: ['E roll', `E attack @${target}`],
      chance: [1, 6, 5],
      after: { tribes: { E: { day: 8, skulls: 2 }, [name]: { skulls: 0 } } },
    },
    without: {
      moves: ['E roll', `E attack @${target}: offer-first`],
      chance: [1],
      after: { tribes: { E: { day: 8 } } },
    },
  };
};

const CARD_FOR_SKULL: Row = {
  given: { tribes: { E: { skulls: 0, hand: ['W01', 'W02'] } }, ...OFFERING },
  with: {
    moves: ['E offer rain', 'E pick W02', 'E draw'],
    after: { tribes: { E: { hand: ['W01', 'R15'] } }, tally: { rain: 1 }, piles: { xochitl: dead('W02') } },
  },
  without: { moves: ['E offer rain: too-few-skulls'], after: {} },
};

const played = (card: string, after: object): Row => ({
  given: { tribes: { E: { day: 8, skulls: 3, hand: [card] }, N: { skulls: 1 } }, days: { tochtli: 5 }, ...PLAYING },
  with: { moves: [`E play ${card}: banned`], after: {} },
  without: {
    moves: [`E play ${card}`],
    after: { ...after, piles: { tochtli: dead(card) }, days: { tochtli: 6 } },
  },
});

/** Rows by day. The other tribes stand where they began, on 5, 15 and 10. */
const ROWS: Readonly<Record<number, Row>> = {
  1: shot('south', 18),
  2: shot('west', 9),
  3: {
    given: { tribes: { E: { skulls: 2 } }, piles: { atl: dead('R01') }, ...OFFERING },
    with: {
      moves: ['E offer rain', 'E take atl 1'],
      after: {
        tribes: { E: { skulls: 1, hand: ['R01'] } },
        piles: { atl: [] },
        lake: { rain: 1 },
        tally: { rain: 1 },
      },
    },
    without: {
      moves: ['E offer rain', 'E take atl 1: no-such-card', 'E draw'],
      after: { tribes: { E: { skulls: 1, hand: ['R15'] } }, lake: { rain: 1 }, tally: { rain: 1 } },
    },
  },
  4: {
    given: { tribes: { E: { day: 7 } } },
    with: { ...ROLL, chance: [1, 'heads'], after: { tribes: { E: { day: 8, skulls: 2 } }, days: { tochtli: 11 } } },
    without: { ...ROLL, chance: [1], after: { tribes: { E: { day: 8, skulls: 1 } }, days: { tochtli: 12 } } },
  },
  5: played('R03', { tribes: { E: { skulls: 4, hand: [] } } }),
  6: {
    given: { tribes: { E: { day: 5, hand: ['W02'] }, N: { day: 9, hand: ['R01'] }, W: { skulls: 12 } } },
    with: {
      given: { days: { miquiztli: 1 } },
      ...ROLL,
      chance: [1],
      after: {
        tribes: { E: { day: 6, skulls: 1, hand: [] }, N: { hand: [] } },
        days: { miquiztli: 13 },
        piles: { miquiztli: dead('W02'), atl: [{ card: 'R01', owner: 'N', live: false }] },
      },
    },
    without: {
      given: { days: { tochtli: 1 } },
      ...ROLL,
      chance: [3],
      after: { tribes: { E: { day: 8, skulls: 1 } }, days: { tochtli: 13 } },
    },
  },
  7: {
    given: {},
    with: { moves: ['E go tochtli'], after: { tribes: { E: { day: 8, skulls: 1 } }, days: { tochtli: 12 } } },
    without: { moves: ['E go tochtli: roll-first'], after: {} },
  },
  8: {
    given: { tribes: { E: { day: 8, skulls: 3 } }, days: { tochtli: 5 }, ...OFFERING },
    with: { moves: ['E give 2'], after: { tribes: { E: { skulls: 1 } }, days: { tochtli: 7 } } },
    without: { moves: ['E give 2: no-gifts'], after: {} },
  },
  9: CARD_FOR_SKULL,
  10: {
    given: { tribes: { E: { day: 9, hand: ['W02'] }, W: { day: 13, skulls: 12 } }, discs: { miquiztli: 'W' } },
    options: { mode: 'long' },
    with: {
      given: { days: { itzcuintli: 1 } },
      ...ROLL,
      chance: [1],
      after: { tribes: { E: { day: 10, skulls: 1 } }, days: { itzcuintli: 13 } },
    },
    without: {
      given: { days: { malinalli: 1 } },
      ...ROLL,
      chance: [3],
      after: {
        tribes: { E: { day: 12, skulls: 1, hand: [] } },
        days: { malinalli: 13 },
        piles: { malinalli: dead('W02') },
      },
    },
  },
  11: {
    given: MEETING,
    with: { moves: ['E roll: one-step-only', 'E step +1'], chance: ['heads'], after: fought(4, 2) },
    without: { moves: ['E step +1: roll-first', 'E roll'], chance: [1, 3, 4], after: fought(2, 4) },
  },
  12: {
    given: MEETING,
    with: { ...ROLL, chance: [1], after: fought(2, 4) },
    without: { ...ROLL, chance: [1, 6, 4], after: fought(4, 2) },
  },
  13: CARD_FOR_SKULL,
  14: {
    given: MEETING,
    with: { ...ROLL, chance: [1, 6, 4], after: fought(5, 1) },
    without: { ...ROLL, chance: [1, 6, 4], after: fought(4, 2) },
  },
  15: {
    given: { tribes: { E: { skulls: 3 } }, ...OFFERING },
    with: {
      moves: ['E offer war', 'E decline'],
      after: { tribes: { E: { skulls: 1 } }, lake: { war: 2 }, tally: { war: 2 } },
    },
    without: {
      moves: ['E offer war', 'E decline'],
      after: { tribes: { E: { skulls: 2 } }, lake: { war: 1 }, tally: { war: 1 } },
    },
  },
  16: {
    given: { tribes: { E: { day: 7 } } },
    with: { ...ROLL, chance: [1], after: { tribes: { E: { day: 8, skulls: 2 } }, days: { tochtli: 11 } } },
    without: { ...ROLL, chance: [1], after: { tribes: { E: { day: 8, skulls: 1 } }, days: { tochtli: 12 } } },
  },
  17: {
    given: { tribes: { E: { day: 6 } } },
    with: {
      moves: ['E roll', 'E roll'],
      chance: [1, 2],
      after: { tribes: { E: { day: 9, skulls: 2 } }, days: { mazatl: 12, atl: 12 } },
    },
    without: {
      moves: ['E roll', 'E roll: offer-first'],
      chance: [1],
      after: { tribes: { E: { day: 7, skulls: 1 } }, days: { mazatl: 12 } },
    },
  },
  18: {
    given: { tribes: { E: { skulls: 1 } }, ...OFFERING },
    with: {
      moves: ['E done: sacrifice-first', 'E offer war', 'E decline'],
      after: { tribes: { E: { skulls: 0 } }, lake: { war: 1 }, tally: { war: 1 } },
    },
    without: { moves: ['E done'], after: {} },
  },
  19: played('W09', { tribes: { E: { skulls: 3, hand: [] }, N: { skulls: 0 } } }),
  20: {
    given: MEETING,
    with: { ...ROLL, chance: [1, 6, 4], after: fought(3, 3) },
    without: { ...ROLL, chance: [1, 6, 4], after: fought(4, 2) },
  },
};

/** These discs act at the trigger only, so the match has to take them. */
const AT_TRIGGER = [6, 10];

const inForce = (day: number): object => ({
  discs: { [DAY_NAMES[day - 1]!]: 'W' },
  omens: [day],
  apocalypse: { kind: 'counting', counter: 'W', track: 0, ending: 'open' },
});

describe('[C-c1] every disc does what it says', () => {
  test('there is a row for each of the twenty', () => {
    expect(Object.keys(ROWS).map(Number)).toEqual(DISCS.map(({ day }) => day));
    expect(DISCS).toHaveLength(20);
  });

  test.each(DISCS.map(({ day, name }) => [day, name] as const))('[%i] %s', (day) => {
    const { given, options = {}, with: taken, without } = ROWS[day]!;
    const awake = AT_TRIGGER.includes(day) ? {} : inForce(day);
    const run = (play: Play, more: object) => outcomeOf({ ...play, options, given: [given, more, play.given ?? {}] });
    const [one, other] = [run(taken, awake), run(without, {})];
    expect([...one.problems, ...other.problems]).toEqual([]);
    expect(differences(one.table, other.table)).not.toEqual([]);
  });
});
