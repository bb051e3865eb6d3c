import { tableSettings } from '@flower-war/protocol';
import { at, gameById } from '@flower-war/rules';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hostedGames, hosting } from '../base/hostedGames.ts';
import {
  askedSeat,
  type Fault,
  newTable,
  openedMatch,
  passTime,
  playOne,
  runningMatch,
} from '../matches/table.fixture.ts';
import type { Match } from './match.ts';

const lines = async (table: ReturnType<typeof newTable>, match: Match) =>
  (await table.journal.read(match.id))?.lines ?? [];
const ask = (match: Match) => {
  const seat = askedSeat(match);
  const { decision = 0, legal } = match.privateOf(seat);
  return { seat, decision, move: at(legal, 0) };
};

describe('one command at a time', () => {
  test('two commands in one tick that answer the same decision: one is played, the other is stale', async () => {
    const table = newTable();
    const match = await runningMatch(table);
    const { seat, decision, move } = ask(match);
    const before = (await lines(table, match)).length;
    const answers = await Promise.all([
      match.act(seat, [1, decision, move], 5),
      match.act(seat, [2, decision, move], 5),
    ]);
    expect(answers.map((answer) => (answer.kind === 'rejected' ? answer.code : answer.kind))).toEqual([
      'accepted',
      'stale-decision',
    ]);
    expect(await lines(table, match)).toHaveLength(before + 1);
  });

  test('the same action twice in one tick is played once and answered alike', async () => {
    const table = newTable();
    const match = await runningMatch(table);
    const { seat, decision, move } = ask(match);
    const before = (await lines(table, match)).length;
    const [one, two] = await Promise.all([
      match.act(seat, [1, decision, move], 5),
      match.act(seat, [1, decision, move], 5),
    ]);
    expect(one?.kind).toBe('accepted');
    expect(two).toEqual({ ...one, repeated: true });
    expect(await lines(table, match)).toHaveLength(before + 1);
  });

  test('the ids 7 and "7" are two', async () => {
    const match = await runningMatch(newTable());
    const first = ask(match);
    expect((await match.act(first.seat, [7, first.decision, first.move], 5)).kind).toBe('accepted');
    expect(await match.act(first.seat, ['7', first.decision, first.move], 5)).toMatchObject({ code: 'stale-decision' });
  });
});

describe('refusals', () => {
  test.each([
    ['an old decision', (d: number) => [1, d - 1, 'toss'] as const, 'stale-decision'],
    ['a decision that was never asked', (d: number) => [1, d + 99, 'toss'] as const, 'stale-decision'],
    ['text that is not a move', (d: number) => [1, d, 'fly to the moon'] as const, 'bad-notation'],
    ['a move that the rules do not allow', (d: number) => [1, d, 'move 3'] as const, 'illegal-move'],
  ])('%s changes nothing', async (_, action, code) => {
    const table = newTable();
    const match = await runningMatch(table);
    const before = await lines(table, match);
    const { seat, decision } = ask(match);
    expect(await match.act(seat, [...action(decision)], 5)).toMatchObject({ kind: 'rejected', code });
    expect(await lines(table, match)).toEqual(before);
    expect((await playOne(match)).kind).toBe('accepted');
  });

  test('the seat that is not asked has no decision to answer', async () => {
    const match = await runningMatch(newTable());
    const other = 1 - askedSeat(match);
    for (const decision of [0, 1])
      expect(await match.act(other, [1, decision, 'toss'], 5)).toMatchObject({ code: 'stale-decision' });
  });

  test('nothing can be played before the start or after the end', async () => {
    const table = newTable();
    const { matches } = table;
    const wanted = { game: 'tieqchieq', preset: 'tieqchieq', seats: 2, host: 'p0' };
    const options = Object.fromEntries(at([...hostedGames().all], 0).game.options.map((o) => [o.name, o.default]));
    const id = await matches.create({ ...wanted, options, table: tableSettings.parse({}) });
    const open = await matches.open(id);
    expect(await open!.act(0, [1, 0, 'toss'], 5)).toMatchObject({ code: 'not-started' });
    const match = await runningMatch(table);
    expect((await match.resign(1, [9], 5)).kind).toBe('accepted');
    expect(match.position).toMatchObject({ status: 'ended', result: { result: 'forfeit', winners: [0] } });
    expect(await playOne(match).catch(() => match.act(0, [3, 1, 'toss'], 5))).toMatchObject({ code: 'match-over' });
    expect((await match.resign(1, [9], 5)).kind).toBe('accepted');
  });
});

describe('the end', () => {
  const agreed = async (match: Match) => {
    await match.offer(0, ['end', 'abort'], 5);
    await match.reply(1, ['end', true], 5);
  };
  test.each<[string, (match: Match) => Promise<unknown>]>([
    ['that all agree on', agreed],
    ['that the server decides on', (match) => match.abort('nobody-came', 5)],
    ['by a player who gives up', (match) => match.resign(askedSeat(match), ['up'], 5)],
    [
      'in a pause',
      async (match) => {
        await match.offer(0, ['rest', 'pause', 3], 5);
        await match.reply(1, ['rest', true], 5);
        await agreed(match);
      },
    ],
  ])('%s leaves no question and no move, and tells the seat that was asked', async (_, end) => {
    const match = await runningMatch(newTable());
    const seat = askedSeat(match);
    const told: unknown[] = [];
    match.watch({ onFlush: ({ seats }) => told.push(seats.get(seat)?.private.legal), onLost: () => {} });
    await end(match);
    for (const one of [0, 1]) {
      expect(match.privateOf(one)).toMatchObject({ legal: [] });
      expect(match.privateOf(one)).not.toHaveProperty('decision');
    }
    expect(told).toContainEqual([]);
    expect(match.privateOf(seat).step).toBeGreaterThan(match.publicStep);
  });
});

describe('a throw in the rules', () => {
  test('changes nothing, is reported, and the match goes on', async () => {
    const real = gameById('tieqchieq')!;
    let isBroken = false;
    const game = {
      ...real,
      apply: (...args: Parameters<typeof real.apply>) => {
        if (isBroken) throw new Error('a bug, with a secret in its text');
        return real.apply(...args);
      },
    };
    const hosted = at([...hostedGames().all], 0);
    const table = newTable({ games: hosting([{ ...hosted, game }], async () => game) });
    const match = await runningMatch(table);
    const before = await lines(table, match);
    const shown = match.privateOf(askedSeat(match));
    isBroken = true;
    const answer = await playOne(match);
    expect(answer).toMatchObject({ kind: 'rejected', code: 'internal' });
    expect(JSON.stringify(answer)).not.toContain('a bug');
    expect(table.reports).toEqual(['a command failed']);
    expect(await lines(table, match)).toEqual(before);
    expect(match.privateOf(askedSeat(match))).toEqual(shown);
    isBroken = false;
    expect((await playOne(match)).kind).toBe('accepted');
  });
});

describe('a journal that fails', () => {
  const cases: [Fault, string, number][] = [
    ['lost-before', 'retry', 0],
    ['lost-after', 'accepted', 1],
    ['lost-before-and-blind', 'retry', 0],
    ['lost-after-and-blind', 'retry', 1],
  ];
  test.each(cases)('%s: answered %s, and the repeat is accepted and written once', async (fault, first, written) => {
    const table = newTable();
    const match = await runningMatch(table);
    const before = (await lines(table, match)).length;
    const { seat, decision, move } = ask(match);
    const position = match.position;
    table.journal.faults.push(fault);
    expect((await match.act(seat, [1, decision, move], 5)).kind).toBe(first);
    if (first === 'retry') expect(match.position).toBe(position);
    expect((await lines(table, match)).length).toBe(before + written);
    expect((await match.act(seat, [1, decision, move], 5)).kind).toBe('accepted');
    expect((await lines(table, match)).length).toBe(before + 1);
    expect((await playOne(match)).kind).toBe('accepted');
  });

  test('an entry of unknown outcome is shown once it is known, before the next command', async () => {
    const table = newTable();
    const match = await runningMatch(table);
    const shown: number[] = [];
    match.watch({ onFlush: () => shown.push(match.publicStep), onLost: () => {} });
    const { seat, decision, move } = ask(match);
    table.journal.faults.push('lost-after-and-blind');
    await match.act(seat, [1, decision, move], 5);
    expect(shown).toEqual([]);
    expect(await match.act(1 - seat, [2, 0, 'toss'], 5)).toMatchObject({ code: 'stale-decision' });
    expect(shown).toHaveLength(1);
  });

  test('when another server has written, this one lets go of the match', async () => {
    const table = newTable();
    const match = await runningMatch(table);
    let lost = 0;
    match.watch({ onFlush: () => {}, onLost: () => lost++ });
    table.journal.faults.push('other-owner');
    expect((await playOne(match)).kind).toBe('retry');
    expect(lost).toBe(1);
    expect((await playOne(match)).kind).toBe('retry');
    expect(lost).toBe(1);
  });

  /** The second append from now on fails. */
  function failSecond({ journal }: ReturnType<typeof newTable>, fault: Fault): void {
    const original = journal.append.bind(journal);
    let appends = 0;
    journal.append = (append) => {
      if (++appends === 2) journal.faults.push(fault);
      return original(append);
    };
  }
  const faults: Fault[] = ['lost-before', 'lost-after', 'lost-before-and-blind', 'lost-after-and-blind'];
  const kindsOf = async (...[table, match]: Parameters<typeof lines>) =>
    (await lines(table, match)).map((line) => JSON.parse(line).kind);

  const player = (name: string) => ({ by: 'player', player: name, contribution: 'ab'.repeat(16) }) as const;

  /** A match whose last seat was just taken, when the start could not be written. */
  async function unlucky(fault: Fault) {
    const table = newTable();
    const match = await openedMatch(table, { seats: 2 });
    await match.sit(player('p0'), 0, table.now);
    failSecond(table, fault);
    await match.sit(player('p1'), 1, table.now);
    return { table, match };
  }

  async function mustHaveStarted({ table, match }: Awaited<ReturnType<typeof unlucky>>): Promise<void> {
    expect(match.position.status).toBe('running');
    expect((await kindsOf(table, match)).filter((kind) => kind === 'started')).toHaveLength(1);
    expect((await playOne(match, table.now)).kind).toBe('accepted');
  }

  test('an ending that cannot be written is written when the match wakes', async () => {
    const table = newTable();
    const match = await runningMatch(table);
    failSecond(table, 'lost-before');
    await match.resign(0, [1], 5);
    expect(match.position.status).toBe('over');
    await table.matches.wake();
    expect(match.position.status).toBe('ended');
  });

  describe.each(faults)('%s: an ending or a start that cannot be written', (fault) => {
    afterEach(() => void vi.useRealTimers());
    const withTimers = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    test('the ending comes by itself', async () => {
      withTimers();
      const table = newTable();
      const match = await runningMatch(table);
      failSecond(table, fault);
      await match.resign(0, [1], 5);
      await passTime(1000);
      expect(match.position.status).toBe('ended');
      expect((await kindsOf(table, match)).filter((kind) => kind === 'ended')).toHaveLength(1);
      expect(match.dueAt).toBeUndefined();
    });

    test('the start comes by itself', async () => {
      withTimers();
      const { table, match } = await unlucky(fault);
      await passTime(1000);
      await mustHaveStarted({ table, match });
    });

    test('the start comes when a player asks for the seat again', async () => {
      const { table, match } = await unlucky(fault);
      expect(await match.sit(player('p1'), 1, table.now)).toMatchObject({ kind: 'done', seat: 1 });
      await mustHaveStarted({ table, match });
    });

    test('the start comes from the server that finds the match next', async () => {
      const { table, match } = await unlucky(fault);
      await table.matches.stop();
      const next = newTable({ journal: table.journal, owner: 'next', now: table.now + 1 });
      await next.matches.wake();
      expect((await table.journal.index(match.id))?.index.status).toBe('running');
      const again = await next.matches.open(match.id);
      if (again === undefined) throw new Error('it is there');
      await mustHaveStarted({ table: next, match: again });
      await next.matches.stop();
    });
  });

  test('a watcher that throws does not undo what was shown', async () => {
    const table = newTable();
    const match = await runningMatch(table);
    match.watch({
      onFlush: () => {
        throw new Error('no screen');
      },
      onLost: () => {},
    });
    expect((await playOne(match)).kind).toBe('accepted');
    expect(table.reports).toEqual(['a flush failed']);
  });
});
