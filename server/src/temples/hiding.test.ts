/** Beads while a hidden window is open: two matches that differ in nothing but who holds what, and what is told of them. */
import { parseLine, type TempleTold } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { MemoryJournal } from '../journal/memory.ts';
import { hostingAmbush } from '../match/ambush.fixture.ts';
import { ALL, COUNTERS, DODGE, type Hands, NONE, SEATS } from '../match/ambushTable.fixture.ts';
import { runningMatch } from '../match/table.fixture.ts';
import { newProcess, TEMPLE } from './process.fixture.ts';

const DELAY = 5;
/** Sits at the table, has the temple, and is asked nothing. */
const OWNER = 4;

/** With what a spectator, the owner of the temple and the temple itself are told, each with the time. */
async function play(hands: Hands, settings: object, seat: number | 'table' = OWNER) {
  let now = 1_000_000;
  const journal = new MemoryJournal();
  const process = newProcess(journal, () => now, hostingAmbush(hands));
  const match = await runningMatch({ matches: process.matches, now } as never, {
    game: 'ambush',
    seats: SEATS,
    settings,
  });
  const told: [at: number, what: unknown][] = [];
  const note = (what: unknown) => void told.push([now, structuredClone(what)]);
  match.watch({
    onFlush: ({ public: isPublic, seats }) => {
      if (isPublic) note({ ...match.table, step: match.publicStep });
      if (seats.has(OWNER)) note(seats.get(OWNER));
    },
    onLost: () => {},
  });
  process.temples.listen({ tell: (one: TempleTold) => note(one), command: () => {}, forget: () => {} });
  await process.observe(0);
  await process.temples.of(TEMPLE).claim(`p${OWNER}`, 'printed');
  await process.temples.of(TEMPLE).bind(`p${OWNER}`, { match: match.id, ...(seat !== 'table' && { seat }) });
  let ids = 0;
  const act = (seat: number, move: string) =>
    void match.act(seat, [ids++, match.privateOf(seat).decision ?? 0, move], now);
  const wait = async (seconds: number) => {
    now += seconds * 1000;
    await match.tend(now);
    await process.temples.of(TEMPLE).told();
  };
  const drop = async (war: number) => note((await process.observe(war)).ack);
  return { process, match, told, note, act, wait, drop, journal };
}

const blind = (told: readonly unknown[]) => JSON.parse(JSON.stringify(told).replaceAll(/"[0-9A-Z]{8}"/g, '"match"'));

describe('at a table that shows outcomes late', () => {
  const settings = { reactDelaySeconds: DELAY };
  const script = async (hands: Hands, seat?: number | 'table') => {
    const table = await play(hands, settings, seat);
    table.act(0, 'strike');
    await table.wait(1);
    await table.drop(1);
    for (const asked of [0, 1, 2, 3]) if (table.match.awaited.includes(asked as 0)) table.act(asked, 'pass');
    await table.wait(1);
    await table.drop(2);
    for (let round = 0; round < 4; round++) {
      for (const asked of table.match.awaited) if (table.match.isHiding) table.act(asked, 'pass');
      await table.wait(0);
    }
    await table.wait(DELAY - 2);
    await table.drop(3);
    return blind(table.told);
  };

  test.each([
    ['one is struck', DODGE],
    ['two look on', COUNTERS],
  ] as const)('whether a window is open (%s) shows in nothing that a temple is told, nor when', async (_, hands) =>
    expect(await script(hands)).toEqual(await script(NONE)),
  );

  test('the bead is told of when the move is shown, not before', async () => {
    const told = (await script(NONE)) as [number, { sensed?: { war: number } }][];
    const counted = told.find(([, what]) => what.sensed?.war === 3);
    expect(counted).toBeDefined();
    expect(
      told
        .filter(([at, what]) => what.sensed !== undefined && at < 1_000_000 + DELAY * 1000)
        .map(([, w]) => w.sensed?.war),
    ).toEqual([0, 0]);
  });
});

describe('what people say meanwhile, at a table that shows outcomes late', () => {
  const script = async (hands: Hands) => {
    const table = await play(hands, { reactDelaySeconds: DELAY });
    await table.drop(2);
    table.act(0, 'strike');
    await table.wait(1);
    const say = (what: string, said: Promise<unknown>) => void said.then((answer) => table.note([what, answer]));
    say('beads', table.match.beads(OWNER, ['b', { temple: TEMPLE, what: 'returned', slot: 'war', n: 1 }], 1_001_000));
    say('offer', table.match.offer(OWNER, ['o', 'abort'], 1_001_000));
    await table.wait(1);
    for (let round = 0; round < 4; round++) {
      for (const asked of table.match.isHiding ? table.match.awaited : []) table.act(asked, 'pass');
      await table.wait(0);
    }
    await table.wait(DELAY);
    return blind(table.told);
  };

  test('is answered when the move is shown, window or not', async () => {
    const [open, closed] = [await script(COUNTERS), await script(NONE)];
    const answers = (told: [number, unknown][]) => told.filter(([, what]) => Array.isArray(what));
    expect(answers(open)).toEqual(answers(closed));
    expect(answers(closed)).toHaveLength(2);
  });
});

describe('in a window at a table that waits for nobody', () => {
  test('a report changes nothing that anybody is shown, lights included; it is counted once when the window closes', async () => {
    const table = await play(ALL, {});
    table.act(0, 'strike');
    await table.wait(1);
    expect(table.match.isHiding).toBe(true);
    const { length } = table.told;
    const before = (await table.process.temples.of(TEMPLE).told()).ack;
    await table.drop(2);
    await table.drop(1);
    expect(table.told.slice(length)).toEqual([
      [1_001_000, before],
      [1_001_000, before],
    ]);
    for (let round = 0; round < 5 && table.match.isHiding; round++) {
      for (const asked of table.match.awaited) table.act(asked, 'pass');
      await table.wait(1);
    }
    expect(table.match.isHiding).toBe(false);
    expect((await table.process.observe(2)).ack).toMatchObject({ sensed: { war: 2 }, held: { war: 2 } });
  });

  test('lights that are first asked for in a window show what everybody sees', async () => {
    const [open, closed] = await Promise.all([play(ALL, {}, 'table'), play(NONE, {}, 'table')]);
    open.act(0, 'strike');
    await open.wait(1);
    const lights = async ({ journal, match }: typeof open, hands: Hands) => {
      const again = newProcess(journal, () => 1_001_000, hostingAmbush(hands));
      await again.matches.open(match.id);
      return blind([(await again.temples.of(TEMPLE).told()).match]);
    };
    expect(await lights(open, ALL)).toEqual(await lights(closed, NONE));
  });

  test('on the table’s temple a bead that waited is of the step in which it was told', async () => {
    const table = await play(ALL, {}, 'table');
    table.act(0, 'strike');
    await table.wait(1);
    await table.drop(1);
    for (let round = 0; round < 5 && table.match.isHiding; round++) {
      for (const asked of table.match.awaited) table.act(asked, 'pass');
      await table.wait(10);
    }
    const waiting = table.match.position.temples.all.get(TEMPLE)?.account.waiting;
    expect([table.match.position.temples.steps.map(({ seat }) => seat), waiting]).toMatchObject([
      [0, 1],
      [{ seat: 0, n: 1 }],
    ]);
  });
});

test.each([
  ['counts in the step in which it is told when it comes without an age', undefined, { verdict: 'applied', why: 'ok' }],
  ['is nobody’s when nobody knows how old it is', [], { verdict: 'held', why: 'unclaimed' }],
] as const)('a bead in the table’s temple %s', async (_, recent, fate) => {
  const { process, match } = await play(NONE, {}, 'table');
  const odometer = { v: 1, epoch: 7, war: 1, rain: 0, ...(recent && { recent: [...recent] }) } as const;
  await process.temples.observe(TEMPLE, odometer);
  expect(match.position.temples.all.get(TEMPLE)?.account.last).toMatchObject(fate);
  await process.stop();
});

test('a clock that is set back while a report waits leaves a record that can be read', async () => {
  const { process, match, act, wait, journal } = await play(DODGE, {}, 'table');
  act(0, 'strike');
  await wait(5);
  expect(match.isHiding).toBe(true);
  await process.temples.observe(TEMPLE, { v: 1, epoch: 7, war: 1, rain: 0, recent: [['war', 1, 0]] });
  await wait(-3);
  act(1, 'pass');
  await wait(0);
  expect(match.position.temples.all.get(TEMPLE)?.account.sensed.war).toBe(1);
  const { lines = [] } = (await journal.read(match.id)) ?? {};
  expect(lines.map(parseLine).filter((read) => 'problem' in read)).toEqual([]);
  await process.stop();
});
