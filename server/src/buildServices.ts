/** Makes the services that rooms and routes share. */
import { randomInt, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { fastChance } from '@flower-war/rules';
import type { Announcements } from './announcing/announcements.ts';
import type { Config } from './base/config.ts';
import type { HostedGames } from './base/hostedGames.ts';
import type { Log } from './base/log.ts';
import { Limits, type SharedMeters } from './base/rateLimits.ts';
import type { Readiness } from './base/readiness.ts';
import { RefusedFor } from './base/refused.ts';
import type { OnGap } from './base/serverTime.ts';
import { Tokens } from './base/tokens.ts';
import type { Metrics } from './doors/metrics.ts';
import { callingPeers } from './doors/peers/calls.ts';
import { Forwarder } from './doors/peers/forwarder.ts';
import { isPresent, roomPlaces, showNames, showPresence } from './doors/rooms/roomPlaces.ts';
import { playersIn } from './doors/rooms/tableView.ts';
import type { Services } from './doors/services.ts';
import { DumpFiles } from './features/dump/dump.ts';
import { OtherHosts } from './features/hosts/otherHosts.ts';
import { Sharing } from './features/hosts/sharing.ts';
import { Visitors } from './features/hosts/visitors.ts';
import { Vouching } from './features/hosts/vouching.ts';
import { League } from './features/league/league.ts';
import type { Billboard } from './features/listing/billboard.ts';
import { Channel } from './features/listing/channel.ts';
import { Lobbies } from './features/listing/filter.ts';
import { Notices } from './features/notices/notices.ts';
import { type Resolve, resolverFor } from './features/notices/post.ts';
import { standingIn } from './features/notices/standing.ts';
import { Figures } from './features/operating/suspicions.ts';
import { Penalties } from './features/operating/penalties.ts';
import { Guesses } from './features/people/guesses.ts';
import { createIdentity, type Identity } from './features/people/identity.ts';
import type { People } from './features/people/people.ts';
import { Ties } from './features/people/ties.ts';
import { Vacations } from './features/people/vacations.ts';
import { Painter } from './features/previews/painter.ts';
import { Puzzles } from './features/puzzles/puzzles.ts';
import { Ratings } from './features/ratings/ratings.ts';
import { Skill } from './features/ratings/skill.ts';
import { Accounts } from './features/replay/accounts.ts';
import { Replays } from './features/replay/replays.ts';
import { inTurnOf } from './features/table/admission.ts';
import { Ahead } from './features/table/ahead.ts';
import { Approvals, Kicked, PresenceElsewhere } from './features/table/presence.ts';
import { PromisedSeats } from './features/table/quickPlay.ts';
import { Talk } from './features/talk/talk.ts';
import { Pairing } from './features/temples/pairing.ts';
import { homesOf } from './features/temples/requests.ts';
import { Hall, TempleHomes } from './features/temples/templeHomes.ts';
import { Temples, type TemplesTools } from './features/temples/temples.ts';
import { Pairer } from './features/tournaments/byItself.ts';
import { Tournaments } from './features/tournaments/tournaments.ts';
import { Cells } from './matches/cells/cells.ts';
import { Matches } from './matches/matches.ts';
import { Owners } from './matches/owners.ts';
import { Thinker } from './matches/thinker.ts';
import { operatingOn } from './operating.ts';
import type { Journal } from './store/journal/journal.ts';
import type { Data, OwnParts } from './store/openData.ts';
import { Elsewhere } from './store/ownership/processes.ts';
import type { FreeBytes } from './upkeep.ts';

/** What the services are built from. */
export interface Ground {
  readonly config: Config;
  readonly games: HostedGames;
  readonly data: Data;
  readonly journal: Journal;
  readonly billboard: Billboard;
  /** By id. */
  readonly puzzles: ConstructorParameters<typeof Puzzles>[0];
  readonly log: Log;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly now: () => number;
  /** The real time of day, as far as it is known: other machines compare what is signed with their own clocks. */
  readonly wall: () => number;
  readonly onGap: OnGap;
  readonly announcements: Announcements;
  readonly meters: SharedMeters;
}

/** What tests replace: the games, the journal, the clock, the disk. */
export interface Parts extends OwnParts {
  readonly games?: HostedGames;
  readonly journal?: (real: Journal) => Journal;
  /** Replaces the whole time of the server, without gaps. */
  readonly now?: () => number;
  /** Replaces the machine's clock only. */
  readonly wall?: () => number;
  readonly freeBytes?: FreeBytes;
  /** Other processes have declared this one dead. */
  readonly onBuried?: () => void;
  /** How often hosts are asked what became of their people who play here. */
  readonly newsEveryMs?: number;
  /** Looks up the names in webhooks, and those of other hosts. */
  readonly resolve?: Resolve;
  /** Whether bots of strangers wait for all other programs, as they do if this is absent. */
  readonly areBotsBehind?: boolean;
}

type Report = (problem: string, fields: Readonly<Record<string, unknown>>) => void;

export function servicesOn(ground: Ground, parts: Parts): Services {
  const { config, games, data, journal, billboard, log, metrics, readiness, now, wall } = ground;
  const { keys, self, stores } = data;
  const bots = games.all.flatMap((hosted) => Object.keys(hosted.bots));
  const guesses = new Guesses(ground.meters);
  const identity = createIdentity(stores, config, { bots, guesses });
  const { people, spoken } = identity;
  const ties = new Ties(stores.ties, people);
  const notices = noticesOn(ground, parts);
  const vacations = new Vacations({
    store: stores.vacations,
    days: config.VACATION_DAYS,
    now,
    process: self.id,
    isClosed: () => readiness.isClosedForWriting,
    look: (match) => matches.use(match, (opened) => opened.tend(now())),
    tellOthers: () => ground.announcements.tell('vacation', {}),
    report: writeErrorsIn(ground),
  });
  ground.announcements.on('vacation', () => void vacations.tell());
  const replays = new Replays(journal, games.engineOf);
  const ahead = new Ahead({
    store: stores.ahead,
    replays,
    now,
    process: self.id,
    isClosed: () => readiness.isClosedForWriting,
    random: Math.random,
    use: (match, job) => matches.use(match, job),
    report: writeErrorsIn(ground),
  });
  const mayClaim: Owners['mayClaim'] = (id) => owners.mayClaim(id);
  const hall = new Hall({ journal, owner: self.id, mayClaim, hasHandedOver: () => readiness.hasHandedOver });
  const temples: Temples = templesOn(ground, people, {
    matches: { open: (id) => matches.open(id), release: (id) => matches.release(id) },
    hall,
    mayClaim,
    onLeft: async (temple, to) => to && homes.sendTo(temple, to),
  });
  const peers = callingPeers(keys.peers);
  const call = peers.temples;
  const homes = new TempleHomes({ temples, hall, journal, owner: self.id, now, call });
  const accounts = accountsOn(ground);
  const league: League = new League({
    perDay: config.LEAGUE,
    store: stores.league,
    games,
    journal,
    matches: { create: (wanted) => matches.create(wanted), use: (match, job) => matches.use(match, job) },
    accounts,
    now,
    report: writeErrorsIn(ground),
  });
  const cells = cellsOn(ground, parts);
  const matches: Matches = matchesOn(ground, { notices, temples, people, vacations, ahead, league, mayClaim, cells });
  metrics.watchMatches(() => matches.awake.length);
  const owners = new Owners({
    journal,
    self,
    games,
    readiness,
    isAlone: config.DATABASE_URL === '',
    isAwake: (match) => matches.isAwake(match),
    mustHaveTemple: (id) => (id === undefined ? hall.mustBeHere() : homes.mustBeHere(id)),
    onSearch: (game) => billboard.catchUp(game, journal),
  });
  const pairing = pairingOn(ground, identity, temples);
  const presenceElsewhere = new PresenceElsewhere();
  const operating = operatingOn({ ...ground, self, stores }, { temples, homes, matches });
  const penalties = new Penalties({
    moderators: stores.moderators,
    penalties: stores.penalties,
    audit: operating.audit,
    people,
    bots: identity.bots,
    reread: identity.reread,
    now,
    mostDays: config.MODERATOR_DAYS,
    days: config.AUDIT_DAYS,
    count: metrics.countAct,
  });
  const talk = new Talk({
    config,
    log: stores.talk,
    people,
    ties,
    bans: stores.bans,
    penalties,
    filter: spoken,
    readiness,
    now,
  });
  people.onLate = () => void showNames();
  identity.onForget((player) => {
    notices.webhooks.forget(player);
    talk.forget(player);
  });
  const otherHosts = otherHostsOn(ground, parts);
  const places = roomPlaces({ presenceElsewhere, announcements: ground.announcements, ties, now });
  billboard.isAttended = (match) => [...places.seatsHere(match)].some((seat) => seat !== undefined);
  return {
    config,
    self,
    announcements: ground.announcements,
    games,
    journal,
    matches,
    owners,
    forwarder: new Forwarder({
      token: keys.peers,
      living: () => journal.processes(),
      count: metrics.countForwarded,
    }),
    askForSeat: peers.seats,
    isDeadFor: (other) => peers.isDead(other, self.id),
    people,
    identity,
    ties,
    vacations,
    challenges: stores.challenges,
    dump: stores.dump,
    dumpFiles: dumpFilesOn(ground),
    tokens: new Tokens(keys.tokens),
    keys,
    metrics,
    log,
    now,
    readiness,
    limits: new Limits(config.LIMITS, ground.meters),
    meters: ground.meters,
    bans: stores.bans,
    networkBans: stores.networkBans,
    networks: operating.networks,
    directory: stores.directory,
    tournaments: new Tournaments(stores, notices),
    pairer: new Pairer(writeErrorsIn(ground)),
    report: writeErrorsIn(ground),
    audit: operating.audit,
    penalties,
    figures: new Figures({ ratings: stores.ratings, journal, people, now }),
    fleet: operating.fleet,
    notices,
    talk,
    ratings: ratingsOn(ground),
    ratingTable: stores.ratings,
    leases: stores.leases,
    turns: data.turns,
    replays,
    ahead,
    accounts,
    league,
    puzzles: new Puzzles(ground.puzzles, stores.puzzles, now),
    skill: new Skill({ accounts: stores.matchAccounts, people: stores.people, now }),
    painter: new Painter(writeErrorsIn(ground)),
    billboard,
    channel: new Channel({ journal, ratings: stores.ratings, engineOf: games.engineOf, now }),
    sharing: new Sharing({ config, billboard, places, people, signer: keys.signer, now, wall }),
    otherHosts,
    vouching: new Vouching({ config, store: stores.abroad, people: stores.people, signer: keys.signer, now, wall }),
    visitors: new Visitors({ config, hosts: otherHosts, stores, log, now, wall, count: metrics.visitors.count }),
    approvals: new Approvals(),
    kicked: new Kicked(),
    promisedSeats: new PromisedSeats(),
    places,
    presenceElsewhere,
    presence: { onChange: () => {} },
    lobbies: new Lobbies(),
    temples,
    pairing,
    ...homesOf(
      {
        temples,
        hall,
        pairing,
        journal,
        self,
        now,
        call,
        isAlone: config.DATABASE_URL === '',
        countReport: (kind) => metrics.temples.reports.inc({ kind }),
      },
      homes,
    ),
  };
}

function noticesOn(ground: Ground, parts: Parts): Notices {
  const { announcements, config, data, games, journal, log, metrics, now, wall } = ground;
  return new Notices({
    announcements,
    config,
    log,
    now,
    wall,
    store: data.stores.webhooks,
    outbox: data.stores.outbox,
    standing: standingIn({ journal, engineOf: games.engineOf, now }),
    count: metrics.notices.count,
    pushKey: data.keys.push,
    isPresent,
    ...(parts.resolve && { resolve: parts.resolve }),
  });
}

function otherHostsOn({ config, data, log, metrics, now, wall }: Ground, { resolve }: Parts): OtherHosts {
  const { keyRing } = data.stores;
  const { count } = metrics.hosts;
  return new OtherHosts({ config, keyRing, log, now, wall, count, resolve: resolve ?? resolverFor(config.WEBHOOKS) });
}

function ratingsOn({ config, data, journal, log, readiness }: Ground): Ratings {
  return new Ratings({
    seasons: config.SEASONS,
    journal,
    table: data.stores.ratings,
    mayWrite: () => !readiness.isClosedForWriting,
    keeps: 'known',
    report: errorsIn(log),
  });
}

function accountsOn(ground: Ground): Accounts {
  const { config, data, journal, readiness } = ground;
  return new Accounts({
    journal,
    store: data.stores.matchAccounts,
    mayWrite: () => !readiness.isClosedForWriting,
    isCounting: config.LUCK === 'on',
    report: writeErrorsIn(ground),
  });
}

function dumpFilesOn(ground: Ground): DumpFiles {
  const { config, data, log, now, readiness } = ground;
  const { OPEN_DATA, JOURNAL, DATABASE_URL, DATA_DIR } = config;
  const isOn = OPEN_DATA === 'on' && (JOURNAL !== 'memory' || DATABASE_URL !== '');
  return new DumpFiles({
    stores: data.stores,
    folder: isOn ? resolve(DATA_DIR, 'open-data') : undefined,
    process: data.self.id,
    now,
    mayWrite: () => !readiness.isClosedForWriting,
    onDamaged: (match, problem) => log.error({ match, problem }, 'a match is left out of the open data'),
  });
}

function pairingOn({ data, log, now }: Ground, { guesses, people }: Identity, temples: Temples): Pairing {
  return new Pairing({
    key: data.templeKey,
    temples,
    guesses,
    now,
    random: randomInt,
    newId: randomUUID,
    ifKnown: (player, job) => inTurnOf(data, player, async () => ((await people.isKnown(player)) ? job() : undefined)),
    report: errorsIn(log),
  });
}

type Placed = Pick<TemplesTools, 'hall' | 'matches' | 'mayClaim' | 'onLeft'>;

function templesOn(ground: Ground, people: People, placed: Placed): Temples {
  const { data, journal, log, metrics, now } = ground;
  const temples = new Temples({
    journal,
    now,
    ...placed,
    owner: data.self.id,
    restoredAt: data.restoredAt,
    onPresence: showPresence,
    nameOf: (occupant) =>
      occupant?.kind === 'player' ? (people.namesOf([occupant.player])[0] ?? '') : (occupant?.bot ?? ''),
    note: (event, fields) => log.info(fields, event),
    report: writeErrorsIn(ground),
  });
  metrics.temples.watch(() => temples.counts);
  return temples;
}

type Around = Pick<Services, 'notices' | 'temples' | 'people' | 'vacations' | 'ahead' | 'league'> &
  Pick<Owners, 'mayClaim'> & { readonly cells: Cells };

function matchesOn(
  ground: Ground,
  { notices, temples, people, vacations, ahead, league, mayClaim, cells }: Around,
): Matches {
  const { config, data, games, journal, log, now, onGap } = ground;
  const report = writeErrorsIn(ground);
  const botChance = fastChance(now());
  return new Matches({
    journal,
    games,
    now,
    onGap,
    owner: data.self.id,
    signer: data.keys.signer,
    isTempleFresh: (temple) => temples.isFresh(temple),
    onTemples: (match) => temples.matchShown(match),
    furnish: ({ position }) => people.load(playersIn(position.occupants, position.created.seats)),
    onShown: (match) => {
      league.noteShown(match);
      void ahead.note(match);
    },
    league: { mayPlay: () => league.mayPlay, onLostTurn: (match, seat) => league.noteLostTurn(match, seat) },
    vacationsOf: (players) => vacations.lasting(players),
    mayClaim,
    openForMs: config.OPEN_MINUTES * 60_000,
    botDelayMs: config.BOT_DELAY_MS,
    ...(config.IDLE_DAYS > 0 && { idleForMs: config.IDLE_DAYS * 86_400_000 }),
    botChance,
    thinker: new Thinker({ chance: botChance, report }),
    cells,
    noticesFor: (draft, before) => notices.of(draft, before),
    note: (event, fields) => log.info(fields, event),
    report: (problem, fields) => {
      temples.noteFailure(fields.error);
      report(problem, fields);
    },
  });
}

/** What bots of strangers see of their chance tells nothing of that of other bots. */
function cellsOn({ log, metrics }: Ground, { areBotsBehind = true }: Parts): Cells {
  return new Cells({
    chance: fastChance(randomInt(2 ** 31)),
    now: () => performance.now(),
    countLost: metrics.countLostTurn,
    report: (problem, { error, ...fields }) =>
      log.warn({ ...fields, ...(error !== undefined && { err: error }) }, problem),
    isBehind: areBotsBehind,
  });
}

function errorsIn(log: Log): Report {
  return (problem, { error, ...fields }) => log.error({ ...fields, err: error }, problem);
}

/**
 * Failed writes count as `debug` while the disk is full or the server stops: the log has told the cause already. So does what another
 * process has taken over meanwhile, or does not answer for at the moment.
 */
function writeErrorsIn({ log, readiness }: Ground): Report {
  return (problem, { error, ...fields }) => {
    const isExpected = readiness.isClosedForWriting || error instanceof Elsewhere || error instanceof RefusedFor;
    log[isExpected ? 'debug' : 'error']({ ...fields, err: error }, problem);
  };
}
