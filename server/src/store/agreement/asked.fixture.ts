/** What each operation of the store is asked, at random. */
import type { Call } from '../engine/engine.ts';
import type { Append, Index } from '../journal/journal.ts';
import type { operations } from '../operations.ts';
import type { NewLine } from '../talkLog.ts';
import type { Choices } from './choices.fixture.ts';

type Given<Operation> = Operation extends (...given: infer Args) => unknown ? (choose: Choices) => Args : never;

/** What each operation is asked. A new operation without an entry does not compile. */
export const ASKED: {
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
    keep: (c) => [{ ...claims(c), hash: `h${c.below(4)}`, endsAt: c.now() }],
    take: (c) => [`h${c.below(4)}`, c.earlier()],
    end: (c) => [c.player()],
    sweep: (c) => [c.earlier()],
  },
  passkeys: {
    add: (c) => [newPasskey(c), 2],
    of: (c) => [c.player()],
    find: (c) => [`cred${c.below(6)}`],
    use: (c) => [usedPasskey(c), c.now()],
    remove: (c) => [c.player(), `k${c.below(6)}`],
  },
  bots: {
    add: (c) => [{ ...person(c), player: `bot-${c.below(4)}`, owner: c.player() }, 2],
    of: (c) => [c.player()],
    find: (c) => [`bot-${c.below(4)}`],
    ownersOf: (c) => [[`bot-${c.below(4)}`, c.player(), 'p-none']],
    ready: (c) => [{ player: `bot-${c.below(4)}`, games: c.of(['[]', '["x"]']), until: c.now(), again: c.earlier() }],
    whoIsReady: (c) => [{ game: c.of(['', 'x']), after: '', now: c.earlier(), limit: 1 + c.below(3) }],
  },
  programTokens: {
    add: (c) => [newToken(c), 3],
    make: (c) => [claims(c), newToken(c), 3],
    of: (c) => [c.player(), c.earlier()],
    countBeside: (c) => [c.player(), `n${c.earlier()}`, c.earlier()],
    withBots: (c) => [c.player(), c.earlier()],
    find: (c) => [`h${c.earlier()}`, c.earlier()],
    use: (c) => [`t${c.earlier()}`, c.now()],
    end: (c) => [c.player(), `t${c.earlier()}`],
    endAll: (c) => [c.player()],
    endMadeOf: (c) => [`c${c.earlier()}`],
    endBefore: (c) => [c.player(), `n${c.earlier()}`],
    sweep: (c) => [Math.floor(c.earlier() / 4)],
  },
  invitations: {
    create: (c) => [
      { invitation: `i${c.now()}`, players: 1 + c.below(2), createdAt: c.now(), endsAt: c.now() + c.below(90) },
      40,
    ],
    all: (c) => [c.earlier()],
    use: (c) => [`i${c.earlier()}`, c.earlier()],
    end: (c) => [`i${c.earlier()}`],
    sweep: (c) => [Math.floor(c.earlier() / 4)],
  },
  abroad: {
    subjectOf: (c) => [{ player: c.player(), host: host(c), fresh: `s${c.now()}`, now: c.now() }],
    of: (c) => [c.player()],
    lookAnew: (c) => [host(c), c.now()],
    news: (c) => [{ host: host(c), after: c.of([0, c.earlier()]), limit: 1 + c.below(4) }],
    forget: (c) => [c.player()],
    sweep: (c) => [Math.floor(c.earlier() / 4), c.now()],
  },
  visitors: {
    areFrom: (c) => [subject(c).issuer],
    enter: (c) => [
      { ...subject(c), name: c.text() },
      { ...session(c), session: `s-${c.now()}` },
      c.maybe({ player: `v-${c.now()}`, name: c.text(), createdAt: c.now() }),
    ],
    heardUpTo: (c) => [subject(c).issuer],
    hear: (c) => [
      {
        ...subject(c),
        n: c.now(),
        what: c.of(['banned', 'unbanned', 'deleted'] as const),
        until: c.maybe(c.now() + c.below(90)) ?? null,
        penalty: `h${c.now()}`,
        text: c.text(),
        note: c.text(),
        now: c.now(),
        barredUntil: c.now() + c.below(20),
      },
    ],
  },
  subjects: {
    find: (c) => [subject(c)],
    of: (c) => [c.player()],
    ofAll: (c) => [[c.player(), c.player(), 'p-none']],
    bind: (c) => [{ ...subject(c), player: c.player(), createdAt: c.now() }],
  },
  signIns: {
    begin: (c) => [{ ...begun(c), key: `b${c.now()}`, detail: grant(c), endsAt: c.now() + c.below(90) }],
    take: (c) => [{ ...begun(c), key: `b${c.lately()}` }, c.earlier()],
    useUp: (c) => [{ key: `u${c.below(9)}`, kind: 'arrival', endsAt: c.now() + c.below(90) }],
    takeOf: (c) => [{ ...begun(c), key: `b${c.lately()}` }, c.earlier()],
    forget: (c) => [c.player()],
    sweep: (c) => [Math.floor(c.earlier() / 4)],
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
    settle: (c) => [{ at: c.earlier(), rowid: c.below(9) }, 'acted', c.maybe(c.player()) ?? null],
    sweep: (c) => [Math.floor(c.earlier() / 4)],
  },
  moderators: {
    appoint: (c) => [{ player: c.player(), rights: c.of(['["mute"]', '["ban","rename"]']), at: c.now() }, 2],
    dismiss: (c) => [c.player()],
    all: () => [],
    rightsOf: (c) => [c.player()],
  },
  penalties: {
    give: (c) => [
      {
        penalty: `y${c.now()}`,
        player: c.player(),
        kind: c.of(['mute', 'ban', 'rename'] as const),
        reason: 'abuse',
        text: c.text(),
        giver: c.maybe(c.player()) ?? null,
        at: c.now(),
        until: c.maybe(c.now()) ?? null,
        neutralName: 'Guest',
        note: c.text(),
        replaces: c.below(4) === 0,
      },
    ],
    find: (c) => [`y${c.lately()}`],
    standing: (c) => [c.player(), c.of(['mute', 'ban', 'rename'] as const), c.earlier()],
    list: (c) => [{ player: c.maybe(c.player()) ?? null, before: c.maybe(c.below(20)) ?? null, limit: 1 + c.below(4) }],
    countToSettle: (c) => [c.earlier()],
    answer: (c) => [{ penalty: `y${c.lately()}`, player: c.player(), text: c.text(), at: c.earlier() }],
    settle: (c) => [
      {
        penalty: `y${c.lately()}`,
        by: c.maybe(c.player()) ?? null,
        outcome: c.of(['kept', 'lifted', 'shortened'] as const),
        at: c.earlier(),
        until: c.now(),
        neutralName: 'Guest',
      },
    ],
    liftBan: (c) => [c.player(), c.now()],
    sweep: (c) => [Math.floor(c.earlier() / 4)],
  },
  bans: {
    ban: (c) => [{ player: c.player(), at: c.now(), reason: c.text(), until: c.maybe(c.now()) ?? null }],
    lift: (c) => [c.player()],
    has: (c) => [c.player(), c.earlier()],
    standingOf: (c) => [c.of([c.player(), `bot-${c.below(4)}`, 'p-none']), c.earlier()],
    among: (c) => [[c.player(), `bot-${c.below(4)}`, 'p-none'], c.earlier()],
    all: (c) => [c.earlier()],
    sweep: (c) => [c.earlier()],
  },
  networkBans: {
    ban: (c) => [{ network: network(c), at: c.now(), reason: c.text(), until: c.maybe(c.now()) ?? null }, 4],
    lift: (c) => [network(c)],
    all: (c) => [c.earlier()],
    sweep: (c) => [c.earlier()],
  },
  challenges: {
    put: (c) => [
      { ...tie(c), challenge: `c${c.now()}`, wish: c.text(), at: c.now(), endsAt: c.now() + c.below(40) },
      2,
      [notice(c)],
    ],
    of: (c) => [c.player(), c.earlier()],
    find: (c) => [c.player(), `c${c.lately()}`, c.earlier()],
    settle: (c) => [
      {
        challenge: `c${c.lately()}`,
        state: c.of(['accepted', 'declined']),
        reason: null,
        match: c.maybe(c.match()) ?? null,
        code: null,
      },
      c.earlier(),
      [notice(c)],
    ],
    withdraw: (c) => [c.player(), `c${c.lately()}`],
    sweep: (c) => [Math.floor(c.earlier() / 4)],
  },
  ties: {
    tie: (c) => [{ ...tie(c), at: c.now() }, 2],
    untie: (c) => [tie(c)],
    from: (c) => [c.player(), c.player()],
    of: (c) => [c.player()],
    followersOf: (c) => [c.player(), 1 + c.below(3)],
    isShown: (c) => [c.player()],
    show: (c) => [c.player(), c.below(2) === 0],
    blockedBy: (c) => [c.player()],
    apart: (c) => [c.player(), [c.player(), c.player(), 'p-none']],
    forget: (c) => [c.player()],
  },
  dump: {
    known: (c) => [[c.player(), c.player(), 'p-none']],
    isNamed: (c) => [c.player()],
    name: (c) => [c.player(), c.below(3) > 0],
  },
  ahead: {
    leave: (c) => [aheadRow(c)],
    replace: (c) => [{ answers: c.text() }, aheadRow(c)],
    find: (c) => [c.match(), c.player()],
    at: (c) => [c.match()],
    of: (c) => [c.player()],
    due: (c) => [c.earlier(), 1 + c.below(3), 'process'],
    withdraw: (c) => [c.match(), c.player()],
    forget: (c) => [c.player()],
    sweep: () => [],
  },
  vacations: {
    begin: (c) => [{ player: c.player(), began: c.earlier(), until: c.now() }],
    end: (c) => [c.player(), c.earlier()],
    of: (c) => [c.player()],
    lasting: (c) => [[c.player(), c.player(), 'p-none'], c.earlier()],
    news: (c) => [1 + c.below(3), 'process'],
    looked: (c) => [{ match: c.match(), n: 1 + c.below(2) }],
    forget: (c) => [c.player()],
    sweep: (c) => [Math.floor(c.earlier() / 4)],
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
    forget: (c) => [c.player()],
    page: (c) => [{ limit: 1 + c.below(4), ...(c.maybe(1) && { before: c.below(30) }) }],
    sweep: (c) => [Math.floor(c.earlier() / 4), 9],
  },
  accounts: {
    open: (c) => newcomer(c),
    recover: (c) => [recoveryRow(c), session(c)],
    redeem: (c) => [`h${c.below(4)}`, session(c)],
    enter: (c) => [usedPasskey(c), session(c)],
    enterBy: (c) => [
      { ...subject(c), ...c.maybe({ guest: { player: c.player(), session: c.session() } }) },
      { ...session(c), session: `s-${c.now()}` },
      c.maybe({ ...person(c), player: `p-${c.now()}` }),
    ],
    exchange: (c) => {
      const now = c.now();
      return [
        { ...proof(c), code: c.of([`b${c.lately()}`, `c${c.earlier()}`]), token: `t${now}`, hash: `h${now}`, now },
      ];
    },
    rename: (c) => [{ player: c.player(), name: c.text() }, recoveryRow(c)],
    standingOf: (c) => [{ player: c.player(), session: c.of([c.session(), `t${c.earlier()}`]), now: c.earlier() }],
    standing: (c) => [
      {
        players: JSON.stringify([c.player(), c.player(), 'p-none']),
        sessions: JSON.stringify([c.session(), c.session(), `t${c.earlier()}`]),
        now: c.earlier(),
      },
    ],
    signOut: (c) => [c.player()],
    forgetIdle: (c) => [c.player(), c.earlier()],
    forget: (c) => [c.player()],
  },
  talk: {
    say: (c) => [said(c)],
    saySlowly: (c) => [said(c), c.earlier()],
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
    find: (c) => [c.player(), { ...edition(c), ...inPool(c) }],
    among: (c) => [[c.player(), c.player(), 'p-none'], edition(c)],
    of: (c) => [c.player()],
    inPools: (c) => [c.player()],
    inSeason: (c) => [c.player(), { ...edition(c), season: season(c) }],
    seasonsOf: (c) => [c.player()],
    ladder: (c) => [{ ...edition(c), season: season(c), fewest: 1 + c.below(3), limit: 1 + c.below(4) }],
    placesOf: (c) => [{ player: c.player(), fewest: 1 + c.below(3), last: 1 + c.below(3), limit: 1 + c.below(4) }],
    changesOf: (c) => [c.match()],
    latest: (c) => [1 + c.below(4), 'bot-'],
    leaders: (c) => [
      {
        ...edition(c),
        ...inPool(c),
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
  matchAccounts: {
    find: (c) => [c.match()],
    keep: (c) => [newAccount(c)],
    next: (c) => [1 + c.below(3)],
    passOver: (c) => [c.match(), 1 + c.below(3)],
    of: (c) => [c.player()],
    rowsOf: (c) => [c.player()],
    skillOfAll: (c) => [edition(c)],
    skillOfEach: (c) => [edition(c), 1],
  },
  tournaments: {
    create: (c) => [newTournament(c), c.text(), 1 + c.below(3)],
    append: (c) => [
      {
        tournament: tournament(c),
        n: c.below(4),
        entry: c.text(),
        status: status(c),
        at: c.now(),
        dueAt: c.now(),
        ...(c.below(2) === 0 && { player: c.player() }),
        ...(c.below(3) === 0 && { gone: c.player() }),
      },
    ],
    find: (c) => [tournament(c)],
    entries: (c) => [tournament(c), c.below(3)],
    list: (c) => [{ status: c.maybe(status(c)) ?? null, game: c.maybe('x') ?? null, limit: 1 + c.below(4) }],
    of: (c) => [c.player(), 1 + c.below(4)],
    everyOf: (c) => [c.player()],
    endedOf: (c) => [c.player(), 1 + c.below(4)],
    due: (c) => [c.earlier()],
    blocksAmong: (c) => [[c.player(), c.player(), 'p-none']],
    counts: () => [],
    forget: (c) => [c.player()],
    sweep: (c) => [c.earlier()],
  },
  league: {
    begin: (c) => [
      {
        ...edition(c),
        match: c.match(),
        at: c.now(),
        bot0: c.of(['easy', 'homeward']),
        version0: c.of(['1', '2']),
        bot1: 'greedy',
        version1: '1',
      },
    ],
    playing: () => [],
    lose: (c) => [c.match(), c.below(2)],
    settle: (c) => [{ match: c.match(), ...c.of([{ state: 'void', result: null, account: null }, COUNTED] as const) }],
    begunSince: (c) => [c.earlier()],
    of: (c) => [edition(c), 1 + c.below(4)],
  },
  puzzles: {
    ratings: () => [],
    ratingOf: (c) => [puzzle(c)],
    of: (c) => [c.player()],
    standingOf: (c) => [c.player()],
    find: (c) => [c.player(), puzzle(c)],
    keep: (c) => [
      {
        player: c.player(),
        puzzle: puzzle(c),
        isRight: c.below(2),
        at: c.now(),
        ofPlayer: puzzleRating(c),
        ofPuzzle: puzzleRating(c),
      },
    ],
  },
  webhooks: {
    revision: () => [],
    everyHook: () => [],
    hooksOf: (c) => [c.player()],
    of: (c) => [c.player()],
    proofOf: (c) => [c.player(), c.webhook()],
    prove: (c) => [{ player: c.player(), webhook: c.webhook(), proof: c.of(['one', 'two']) }],
    add: (c) => [
      {
        webhook: c.webhook(),
        player: c.player(),
        url: 'https://example.org/',
        host: c.of(['a.example', 'b.example']),
        events: '["turn"]',
        secret: 's',
        form: 'signed',
        wishes: c.of(['{}', '{"digest":{"hour":8,"zone":"UTC"}}']),
        only_match: c.of([null, c.match()]),
        proof: c.of([null, 'one', 'two']),
        at: c.now(),
      },
      3,
    ],
    stoppable: (c) => [c.webhook()],
    pause: (c) => [c.webhook(), c.of(['stopped', 'refused'])],
    refused: (c) => [c.webhook(), 2],
    countMail: (c) => [
      {
        counts: [
          { who: c.player(), most: 2 },
          { who: c.match(), most: 4 },
        ],
        now: c.earlier(),
        endsAt: c.now(),
      },
    ],
    refuseMail: (c) => [{ who: c.player(), n: 9, endsAt: c.now() }],
    sweepMails: (c) => [c.earlier()],
    remove: (c) => [c.player(), c.webhook()],
    drop: (c) => [c.webhook()],
    removeAll: (c) => [c.player()],
  },
  outbox: {
    put: (c) => [notice(c)],
    lease: (c) => [
      {
        now: c.earlier(),
        limit: 1 + c.below(3),
        limitUnproven: c.below(3),
        notices: [`n${c.below(20)}`],
        mostPerHost: 1 + c.below(3),
        mostPerPlayer: 1 + c.below(3),
        // The two databases have different clocks: a lease is over at once, or lasts to the end of the test.
        leaseMs: c.of([-1e15, 1e15]),
      },
    ],
    release: (c) => [due(c)],
    dueAfter: (c) => [c.earlier()],
    delivered: (c) => [due(c), c.now()],
    failed: (c) => [due(c), { at: c.now(), reason: 'unreachable', dueAt: c.maybe(c.now()) }],
    drop: (c) => [due(c)],
    postpone: (c) => [due(c), { dueAt: c.now(), body: c.text() }],
    isBack: (c) => [c.player(), c.match()],
    counts: () => [],
    sweep: (c) => [c.earlier() + 30 * 24 * 60 * 60 * 1000],
  },
  alive: {
    lastBeat: () => [],
    beat: (c) => [{ last: c.maybe(c.earlier()) ?? null, now: c.now(), isFirst: c.below(3) === 0 }],
    outagesSince: (c) => [c.earlier(), 'one'],
  },
  claims: {
    take: (c) => [asksFor(c)],
    holderOf: (c) => [{ id: c.match(), now: c.now(), mayBury: c.below(2) === 0 }],
    release: (c) => [c.match(), c.of(['one', 'two'])],
    releaseSome: (c) => [c.of(['one', 'two']), 1 + c.below(3)],
    offerSome: (c) => [c.of(['one', 'two']), 1 + c.below(3)],
    orphans: (c) => [1 + c.below(3)],
    freeSome: (c) => [1 + c.below(3)],
  },
  processes: {
    time: (c) => [c.now()],
    renew: (c) => [{ ...renewal(c), quietUntil: c.of([0, c.now()]) }],
    hasClocks: (c) => [c.now()],
    forgetOld: (c) => [c.now()],
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
    find: (c) => [c.of(['one', 'two'])],
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
    list: (c) => [{ limit: 1 + c.below(4), status: status(c), ...(c.maybe(1) && { game: 'x' }) }],
    indexes: (c) => [JSON.stringify([c.match(), c.match(), 'none'])],
    withoutPlayers: (c) => [JSON.stringify([c.match(), c.match(), 'none'])],
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
    unfinishedAmong: (c) => [JSON.stringify([c.match(), c.match(), 'none'])],
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
    endedIn: (c) => [
      {
        visibility: c.of(['public', 'private'] as const),
        after: { createdAt: c.earlier(), match: c.match() },
        before: c.now(),
        limit: 1 + c.below(4),
      },
    ],
    eraseSome: (c) => [c.match(), c.below(3)],
    erase: (c) => [c.match()],
  },
};

// Random things to store.

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
const tie = (c: Choices) => ({ player: c.player(), other: c.player(), kind: c.of(['follow', 'block'] as const) });
const network = (c: Choices) => `192.0.2.${c.below(6)}/32`;
const search = (c: Choices, text: string) => ({
  text,
  limit: 1 + c.below(3),
  ...(c.below(3) === 0 && { after: { player: c.player(), name: c.text() } }),
});
const COUNTED = { state: 'counted', result: 2_000_000, account: -1_300_000 } as const;
const edition = (c: Choices) => ({ game: c.of(['x', 'y']), preset: 'z' });
const inPool = (c: Choices) => c.of([{}, { pool: 'bots' }, { pool: 'mixed' }] as const);
const figure = (c: Choices) => ({ value: c.below(2_000_000) - 1_000_000, within: c.below(9000) });
const newAccount = (c: Choices) => {
  const seats = [0, 1].map((seat) => ({ seat, luck: figure(c), own: figure(c), others: figure(c) }));
  return { match: c.match(), version: 1 + c.below(3), account: c.text(), preset: 'z', seats };
};
const status = (c: Choices): Index['status'] => c.of(['open', 'running', 'ended']);
const recoveryRow = (c: Choices) => ({
  player: c.player(),
  prefix: `P${c.below(6)}`,
  hash: c.text(),
  createdAt: c.now(),
});
const newPasskey = (c: Choices) => {
  const n = c.below(6);
  const kept = { passkey: `k${n}`, player: c.player(), credential: `cred${n}`, publicKey: c.text() };
  return { ...kept, counter: c.below(3), transports: '[]', name: c.text(), createdAt: c.now() };
};
const newToken = (c: Choices) => {
  const at = c.now();
  const said = { name: `n${at}`, scopes: '["read"]', createdAt: at, endsAt: at + c.below(90) };
  return { ...said, token: `t${at}`, hash: `h${at}`, player: c.player(), code: c.maybe(`c${at}`) ?? null };
};
const usedPasskey = (c: Choices) => ({
  passkey: `k${c.below(6)}`,
  player: c.player(),
  counter: c.below(3),
  before: c.below(3),
});
const host = (c: Choices) => c.of(['https://a.example', 'https://b.example']);
const subject = (c: Choices) => ({ issuer: c.of(['one', 'two']), subject: `s${c.below(4)}` });
const begun = (c: Choices) => ({ kind: c.of(['passkey', 'new-passkey', 'grant']), player: c.of(['', c.player()]) });
const proof = (c: Choices) => ({ client: c.of(['a', 'b']), redirect: 'r', challenge: c.of(['x', 'y', 'yy']) });
const grant = (c: Choices) =>
  JSON.stringify({
    ...proof(c),
    session: c.session(),
    name: c.text(),
    scopes: '["read"]',
    forMs: c.below(90),
    most: 3,
  });
const tournament = (c: Choices) => c.of(['t-1', 't-2', 't-3', 't-4', 't-5']);
const newTournament = (c: Choices) => {
  const visibility = c.of(['public', 'public', 'private'] as const);
  const made = { tournament: tournament(c), maker: c.maybe(c.player()) ?? null, visibility, game: c.of(['x', 'y']) };
  return { ...made, createdAt: c.now(), startsAt: c.now(), dueAt: c.now(), code: c.maybe('C') ?? null };
};
const puzzle = (c: Choices) => c.of(['x-1', 'x-2', 'x-3']);
const puzzleRating = (c: Choices) => ({
  rating: 1400 + c.below(1000) / 3,
  deviation: 50 + c.below(1000) / 7,
  volatility: 0.06,
  answers: 1 + c.below(2),
});
const lease = (c: Choices) => ({ name: c.of(['one', 'two']), process: c.of(['a', 'b', 'c']) });
const kind = (c: Choices) => c.of(['turn', 'turn', 'ended', 'reminder']);
const notice = (c: Choices) => {
  const at = c.now();
  const dueAt = at + c.below(2);
  return { notice: `n${at}`, webhook: c.webhook(), match: c.match(), kind: kind(c), at, dueAt, body: c.text() };
};
const due = (c: Choices) => ({
  ...notice(c),
  notice: `n${c.earlier()}`,
  attempts: 0,
  player: c.player(),
  events: '[]',
  only_match: null,
  ...(c.below(2) === 0 && {
    others: [{ notice: `n${c.earlier()}`, kind: 'turn', at: c.earlier(), body: '', attempts: 0 }],
  }),
  url: '',
  host: '',
  form: 'signed',
  wishes: '{}',
  unproven: 0,
  secret: '',
});

const season = (c: Choices) => c.of(['2026-q3', '2026-q4']);
function said(c: Choices): NewLine {
  return {
    match: c.match(),
    audience: c.of(['players', 'spectators']),
    at: c.now(),
    player: c.player(),
    seat: c.maybe(c.below(4)),
    words: c.of([{ text: c.text() }, { phrase: 'hello' as const }]),
    action: `a${c.below(40)}`,
  };
}

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
    ...inPool(c),
    match: c.of([`R${c.now()}`, c.match()]),
    at: c.now(),
    changes: [0, 1].map((seat) => ({ seat, player: c.player(), before: 1500, after: 1500 })),
    ratings,
    ...(c.below(4) > 0 && { season: { season: season(c), ratings } }),
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

/** Remembers how long records are, so that the next appends fit. */
export function note({ group, name, given }: Call, answer: unknown): void {
  if (group === 'records' && name === 'erase') lengths.delete(given[0] as string);
  if (group !== 'records' || name !== 'append' || !Array.isArray(answer)) return;
  for (const [n, { match, expectedSeq }] of (given[0] as Append[]).entries())
    if (answer[n] !== 'conflict') lengths.set(match, expectedSeq + 1);
}

export const forgetLengths = (): void => lengths.clear();

function append(c: Choices): Append {
  const isTemple = c.below(5) === 0;
  const match = isTemple ? `T${c.below(3)}` : c.match();
  const at = c.now();
  const expectedSeq = c.below(8) === 0 ? c.below(5) : (lengths.get(match) ?? 0);
  const summary = JSON.stringify({ seats: [{ player: c.player() }], table: { vacation: c.below(2) === 0 } });
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
  // Often of one kind to one webhook, so that one takes the place of another.
  const again = c.below(2) === 0 && { kind: 'reminder', webhook: 'w-0' };
  const notices = c.below(2) === 0 ? [{ ...notice(c), match, ...again }] : [];
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

function aheadRow(c: Choices) {
  const [dueAt, dropped] = [c.maybe(c.now()) ?? null, c.maybe(c.text()) ?? null];
  const place = { decision: c.below(9), step: c.below(9), dueAt, dropped };
  return { match: c.match(), player: c.player(), answers: c.text(), ...place };
}
