/** Beads while a hidden window is open: two matches that differ only in hands must tell the same. */
import { parseLine, type TempleTold } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { hostingAmbush } from '../../match/ambush.fixture.ts';
import { ALL, COUNTERS, DODGE, type Hands, NONE, SEATS } from '../../match/ambushTable.fixture.ts';
import { runningMatch } from '../../matches/table.fixture.ts';
import { MemoryJournal } from '../../store/storedJournal.ts';
import type { Committed } from '../../base/refused.ts';
import { newProcess, TEMPLE } from './process.fixture.ts';
import type { Temple } from './temple.ts';

const DELAY = 5;
/** Of the event loop: what a temple does by itself takes less. */
const TURNS = 20;
/** The seat of the player who owns the temple and is asked nothing. */
const OWNER = 4;

/** Notes what a spectator, the owner of the temple and the temple itself are told, each with the time. */
async function play(hands: Hands, settings: object, seat: number | 'table' | 'nowhere' = OWNER) {
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
  const place = { match: match.id, ...(typeof seat === 'number' && { seat }) };
  if (seat !== 'nowhere') await process.temples.of(TEMPLE).bind(`p${OWNER}`, place);
  let ids = 0;
  const act = (seat: number, move: string) =>
    void match.act(seat, [ids++, match.privateOf(seat).decision ?? 0, move], now);
  const wait = async (seconds: number) => {
    now += seconds * 1000;
    await match.tend(now);
    await process.temples.of(TEMPLE).messages();
  };
  /** The same, but without a question to the temple, which may wait for the match. */
  const tick = async (seconds: number) => {
    now += seconds * 1000;
    await match.tend(now);
    for (let turn = 0; turn < TURNS; turn++) await new Promise(setImmediate);
  };
  const drop = async (war: number) => note((await process.observe(war)).ack);
  return { process, match, told, note, act, wait, tick, drop, journal };
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

describe('a temple that comes and goes, at a table that shows outcomes late', () => {
  const script = async (hands: Hands, before: (table: Awaited<ReturnType<typeof play>>) => Promise<unknown>) => {
    const table = await play(hands, { reactDelaySeconds: DELAY }, 'nowhere');
    const place = { match: table.match.id, seat: OWNER };
    await before(table);
    table.act(0, 'strike');
    await table.wait(1);
    const temple = table.process.temples.of(TEMPLE);
    const isBound = temple.state.bound !== undefined;
    const doing = isBound ? temple.unbind(`p${OWNER}`) : temple.bind(`p${OWNER}`, place);
    void doing.then((done) => table.note(['done', done]));
    for (let second = 0; second < 2 * DELAY; second++) {
      for (const asked of table.match.isHiding ? table.match.awaited : []) table.act(asked, 'pass');
      await table.tick(1);
    }
    await doing;
    return blind(table.told);
  };

  test.each([
    ['comes', async () => {}],
    [
      'goes',
      ({ match, process }: Awaited<ReturnType<typeof play>>) =>
        process.temples.of(TEMPLE).bind(`p${OWNER}`, { match: match.id, seat: OWNER }),
    ],
  ])('%s when the move is shown, window or not', async (_, before) => {
    const [open, closed] = [await script(COUNTERS, before), await script(NONE, before)];
    expect(open).toEqual(closed);
    expect(closed.find(([, what]: [number, unknown]) => Array.isArray(what) && what[0] === 'done')?.[0]).toBe(
      1_000_000 + DELAY * 1000,
    );
  });
});

describe('while its temple waits for a move to be shown, at a table that shows outcomes late', () => {
  const waiting = async (from: 'nowhere' | number, ask: (temple: Temple, match: string) => Promise<Committed>) => {
    const table = await play(NONE, { reactDelaySeconds: DELAY }, from);
    table.act(0, 'strike');
    await table.wait(1);
    const temple = table.process.temples.of(TEMPLE);
    const asked = ask(temple, table.match.id);
    let isAnswered = false;
    void asked.then(() => {
      isAnswered = true;
    });
    await temple.look();
    return { ...table, temple, asked, isAnswered: () => isAnswered };
  };
  const lastAck = (told: readonly [at: number, what: unknown][]) =>
    told.flatMap(([, what]) => (what as TempleTold).ack ?? []).at(-1);
  const binding = (temple: Temple, match: string) => temple.bind(`p${OWNER}`, { match, seat: OWNER });

  test.each([
    ['to come', 'nowhere', binding],
    ['to go', OWNER, (temple: Temple) => temple.unbind(`p${OWNER}`)],
    ['to be released', OWNER, (temple: Temple) => temple.release(`p${OWNER}`)],
    ['to be given away', OWNER, (temple: Temple) => temple.give(`p${OWNER}`, 'p1')],
    ['to be claimed by its code', OWNER, (temple: Temple) => temple.claim('p1', 'printed')],
    ['to be taken away', OWNER, (temple: Temple) => temple.takeAway('operator')],
  ] as const)('%s, all else that is asked of it is answered', async (_, from, ask) => {
    const { process, temple, asked, isAnswered, wait } = await waiting(from, ask);
    expect(await process.observe(1)).toMatchObject({ isWritten: 'waiting' });
    expect(await temple.configure(`p${OWNER}`, { light: 40 })).toEqual({ kind: 'done' });
    expect(await temple.messages()).toMatchObject({ config: { light: 40 } });
    expect((await temple.look()).bound).toBeDefined();
    expect(isAnswered()).toBe(false);
    await wait(DELAY);
    expect(await asked).toEqual({ kind: 'done' });
    await process.stop();
  });

  test('the bead that falls while it waits to come counts as soon as it is there', async () => {
    const { match, told, process, asked, wait } = await waiting('nowhere', binding);
    let bindings = 0;
    const { bindTemple } = match;
    match.bindTemple = (...binding) => {
      bindings++;
      return bindTemple.apply(match, binding);
    };
    await process.observe(1);
    await wait(DELAY);
    expect([await asked, bindings]).toEqual([{ kind: 'done' }, 0]);
    expect(match.position.temples.all.get(TEMPLE)?.account).toMatchObject({ sensed: { war: 1 }, held: { war: 1 } });
    expect(lastAck(told)).toMatchObject({ match: match.id, sensed: { war: 1 } });
    await process.stop();
  });

  test('what is asked of its match or owner next comes after it, and a repeat has the same answer', async () => {
    const { match, temple, process, asked, wait } = await waiting('nowhere', binding);
    const [again, out] = [binding(temple, match.id), temple.release(`p${OWNER}`)];
    await wait(DELAY);
    expect(await Promise.all([asked, again, out])).toEqual([{ kind: 'done' }, { kind: 'done' }, { kind: 'done' }]);
    expect(match.position.temples.all.get(TEMPLE)).toMatchObject({ isOver: true });
    expect(temple.state).toMatchObject({ lastMatch: match.id });
    expect([temple.state.owner, temple.state.bound]).toEqual([undefined, undefined]);
    await process.stop();
  });

  test('bound again while it waits to go, it goes and comes again', async () => {
    const { match, temple, asked, process, wait } = await waiting(OWNER, (temple) => temple.unbind(`p${OWNER}`));
    const again = binding(temple, match.id);
    await wait(DELAY);
    expect(await Promise.all([asked, again])).toEqual([{ kind: 'done' }, { kind: 'done' }]);
    expect(temple.state.bound).toMatchObject({ match: match.id });
    expect(match.position.temples.all.get(TEMPLE)).toMatchObject({ isOver: false });
    await process.stop();
  });

  test('a match that ends before refuses it, and it is free', async () => {
    const { match, told, temple, process, asked } = await waiting('nowhere', binding);
    await match.abort('test', 1_002_000);
    expect(await asked).toEqual({ kind: 'refused', code: 'match-over' });
    expect((await temple.look()).bound).toBeUndefined();
    expect(lastAck(told)?.match).toBeUndefined();
    await process.stop();
  });

  test('after a crash it comes at its next report, which does not wait for the match either', async () => {
    const { match, process, asked, journal } = await waiting('nowhere', binding);
    await process.stop();
    expect(await asked).toEqual({ kind: 'retry' });
    let now = 1_002_000;
    const second = newProcess(journal, () => now, hostingAmbush(NONE));
    const again = (await second.matches.open(match.id))!;
    void again.act(0, ['again', again.privateOf(0).decision ?? 0, 'strike'], now);
    expect(await second.observe(1)).toMatchObject({ isWritten: 'waiting' });
    now += DELAY * 1000;
    await again.tend(now);
    await second.temples.of(TEMPLE).messages();
    expect(again.position.temples.all.get(TEMPLE)?.account).toMatchObject({ sensed: { war: 1 } });
    await second.stop();
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
  test('a bead whose time has not come counts at once, as without a window, and once', async () => {
    const tables = await Promise.all([play(ALL, {}), play(NONE, {})]);
    const [open, closed] = tables;
    open.act(0, 'strike');
    for (const table of tables) {
      await table.wait(1);
      await table.drop(2);
      await table.drop(1);
    }
    expect([open.match.isHiding, closed.match.isHiding]).toEqual([true, false]);
    expect(blind(open.told)).toEqual(blind(closed.told));
    for (let round = 0; round < 5 && open.match.isHiding; round++) {
      for (const asked of open.match.awaited) open.act(asked, 'pass');
      await open.wait(1);
    }
    expect(open.match.isHiding).toBe(false);
    expect((await open.process.observe(2)).ack).toMatchObject({ sensed: { war: 2 }, held: { war: 2 } });
  });

  test('a word that is refused anyway is refused at once, whoever says it of whose beads', async () => {
    const words = [
      { what: 'confirmed', temple: TEMPLE },
      { what: 'claimed', temple: TEMPLE, slot: 'war', n: 1 },
      { what: 'settled', temple: TEMPLE, slot: 'war', n: 1, as: 'counts' },
      { what: 'settled', temple: 'templo-0000', slot: 'war', n: 1, as: 'counts' },
    ] as const;
    for (const place of [0, 'table'] as const) {
      const { match, act, wait } = await play(ALL, {}, place);
      act(0, 'strike');
      await wait(1);
      for (const [n, word] of words.entries())
        expect(await match.beads(OWNER, [`word ${n}`, word], 1_001_000)).toMatchObject({ code: 'beads-refused' });
      expect(match.isHiding).toBe(true);
    }
  });

  test.each<[string, number | 'table']>([
    ['of a seat', OWNER],
    ['of the table', 'table'],
    ['of the mover', 0],
  ])('a temple %s comes and goes at once, as without a window, its lights included', async (_, seat) => {
    const script = async (hands: Hands) => {
      const table = await play(hands, {}, 'nowhere');
      if (hands === ALL) table.act(0, 'strike');
      await table.wait(1);
      const { temples } = table.process;
      await temples.of(TEMPLE).claim(`p${seat === 'table' ? OWNER : seat}`, 'printed');
      const by = temples.of(TEMPLE).state.owner ?? '';
      table.note(await temples.of(TEMPLE).bind(by, { match: table.match.id, ...(seat !== 'table' && { seat }) }));
      await table.wait(1);
      table.note(await temples.of(TEMPLE).unbind(by));
      await table.wait(1);
      expect(table.match.isHiding).toBe(hands === ALL);
      return blind(table.told);
    };
    expect(await script(ALL)).toEqual(await script(NONE));
  });

  test('lights that are first asked for in a window show what everybody sees', async () => {
    const [open, closed] = await Promise.all([play(ALL, {}, 'table'), play(NONE, {}, 'table')]);
    open.act(0, 'strike');
    await open.wait(1);
    const lights = async ({ journal, match }: typeof open, hands: Hands) => {
      const again = newProcess(journal, () => 1_001_000, hostingAmbush(hands));
      await again.matches.open(match.id);
      return blind([(await again.temples.of(TEMPLE).messages()).match]);
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
