/** The checks find each fault that is planted into what honest players were told and shown. */
import { FlowerWarClient } from '@flower-war/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, forge } from '../protocol/forge.ts';
import { testServer } from '../support/server.ts';
import { beadsIn } from './beadChecks.ts';
import { Load } from './load.ts';
import { longestPaid, mistimedIn, unfairIn } from './recordChecks.ts';

let server: Awaited<ReturnType<typeof testServer>>;
let load: Load;
let record: string;
const match = () => load.matches[0]!;

beforeAll(async () => {
  server = await testServer({ WEBHOOKS: 'any', MESSAGES_PER_SECOND: '10000' });
  load = await Load.start({ url: server.address, seed: 1, tables: 2, turnCap: 12 });
  await load.goesOn();
  await load.finish();
  const client = new FlowerWarClient({ url: server.address });
  await client.signIn();
  record = await client.history.record(match());
});
afterAll(async () => {
  await load?.close();
  await server?.stop();
});

const told = () => load.tables[0]!.told[0]!;

/** Plants a fault, checks, and takes the fault back. */
async function found(plant: () => () => void) {
  const heal = plant();
  const checked = await load.check();
  heal();
  return checked;
}

test('honest answers and views are found as they were', async () => {
  const { problems, lost, twice, accepted, views } = await load.check();
  expect({ problems, lost, twice }).toEqual({ problems: [], lost: 0, twice: 0 });
  expect(accepted).toBeGreaterThan(20);
  expect(views).toBeGreaterThan(40);
});

test('an accepted move that the record lacks is a lost one', async () => {
  const plant = () => {
    told().accepted.push('e1-e2');
    return () => void told().accepted.pop();
  };
  expect(await found(plant)).toMatchObject({ lost: 1, twice: 0, problems: [expect.stringContaining('told')] });
});

test('a move that the record has twice is a doubled one', async () => {
  const plant = () => {
    const gone = told().accepted.splice(1, 1);
    return () => void told().accepted.splice(1, 0, ...gone);
  };
  expect(await found(plant)).toMatchObject({ lost: 0, twice: 1, problems: [expect.stringContaining('kept')] });
});

test('a split match: what one viewer was shown is not what the record says', async () => {
  const moments = load.viewers[0]!.moments;
  const plant = () => {
    const [one] = moments.splice(3, 1);
    moments.splice(3, 0, { ...one!, view: { ...(one!.view as object), turn: 99 } });
    return () => void moments.splice(3, 1, one!);
  };
  const { problems } = await found(plant);
  expect(problems).toEqual([expect.stringContaining('the view differs')]);
});

/** The record with another time from an entry on, the lines sealed anew. */
function later(milliseconds: number, lost: number): string {
  return forge(record.split('\n').filter(Boolean), (bodies: Body[]) => {
    for (const body of bodies.slice(8)) body.at += milliseconds;
    if (lost > 0) bodies[8] = { seq: 8, kind: 'resumed', at: bodies[8].at, lost };
  });
}

test('a clock that paid for an outage is found, and one that got its time back is not', () => {
  expect(unfairIn(match(), record)).toEqual([]);
  expect(unfairIn(match(), later(10_000, 0))).toEqual([expect.stringContaining('the clocks ran for')]);
  expect(unfairIn(match(), later(10_000, 9500))).toEqual([]);
  expect(longestPaid(later(10_000, 0))).toBeGreaterThanOrEqual(10_000);
  expect(longestPaid(later(10_000, 9500))).toBeLessThan(8000);
  expect(unfairIn(match(), later(10_000, 1500))).toEqual([expect.stringContaining('the clocks ran for')]);
  expect(unfairIn(match(), later(1000, 60_000))).toEqual([expect.stringContaining('more were given back')]);
});

test('a player who lost a turn or the seat is found', () => {
  const gone = (body: object) =>
    forge(record.split('\n').filter(Boolean), (bodies: Body[]) => {
      bodies[9] = { seq: 9, at: bodies[9].at, ...body };
    });
  expect(unfairIn(match(), gone({ kind: 'clock', seat: 0, move: 'roll' }))).toEqual([
    expect.stringContaining('ran out of time'),
  ]);
  expect(unfairIn(match(), gone({ kind: 'absence', seat: 1, what: 'retired' }))).toEqual([
    expect.stringContaining('counted as gone'),
  ]);
});

test('a player who waited in silence may run out of time, and keeps the seat after the next answer', () => {
  const [at, seat] = [JSON.parse(record.split('\n')[9]!).at as number, 0];
  const told = [
    { match: match(), seat, accepted: [], said: [], answers: [], agreed: 0, quiet: [{ from: at, to: at }] },
  ];
  const gone = (kinds: readonly object[]) =>
    forge(record.split('\n').filter(Boolean), (bodies: Body[]) => {
      for (const [i, body] of kinds.entries()) bodies[9 + i] = { seq: 9 + i, at, seat, ...body };
    });
  const late = { kind: 'clock', move: 'roll' };
  const bot = { kind: 'absence', what: 'bot', bot: 'random' };
  const answer = { kind: 'move', by: 'player', move: 'roll', id: 1 };
  const since = 0;
  expect(unfairIn(match(), gone([late, bot]), { told, since })).toEqual([]);
  expect(unfairIn(match(), gone([late, bot]), { told: [], since })).toHaveLength(2);
  expect(unfairIn(match(), gone([late, answer, bot]), { told, since })).toEqual([
    expect.stringContaining('counted as gone'),
  ]);
});

test('an entry that bears the time of a wrong clock is found', () => {
  const seats = load.tables.flatMap((table) => table.told).filter((one) => one.match === match());
  expect(mistimedIn(match(), record, seats)).toEqual([]);
  expect(mistimedIn(match(), later(-10_000, 0), seats)).toContainEqual(expect.stringContaining('that it names'));
  expect(mistimedIn(match(), later(3_600_000, 0), seats)).toContainEqual(expect.stringContaining('in the future'));
});

describe('beads', () => {
  const tally = (war: number, rain: number) => ({ war, rain });
  const honest = {
    temple: 'templo-c0a1',
    fallen: tally(3, 2),
    ledger: { sensed: tally(3, 2), applied: tally(1, 1), held: tally(1, 1), refused: tally(1, 0) },
    offered: 2,
    totals: [tally(0, 0), tally(3, 2), tally(1, 0), tally(1, 1)],
  };

  test('that fell and are recorded once are found as they were', () => {
    expect(beadsIn(honest)).toEqual({ fallen: 5, offered: 2, lost: 0, twice: 0, problems: [] });
  });

  test.each<[string, Partial<typeof honest>, { lost: number; twice: number; problem: string }]>([
    ['that the account lacks', { fallen: tally(4, 2) }, { lost: 1, twice: 0, problem: '4 beads of war fell' }],
    ['that the records lack', { totals: [tally(2, 2)] }, { lost: 1, twice: 0, problem: 'the records have 2' }],
    ['that no person dropped', { fallen: tally(3, 1) }, { lost: 0, twice: 1, problem: '1 beads of rain fell' }],
    ['whose offering the records lack', { offered: 1 }, { lost: 1, twice: 0, problem: 'the records have 1 offerings' }],
    ['that were offered twice', { offered: 3 }, { lost: 0, twice: 1, problem: 'the records have 3 offerings' }],
    [
      'that two matches counted',
      { totals: [...honest.totals, tally(1, 1)] },
      { lost: 0, twice: 1, problem: 'are recorded again' },
    ],
    [
      'that crossed from slot to slot',
      { totals: [...honest.totals, tally(0, 2)] },
      { lost: 0, twice: 1, problem: 'are recorded again' },
    ],
    [
      'without a verdict',
      { ledger: { ...honest.ledger, refused: tally(0, 0) } },
      { lost: 0, twice: 0, problem: 'does not balance' },
    ],
  ])('%s are found', (_, planted, { lost, twice, problem }) => {
    expect(beadsIn({ ...honest, ...planted })).toMatchObject({
      lost,
      twice,
      problems: [expect.stringContaining(problem)],
    });
  });
});
