/** One suite for all that is durable: SQLite and PostgreSQL give the same answers to the same random operations. */
import { type Chance, fastChance } from '@flower-war/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from './data-folder/connect.ts';
import type { Engine } from './engine/engine.ts';
import { preparePostgres } from './engine/postgres/openPostgres.ts';
import { noPostgres, TestPostgres } from './engine/postgres/postgres.fixture.ts';
import { inThisThread } from './engine/sqlite/inThisThread.ts';
import type { Append, Index } from './journal/journal.ts';
import { operations } from './operations.ts';
import { postgresAt } from './postgresStore.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const STEPS = 1500;
/** An operation that chance did not choose, or that failed, is tried so many times more. */
const TRIES = 50;

/** Random choices out of few, so that operations meet what others have left. */
class Choices {
  private readonly chance: Chance;
  private time = 1000;

  constructor(seed: number) {
    this.chance = fastChance(seed);
  }

  below(n: number): number {
    return this.chance.die(n) - 1;
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  maybe<T>(value: T): T | undefined {
    return this.below(2) === 0 ? undefined : value;
  }

  /** Later than all before, so that no order is left open. */
  now(): number {
    this.time += 1 + this.below(5);
    return this.time;
  }

  earlier(): number {
    return this.below(this.time + 10);
  }

  player = () => `p-${this.below(5)}`;
  match = () => `M${this.below(6)}`;
  session = () => `s-${this.below(12)}`;
  webhook = () => `w-${this.below(6)}`;
  text = () => this.of(['', 'hello', 'Xōchitl 💀', 'it\'s \\ "so"', '%_', 'p-1']);
}

type Given<Operation> = Operation extends (...given: infer Args) => unknown ? (choose: Choices) => Args : never;

/** What each operation is asked. A new operation without an entry does not compile. */
const ASKED: {
  readonly [Group in keyof typeof operations]: {
    readonly [Name in keyof (typeof operations)[Group]]: Given<(typeof operations)[Group][Name]>;
  };
} = {
  people: {
    add: (c) => [person(c)],
    find: (c) => [c.player()],
    isKnown: (c) => [c.player()],
    findAll: (c) => [[c.player(), c.player(), 'p-none']],
    rename: (c) => [c.player(), c.text()],
    after: (c) => [c.of(['', c.player()]), 1 + c.below(4)],
    isIdleGuest: (c) => [c.player(), c.earlier()],
    remove: (c) => [c.player()],
  },
  sessions: {
    open: (c) => [session(c)],
    has: (c) => [claims(c)],
    use: (c) => [claims(c), c.now()],
    of: (c) => [c.player()],
    end: (c) => [claims(c)],
    endAll: (c) => [c.player()],
    sweep: (c) => [c.earlier()],
  },
  links: {
    keep: (c) => [{ player: c.player(), hash: `h${c.below(4)}`, endsAt: c.now() }],
    take: (c) => [`h${c.below(4)}`, c.earlier()],
    end: (c) => [c.player()],
    sweep: (c) => [c.earlier()],
  },
  recovery: {
    keep: (c) => [recoveryRow(c)],
    has: (c) => [recoveryRow(c)],
    createdAt: (c) => [c.player()],
    withPrefix: (c) => [`P${c.below(6)}`],
    end: (c) => [c.player()],
  },
  reports: {
    add: (c) => [
      {
        at: c.now(),
        reporter: c.player(),
        player: c.maybe(c.player()) ?? null,
        match: c.maybe(c.match()) ?? null,
        reason: 'other',
        text: c.text(),
        lines:
          c.maybe(
            JSON.stringify([
              { player: c.player(), text: c.text() },
              { player: c.player(), text: 'x' },
            ]),
          ) ?? null,
      },
      { most: 4, after: c.earlier() },
    ],
    by: (c) => [c.player()],
    latest: (c) => [1 + c.below(9)],
    about: (c) => [c.player(), 1 + c.below(3)],
    forget: (c) => [c.player()],
    sweep: (c) => [Math.floor(c.earlier() / 4)],
  },
  bans: {
    ban: (c) => [{ player: c.player(), at: c.now(), reason: c.text(), until: c.maybe(c.now()) ?? null }],
    lift: (c) => [c.player()],
    has: (c) => [c.player(), c.earlier()],
    all: (c) => [c.earlier()],
    sweep: (c) => [c.earlier()],
  },
  networkBans: {
    ban: (c) => [{ network: network(c), at: c.now(), reason: c.text(), until: c.maybe(c.now()) ?? null }, 4],
    lift: (c) => [network(c)],
    all: (c) => [c.earlier()],
    sweep: (c) => [c.earlier()],
  },
  directory: {
    byName: (c) => [search(c, c.of(['', '', 'H', 'hel', 'Xō', '%']))],
    byId: (c) => [search(c, c.of(['p', 'p-1', 'x', '']))],
    one: (c) => [c.player()],
  },
  processReports: {
    tell: (c) => [{ process: c.of(['one', 'two', 'none']), numbers: c.text(), present: c.maybe(c.text()) ?? null }],
    all: (c) => [c.earlier(), c.earlier()],
    drain: (c) => [c.maybe(c.of(['one', 'none'])) ?? null, c.below(2) === 0],
  },
  audit: {
    begin: (c) => [
      { at: c.now(), operator: 'a1', process: 'one', action: 'endMatch', about: c.match(), detail: c.text() },
    ],
    end: (c) => [c.below(30), c.of(['done', 'no-such-match'])],
    page: (c) => [{ limit: 1 + c.below(4), ...(c.maybe(1) && { before: c.below(30) }) }],
    sweep: (c) => [Math.floor(c.earlier() / 4), 9],
  },
  accounts: {
    open: (c) => newcomer(c),
    recover: (c) => [recoveryRow(c), session(c)],
    redeem: (c) => [`h${c.below(4)}`, session(c)],
    rename: (c) => [{ player: c.player(), name: c.text() }, recoveryRow(c)],
    standing: (c) => [
      {
        players: JSON.stringify([c.player(), c.player(), 'p-none']),
        sessions: JSON.stringify([c.session(), c.session()]),
        now: c.earlier(),
      },
    ],
    signOut: (c) => [c.player()],
    forgetIdle: (c) => [c.player(), c.earlier()],
    forget: (c) => [c.player()],
  },
  talk: {
    say: (c) => [
      {
        match: c.match(),
        audience: c.of(['players', 'spectators']),
        at: c.now(),
        player: c.player(),
        seat: c.maybe(c.below(4)),
        words: c.of([{ text: c.text() }, { phrase: 'hello' as const }]),
        action: `a${c.below(40)}`,
      },
    ],
    find: (c) => [c.match(), c.player(), `a${c.below(40)}`],
    latest: (c) => [c.match(), c.of(['players', 'spectators']), 1 + c.below(9)],
    latestOfAll: (c) => [c.match(), 1 + c.below(9)],
    of: (c) => [c.player()],
    isSilenced: (c) => [c.match(), c.player()],
    silence: (c) => [c.match(), c.player(), c.below(2) === 0],
    silencedIn: (c) => [c.player()],
    forget: (c) => [c.player()],
  },
  told: {
    put: (c) => [{ process: c.player(), at: c.now(), messages: c.text() }],
    newest: () => [],
    since: (c) => [
      {
        process: c.player(),
        after: c.below(20),
        read: JSON.stringify([c.below(40), c.below(40)]),
        limit: 1 + c.below(9),
      },
    ],
    sweep: (c) => [Math.floor(c.earlier() / 2)],
  },
  ratings: {
    upTo: () => [],
    isBehind: () => [],
    find: (c) => [c.player(), edition(c)],
    of: (c) => [c.player()],
    changesOf: (c) => [c.match()],
    leaders: (c) => [
      {
        ...edition(c),
        now: c.now(),
        fewest: 1,
        bound: 100_000,
        growth: 0.001,
        limit: 3,
        ...(c.maybe(1) && { before: { rating: 1500 + c.below(100) / 7, player: c.player() } }),
      },
    ],
    settle: (c) => [c.below(60), c.maybe(settled(c))],
    clear: () => [],
    forget: (c) => [c.player()],
    forgetWhoLeft: () => [],
    counts: () => [],
  },
  webhooks: {
    revision: () => [],
    everyHook: () => [],
    hooksOf: (c) => [c.player()],
    of: (c) => [c.player()],
    has: (c) => [c.player(), c.webhook()],
    add: (c) => [
      {
        webhook: c.webhook(),
        player: c.player(),
        url: 'https://example.org/',
        host: c.of(['a.example', 'b.example']),
        events: '["turn"]',
        secret: 's',
        at: c.now(),
      },
      3,
    ],
    remove: (c) => [c.player(), c.webhook()],
    removeAll: (c) => [c.player()],
  },
  outbox: {
    put: (c) => [notice(c)],
    lease: (c) => [
      {
        now: c.earlier(),
        limit: 1 + c.below(3),
        notices: [`n${c.below(20)}`],
        mostPerHost: 1 + c.below(3),
        // The two databases have different clocks: a lease is over at once, or lasts to the end of the test.
        leaseMs: c.of([-1e15, 1e15]),
      },
    ],
    release: (c) => [due(c)],
    dueAfter: (c) => [c.earlier()],
    delivered: (c) => [due(c), c.now()],
    failed: (c) => [due(c), { at: c.now(), reason: 'unreachable', dueAt: c.maybe(c.now()) }],
    isBack: (c) => [c.player(), c.match()],
    counts: () => [],
    sweep: (c) => [c.earlier() + 30 * 24 * 60 * 60 * 1000],
  },
  alive: {
    lastBeat: () => [],
    beat: (c) => [c.now(), c.below(3) === 0],
    outagesSince: (c) => [c.earlier(), 'one'],
  },
  claims: {
    take: (c) => [asksFor(c)],
    holderOf: (c) => [c.match(), c.now()],
    release: (c) => [c.match(), c.of(['one', 'two'])],
    releaseSome: (c) => [c.of(['one', 'two']), 1 + c.below(3)],
    offerSome: (c) => [c.of(['one', 'two']), 1 + c.below(3)],
    orphans: (c) => [1 + c.below(3)],
  },
  processes: {
    time: (c) => [c.now()],
    renew: (c) => [renewal(c)],
    end: (c) => [c.of(['one', 'two']), c.now()],
    isDead: (c) => [c.of(['one', 'two'])],
    living: (c) => [c.now()],
  },
  leases: {
    hold: (c) => [lease(c), { now: c.now(), forMs: c.of([-1e15, 1e15]) }],
    release: (c) => [lease(c)],
    endAll: () => [],
  },
  keyRing: {
    findOrKeep: (c) => [c.of(['one', 'two']), c.text()],
    put: (c) => [c.of(['one', 'two']), c.text()],
  },
  records: {
    append: (c) => [Array.from({ length: 1 + c.below(4) }, () => append(c))],
    tail: (c) => [c.match()],
    find: (c) => [c.match()],
    lines: (c) => [c.match(), { from: c.below(4), to: 4 + c.below(20) }],
    temples: (c) => [
      { limit: 1 + c.below(3), ...(c.maybe(1) && { owner: c.player() }), ...(c.maybe(1) && { after: 'T1' }) },
    ],
    list: (c) => [
      { limit: 1 + c.below(4), ...(c.maybe(1) && { status: status(c) }), ...(c.maybe(1) && { game: 'x' }) },
    ],
    indexes: (c) => [JSON.stringify([c.match(), c.match(), 'none'])],
    unended: (c) => [
      {
        status: c.of(['open', 'running']),
        limit: 1 + c.below(3),
        ...(c.maybe(1) && { before: { createdAt: c.earlier(), match: c.match() } }),
      },
    ],
    listAll: (c) => [
      {
        limit: 1 + c.below(4),
        ...(c.maybe(1) && { status: status(c) }),
        ...(c.maybe(1) && { game: c.of(['x', 'y']) }),
        ...(c.below(3) === 0 && { player: c.player() }),
        ...(c.below(5) === 0 && { match: c.match() }),
        ...(c.maybe(1) && { after: { status: status(c), createdAt: c.earlier(), match: c.match() } }),
      },
    ],
    matchesOf: (c) => [c.player()],
    unfinishedOf: (c) => [c.player()],
    historyOf: (c) => [
      {
        player: c.player(),
        withPrivate: c.below(2) === 0,
        limit: 1 + c.below(3),
        ...(c.maybe(1) && { game: 'x' }),
        ...(c.maybe(1) && { before: { createdAt: c.earlier(), match: c.match() } }),
      },
    ],
    endings: (c) => [c.below(5), 1 + c.below(4)],
    due: (c) => [c.earlier(), 1 + c.below(4), c.of(['one', 'two'])],
    counts: () => [],
    longAgo: (c) => [c.earlier(), c.of(['', c.match()]), 1 + c.below(4)],
    eraseSome: (c) => [c.match(), c.below(3)],
    erase: (c) => [c.match()],
  },
};

/** These delete so much that they are rare, or the others would meet nothing. */
const RARE = new Set(['ratings.clear', 'records.erase', 'records.eraseSome', 'accounts.forget', 'people.remove']);
const OFTEN = new Set(['records.append', 'people.add', 'outbox.put', 'talk.say', 'webhooks.add']);

const person = (c: Choices) => ({ player: c.player(), name: c.text(), createdAt: c.now() });
const claims = (c: Choices) => ({ player: c.player(), session: c.session() });
const session = (c: Choices) => ({ ...claims(c), label: c.text(), at: c.now(), most: 3 });
const newcomer = (c: Choices): [ReturnType<typeof person>, ReturnType<typeof session>] => {
  const [player, id] = [`p-${c.now()}`, `s-${c.now()}`];
  return [
    { ...person(c), player },
    { ...session(c), player, session: id },
  ];
};
const network = (c: Choices) => `192.0.2.${c.below(6)}/32`;
const search = (c: Choices, text: string) => ({
  text,
  limit: 1 + c.below(3),
  ...(c.below(3) === 0 && { after: { player: c.player(), name: c.text() } }),
});
const edition = (c: Choices) => ({ game: c.of(['x', 'y']), preset: 'z' });
const status = (c: Choices): Index['status'] => c.of(['open', 'running', 'ended']);
const recoveryRow = (c: Choices) => ({
  player: c.player(),
  prefix: `P${c.below(6)}`,
  hash: c.text(),
  createdAt: c.now(),
});
const lease = (c: Choices) => ({ name: c.of(['one', 'two']), process: c.of(['a', 'b', 'c']) });
const kind = (c: Choices) => c.of(['turn', 'turn', 'ended']);
const notice = (c: Choices) => {
  const at = c.now();
  return { notice: `n${at}`, webhook: c.webhook(), match: c.match(), kind: kind(c), at, body: c.text() };
};
const due = (c: Choices) => ({ ...notice(c), notice: `n${c.earlier()}`, attempts: 0, url: '', host: '', secret: '' });

function settled(c: Choices) {
  const ratings = [c.player(), 'p-none'].map((player) => ({
    player,
    rating: 1400 + c.below(1000) / 3,
    deviation: 50 + c.below(1000) / 7,
    volatility: 0.06,
    matches: c.below(9),
    at: c.now(),
  }));
  return {
    ...edition(c),
    match: `R${c.now()}`,
    at: c.now(),
    changes: [],
    ratings,
    keeps: c.of(['known', 'all'] as const),
  };
}

/** The numbers of entries, so that most appends fit. */
const asksFor = (c: Choices) => ({
  id: c.match(),
  process: c.of(['one', 'one', 'two']),
  claim: 1 + c.below(2),
  mayKeep: c.below(2) === 0,
  mayBury: false,
  now: c.now(),
});

const renewal = (c: Choices) => ({
  process: c.of(['one', 'two']),
  name: c.text(),
  address: '',
  now: c.now(),
  mayBury: c.below(2) === 0,
  isFirst: c.below(2) === 0,
  isAlone: c.below(2) === 0,
});

const lengths = new Map<string, number>();

function append(c: Choices): Append {
  const isTemple = c.below(5) === 0;
  const match = isTemple ? `T${c.below(3)}` : c.match();
  const at = c.now();
  const expectedSeq = c.below(8) === 0 ? c.below(5) : (lengths.get(match) ?? 0);
  const summary = JSON.stringify({ seats: [{ player: c.player() }] });
  const index: Index = {
    status: status(c),
    visibility: c.of(['public', 'public', 'private'] as const),
    game: c.of(['x', 'y']),
    createdAt: at,
    summary,
    ...(c.below(2) === 0 && { wakeAt: c.now() }),
  };
  const own = {
    match,
    expectedSeq,
    owner: 'one',
    claim: 1,
    line: JSON.stringify({ seq: expectedSeq, at, text: c.text() }),
    hash: `h${at}`,
  };
  if (isTemple) return { ...own, temple: { temple: match, ...(c.below(2) === 0 && { owner: c.player() }) } };
  const notices = c.below(3) === 0 ? [{ ...notice(c), match }] : [];
  const secrets = { secret: 's', ...(c.below(3) === 0 && { code: 'C' }) };
  const isFirst = expectedSeq === 0;
  return {
    ...own,
    notices,
    players: [c.player()],
    ...((isFirst || c.below(2) === 0) && { index }),
    ...(isFirst && { secrets }),
  };
}

/** Their answers depend on the clock of the database. */
const BY_THE_CLOCK: readonly string[] = ['processes'];

const all = Object.entries(ASKED)
  .filter(([group]) => !BY_THE_CLOCK.includes(group))
  .flatMap(([group, names]) => Object.keys(names).map((name) => `${group}.${name}`));

interface Step {
  readonly group: string;
  readonly name: string;
  readonly given: readonly unknown[];
}

/** Mostly what adds something, seldom what deletes a lot. */
function step(choose: Choices): Step {
  const path = choose.of(choose.below(3) === 0 ? [...OFTEN] : all);
  return RARE.has(path) && choose.below(12) > 0 ? step(choose) : named(path, choose);
}

function named(path: string, choose: Choices): Step {
  const [group = '', name = ''] = path.split('.');
  const makers = ASKED as unknown as Record<string, Record<string, (choose: Choices) => readonly unknown[]>>;
  return { group, name, given: makers[group]?.[name]?.(choose) ?? [] };
}

/** What an engine answers: a value as plain JSON, or that it failed. */
async function answerOf(engine: Engine, asked: Step): Promise<unknown> {
  const value = await engine.run(asked).catch(() => 'failed');
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

function note({ group, name, given }: Step, answer: unknown): void {
  if (group === 'records' && name === 'erase') lengths.delete(given[0] as string);
  if (group !== 'records' || name !== 'append' || !Array.isArray(answer)) return;
  for (const [n, { match, expectedSeq }] of (given[0] as Append[]).entries())
    if (answer[n]?.outcome === 'appended') lengths.set(match, expectedSeq + 1);
}

describe.skipIf(noPostgres)(`both databases${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await TestPostgres.start();
  }, 60_000);
  afterAll(() => server?.stop());

  test(`give the same answers to ${STEPS} random operations (SEED=${seed})`, async () => {
    const url = await server.fresh();
    await preparePostgres(url);
    const engines = [inThisThread(connect(':memory:', false), operations), postgresAt(url)] as const;
    const choose = new Choices(seed);
    const met = new Set<string>();
    const ask = async (asked: Step) => {
      const [sqlite, postgres] = await Promise.all(engines.map((engine) => answerOf(engine, asked)));
      expect(postgres, JSON.stringify(asked)).toEqual(sqlite);
      note(asked, sqlite);
      if (sqlite !== 'failed') met.add(`${asked.group}.${asked.name}`);
    };
    for (let n = 0; n < STEPS; n++) await ask(step(choose));
    for (const path of all) for (let n = 0; n < TRIES && !met.has(path); n++) await ask(named(path, choose));
    expect(all.filter((path) => !met.has(path))).toEqual([]);
    for (const engine of engines) await engine.close();
  }, 120_000);
});
