/** Answers that are left ahead: played as the player would, once, and known to no other viewer before. */
import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { AmbushTable, DODGE, type Hands, NONE, SEATS } from '../../match/ambushTable.fixture.ts';
import { hostingAmbush } from '../../match/ambush.fixture.ts';
import { StoreError } from '../../store/engine/engine.ts';
import { known, memoryStore } from '../../store/store.fixture.ts';
import { Replays } from '../replay/replays.ts';
import { Ahead } from './ahead.ts';

const MINUTE = 60_000;
const DAYS = { clock: { kind: 'days', days: 3 } } as const;
const ANY_MOVE = ['rest', 'strike', 'feint'] as const;

class AheadTable {
  readonly store = memoryStore();
  ambushed: AmbushTable;
  /** This many changes of the store fail. */
  flaws = 0;
  private readonly hands: Hands;

  private constructor(ambushed: AmbushTable, hands: Hands) {
    this.ambushed = ambushed;
    this.hands = hands;
  }

  static async start(hands: Hands = NONE): Promise<AheadTable> {
    const one = new AheadTable(await AmbushTable.start(hands, DAYS), hands);
    await known(one.store, ...Array.from({ length: SEATS }, (_, seat) => `p${seat}`));
    return one;
  }

  get ahead(): Ahead {
    const { table } = this.ambushed;
    const { ahead } = this.store.stores;
    const replace: typeof ahead.replace = (was, by) =>
      this.flaws-- > 0 ? Promise.reject(new StoreError('the store is away')) : ahead.replace(was, by);
    return new Ahead({
      store: { ...ahead, replace },
      replays: new Replays(table.journal, async () => hostingAmbush(this.hands).get('ambush')?.game),
      now: () => table.now,
      process: 'me',
      isClosed: () => false,
      random: () => 0.5,
      use: (match, job) => table.matches.use(match, job),
      report: () => {},
    });
  }

  get match() {
    return this.ambushed.match;
  }

  async leave(seat: number, ...answers: { move: string; seen?: { kind: string; [field: string]: string | number } }[]) {
    return this.ahead.leave(this.match, `p${seat}`, answers);
  }

  of(seat: number) {
    return this.ahead.of(this.match.id, `p${seat}`);
  }

  async play(seat: number, move: string): Promise<void> {
    void this.ambushed.play(seat, move);
    await this.ambushed.settle();
    await this.ahead.note(this.match);
  }

  /** The seat takes its last move back: alone, or all others agree. */
  async takeBack(seat: number, what: 'takeback' | 'undo'): Promise<void> {
    const { now } = this.ambushed.table;
    void this.match.offer(seat, [`back ${now}`, what], now);
    const others = Array.from({ length: SEATS }, (_, one) => one).filter((one) => one !== seat);
    if (what === 'takeback') for (const one of others) void this.match.reply(one, [`yes ${now}`, true], now);
    await this.ambushed.settle();
    await this.ahead.note(this.match);
  }

  async wait(ms: number): Promise<void> {
    this.ambushed.table.now += ms;
    await this.ahead.play();
    await this.ambushed.settle();
  }

  /** Another process has the match from now on. */
  async takeOver(): Promise<void> {
    this.ambushed = await this.ambushed.restart(this.hands);
    await this.ahead.note(this.match);
  }

  async moves(): Promise<readonly string[]> {
    const entries = await this.ambushed.entries();
    return entries.flatMap(({ kind, seat, by, move }) => (kind === 'move' ? [`${seat} ${move} ${by}`] : []));
  }
}

test('an answer is played as a move of its player, not at once, and the rest waits for later questions', async () => {
  const table = await AheadTable.start();
  await table.leave(1, { move: 'feint' }, { move: 'strike' });
  await table.play(0, 'rest');
  await table.wait(20_000);
  expect(await table.moves()).toEqual(['0 rest player']);
  await table.wait(2 * MINUTE);
  expect(await table.moves()).toEqual(['0 rest player', '1 feint player']);
  expect(await table.of(1)).toEqual({ answers: [{ move: 'strike' }] });
  for (const seat of [2, 3, 4, 0]) await table.play(seat, 'rest');
  await table.wait(3 * MINUTE);
  expect((await table.moves()).at(-1)).toBe('1 strike player');
  expect(await table.of(1)).toEqual({ answers: [] });
});

test('only for later questions, in notation, and at a clock of days', async () => {
  const table = await AheadTable.start();
  await expect(table.leave(0, { move: 'rest' })).rejects.toMatchObject({ code: 'ahead-refused', reason: 'your-turn' });
  await expect(table.leave(1, { move: 'fly' })).rejects.toMatchObject({ code: 'bad-notation' });
  const fast = await AmbushTable.start(NONE, { clock: { kind: 'turn', seconds: 60 } });
  const refused = table.ahead.leave(fast.match, 'p1', [{ move: 'rest' }]);
  await expect(refused).rejects.toMatchObject({ code: 'ahead-refused', reason: 'clock' });
});

test.each([
  ['what was to happen has not', [{ move: 'rest', seen: { kind: 'feinted' } }, { move: 'rest' }], 'not-seen'],
  ['it happened to another seat', [{ move: 'rest', seen: { kind: 'rested', seat: 3 } }], 'not-seen'],
  ['the move is not legal', [{ move: 'boost' }, { move: 'rest' }], 'not-legal'],
] as const)('if %s, all are thrown away, and the player is told', async (_, answers, why) => {
  const table = await AheadTable.start();
  await table.leave(1, ...answers);
  await table.play(0, 'rest');
  await table.wait(3 * MINUTE);
  expect(await table.moves()).toEqual(['0 rest player']);
  expect(await table.of(1)).toMatchObject({ answers: [], dropped: { move: answers[0].move, why } });
  await table.wait(9 * MINUTE);
  expect(await table.moves()).toEqual(['0 rest player']);
});

test('if what was to happen has happened since the last answer, it is played', async () => {
  const table = await AheadTable.start();
  await table.leave(
    1,
    { move: 'strike', seen: { kind: 'rested', seat: 0 } },
    { move: 'rest', seen: { kind: 'struck' } },
  );
  await table.play(0, 'rest');
  await table.wait(3 * MINUTE);
  expect((await table.moves()).at(-1)).toBe('1 strike player');
  for (const seat of [2, 3, 4, 0]) await table.play(seat, 'rest');
  await table.wait(3 * MINUTE);
  expect(await table.of(1)).toMatchObject({ answers: [], dropped: { why: 'not-seen' } });
});

test('a player who answers by a move needs them no longer', async () => {
  const table = await AheadTable.start();
  await table.leave(1, { move: 'feint' }, { move: 'feint' });
  await table.play(0, 'rest');
  await table.play(1, 'rest');
  for (const seat of [2, 3, 4, 0]) await table.play(seat, 'rest');
  await table.wait(3 * MINUTE);
  expect((await table.moves()).filter((move) => move.startsWith('1'))).toEqual(['1 rest player']);
  expect(await table.of(1)).toMatchObject({ answers: [], dropped: { why: 'played' } });
});

test('the time is drawn for each question, also for one in place of a question that was taken back', async () => {
  const table = await AheadTable.start();
  await table.leave(1, { move: 'feint' });
  await table.play(0, 'rest');
  await table.wait(80_000);
  await table.takeBack(0, 'takeback');
  expect(table.ambushed.asked).toEqual([0]);
  await table.play(0, 'rest');
  await table.wait(20_000);
  expect(await table.moves()).toEqual(['0 rest player', '0 rest player']);
  await table.wait(2 * MINUTE);
  expect((await table.moves()).at(-1)).toBe('1 feint player');
});

test.each([
  ['undone', 'feint', 1, 'undo'],
  ['taken back', 'rest', 1, 'takeback'],
  ['taken back with the move before it', 'rest', 0, 'takeback'],
] as const)('once an answer was %s, those after it are thrown away', async (_, move, by, what) => {
  const table = await AheadTable.start();
  await table.leave(1, { move }, { move: 'strike' });
  await table.leave(3, { move: 'feint' });
  await table.play(0, 'rest');
  await table.wait(3 * MINUTE);
  expect((await table.moves()).at(-1)).toBe(`1 ${move} player`);
  await table.takeBack(by, what);
  expect(table.ambushed.asked).toEqual([by]);
  expect(await table.of(1)).toMatchObject({ answers: [], dropped: { move: 'strike', why: 'played' } });
  expect(await table.of(3)).toEqual({ answers: [{ move: 'feint' }] });
  await table.takeOver();
  if (by === 0) await table.play(0, 'rest');
  await table.leave(2, { move: 'rest' });
  const before = await table.moves();
  await table.wait(9 * MINUTE);
  expect(await table.moves()).toEqual(before);
});

test('they can be replaced and withdrawn until they are played, and end with the match', async () => {
  const table = await AheadTable.start();
  await table.leave(1, { move: 'feint' });
  await table.play(0, 'rest');
  expect(await table.ahead.leave(table.match, 'p1', [])).toEqual({ answers: [] });
  await table.wait(3 * MINUTE);
  expect(await table.moves()).toHaveLength(1);
  await table.leave(2, { move: 'rest' });
  await table.leave(2, { move: 'feint' });
  await table.leave(3, { move: 'feint' });
  await table.match.resign(3, [77], table.ambushed.table.now);
  await table.ahead.note(table.match);
  expect([await table.of(2), await table.of(3)]).toEqual([{ answers: [{ move: 'feint' }] }, { answers: [] }]);
  await table.match.abort('enough', table.ambushed.table.now);
  await table.ahead.note(table.match);
  expect(await table.store.stores.ahead.at(table.match.id)).toEqual([]);
});

test('they are data of the player, and go with the player', async () => {
  const table = await AheadTable.start();
  await table.leave(1, { move: 'feint' });
  expect(await table.ahead.kept('p1')).toEqual([{ match: table.match.id, answers: [{ move: 'feint' }] }]);
  await table.store.stores.accounts.forget('p1');
  expect(await table.ahead.kept('p1')).toEqual([]);
  await expect(table.leave(1, { move: 'feint' })).rejects.toMatchObject({ code: 'unauthorized' });
});

const first = Number(process.env.SEED ?? 1);

test.each(Array.from({ length: 12 }, (_, n) => first + n))(
  'each is played once, whenever the process dies or the store is away, seed %i',
  async (seed) => {
    const chance = fastChance(seed);
    const table = await AheadTable.start();
    await table.leave(1, { move: 'feint' }, { move: 'feint' });
    await table.leave(2, { move: 'feint' });
    for (let step = 0; step < 40 && table.match.position.status === 'running'; step++) {
      table.flaws = chance.die(3) - 1;
      if (chance.coin()) await table.takeOver();
      await table.ahead.note(table.match);
      await table.wait(chance.pick([1000, MINUTE, 3 * MINUTE]));
      const [asked = 0] = table.ambushed.asked;
      const left = await table.of(asked);
      table.flaws = 0;
      if (left.answers.length === 0) await table.play(asked, 'rest');
    }
    const made = await table.moves();
    expect(made.filter((move) => move === '1 feint player')).toHaveLength(2);
    expect(made.filter((move) => move === '2 feint player')).toHaveLength(1);
    expect([(await table.of(1)).dropped, (await table.of(2)).dropped]).toEqual([undefined, undefined]);
  },
);

/** Twins: in one, players leave answers; in the other, they come at just that time and play the same. */
test.each(Array.from({ length: 12 }, (_, n) => first + n))(
  'no viewer is told anything else, at any time, where answers are left and where none are, seed %i',
  async (seed) => {
    const chance = fastChance(seed);
    const hands = chance.pick([NONE, DODGE]);
    const [one, twin] = [await AheadTable.start(hands), await AheadTable.start(hands)];
    const compare = async () => {
      const [a, b] = [one.ambushed, twin.ambushed];
      expect(a.told.map((list) => list.filter(([what]) => what !== 'answer'))).toEqual(
        b.told.map((list) => list.filter(([what]) => what !== 'answer')),
      );
      expect([a.match.dueAt, a.match.publicStep, a.match.isBusy]).toEqual([
        b.match.dueAt,
        b.match.publicStep,
        b.match.isBusy,
      ]);
      // What a record has of its own: secrets, ids, and hashes of them.
      const bare = async (table: AmbushTable) =>
        (await table.entries())
          .filter(({ kind }) => kind !== 'created' && kind !== 'ended')
          .map(({ id: _, hash: __, ...entry }) => entry);
      expect(await bare(a)).toEqual(await bare(b));
    };
    for (let step = 0; step < 60 && one.match.position.status === 'running'; step++) {
      const seat = chance.die(SEATS) - 1;
      const answers = Array.from({ length: chance.die(4) - 1 }, () => ({ move: chance.pick(ANY_MOVE) }));
      await one.leave(seat, ...answers).catch(() => {});
      await compare();
      const before = (await one.moves()).length;
      const ms = chance.pick([1000, 40_000, 3 * MINUTE]);
      await Promise.all([one.wait(ms), twin.wait(ms)]);
      for (const made of (await one.moves()).slice(before)) {
        const [mover, move = ''] = made.split(' ');
        await twin.play(Number(mover), move);
      }
      await compare();
      const [asked = 0] = one.ambushed.asked;
      if (!chance.coin() || one.match.position.status !== 'running') continue;
      const { legal } = one.match.privateOf(asked);
      const move = chance.pick(legal);
      for (const table of [one, twin]) await table.play(asked, move);
      await compare();
    }
  },
);
