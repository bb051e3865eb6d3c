/** Makes the services that rooms and routes share. */
import { randomInt, randomUUID } from 'node:crypto';
import { fastChance } from '@flower-war/rules';
import type { Announcements } from './announcing/announcements.ts';
import type { Config } from './base/config.ts';
import type { HostedGames } from './base/hostedGames.ts';
import { Limits, type SharedMeters } from './base/limits.ts';
import type { Log } from './base/log.ts';
import type { Readiness } from './base/readiness.ts';
import { RefusedFor } from './base/refused.ts';
import type { OnGap } from './base/serverTime.ts';
import { Tokens } from './base/tokens.ts';
import type { Metrics } from './doors/metrics.ts';
import { ownLook } from './doors/operator/operatorQueries.ts';
import { callingPeers } from './doors/peers/calls.ts';
import { Forwarder } from './doors/peers/forwarder.ts';
import {
  closeConnectionsFrom,
  isPresent,
  roomPlaces,
  showBulletin,
  showNames,
  showPresence,
  spreadOut,
} from './doors/rooms/roomPlaces.ts';
import { playersIn } from './doors/rooms/tableView.ts';
import type { Services } from './doors/services.ts';
import type { Billboard } from './features/listing/billboard.ts';
import { Lobbies } from './features/listing/filter.ts';
import { Notices } from './features/notices/notices.ts';
import type { Resolve } from './features/notices/post.ts';
import { standingIn } from './features/notices/standing.ts';
import { Audit } from './features/operating/audit.ts';
import { BannedNetworks } from './features/operating/bannedNetworks.ts';
import { Fleet } from './features/operating/fleet.ts';
import { Guesses } from './features/people/guesses.ts';
import { createIdentity, type Identity } from './features/people/identity.ts';
import type { People } from './features/people/people.ts';
import { Ties } from './features/people/ties.ts';
import { Painter } from './features/previews/painter.ts';
import { Puzzles } from './features/puzzles/puzzles.ts';
import { Ratings } from './features/ratings/ratings.ts';
import { Skill } from './features/ratings/skill.ts';
import { Accounts } from './features/replay/accounts.ts';
import { Replays } from './features/replay/replays.ts';
import { Approvals } from './features/table/approvals.ts';
import { PresenceElsewhere } from './features/table/presenceElsewhere.ts';
import { PromisedSeats } from './features/table/quickPlay.ts';
import { Talk } from './features/talk/talk.ts';
import { homesOf } from './features/temples/homes/requests.ts';
import { Hall, TempleHomes } from './features/temples/homes/templeHomes.ts';
import { Pairing } from './features/temples/pairing/pairing.ts';
import { Temples, type TemplesTools } from './features/temples/temples.ts';
import { Tournaments } from './features/tournaments/tournaments.ts';
import { Matches } from './matches/matches.ts';
import { Owners } from './matches/owners.ts';
import { Thinker } from './matches/thinking/thinker.ts';
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
  /** Looks up the names in webhooks. */
  readonly resolve?: Resolve;
}

type Report = (problem: string, fields: Readonly<Record<string, unknown>>) => void;

export function servicesOn(ground: Ground, parts: Parts): Services {
  const { config, games, data, journal, billboard, log, metrics, readiness, now } = ground;
  const { keys, self, stores } = data;
  const bots = games.all.flatMap((hosted) => Object.keys(hosted.bots));
  const guesses = new Guesses(ground.meters);
  const identity = createIdentity(stores, config, { bots, guesses });
  const { people, spoken } = identity;
  const ties = new Ties(stores.ties, people);
  const notices = noticesOn(ground, parts);
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
  const matches = matchesOn(ground, { notices, temples, people, mayClaim });
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
  const talk = new Talk({ config, log: stores.talk, people, ties, bans: stores.bans, filter: spoken, readiness, now });
  const pairing = pairingOn(ground, identity, temples);
  const presenceElsewhere = new PresenceElsewhere();
  const operating = operatingOn(ground, { temples, homes, matches });
  people.onLate = () => void showNames();
  identity.onForget((player) => {
    notices.webhooks.forget(player);
    talk.forget(player);
  });
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
    challenges: stores.challenges,
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
    tournaments: new Tournaments(stores),
    report: writeErrorsIn(ground),
    audit: operating.audit,
    fleet: operating.fleet,
    notices,
    talk,
    ratings: ratingsOn(ground),
    ratingTable: stores.ratings,
    leases: stores.leases,
    turns: data.turns,
    replays: new Replays(journal, games.engineOf),
    accounts: accountsOn(ground),
    puzzles: new Puzzles(ground.puzzles, stores.puzzles, now),
    skill: new Skill({ accounts: stores.matchAccounts, people: stores.people, now }),
    painter: new Painter(writeErrorsIn(ground)),
    billboard,
    approvals: new Approvals(),
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
  const { announcements, config, data, games, journal, log, metrics, now } = ground;
  return new Notices({
    announcements,
    config,
    log,
    now,
    wall: data.storeTime === undefined ? (parts.now ?? parts.wall ?? Date.now) : now,
    store: data.stores.webhooks,
    outbox: data.stores.outbox,
    standing: standingIn({ journal, engineOf: games.engineOf, now }),
    count: metrics.notices.count,
    pushKey: data.keys.push,
    isPresent,
    ...(parts.resolve && { resolve: parts.resolve }),
  });
}

function ratingsOn({ data, journal, log, readiness }: Ground): Ratings {
  return new Ratings({
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

function pairingOn({ data, log, now }: Ground, { guesses, people }: Identity, temples: Temples): Pairing {
  return new Pairing({
    key: data.templeKey,
    temples,
    guesses,
    now,
    random: randomInt,
    newId: randomUUID,
    isKnown: (player) => people.isKnown(player),
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
    onPresence: showPresence,
    nameOf: (occupant) =>
      occupant?.kind === 'player' ? (people.namesOf([occupant.player])[0] ?? '') : (occupant?.bot ?? ''),
    note: (event, fields) => log.info(fields, event),
    report: writeErrorsIn(ground),
  });
  metrics.temples.watch(() => temples.counts);
  return temples;
}

interface Around {
  readonly notices: Notices;
  readonly temples: Temples;
  readonly people: People;
  readonly mayClaim: Owners['mayClaim'];
}

function matchesOn(ground: Ground, { notices, temples, people, mayClaim }: Around): Matches {
  const { config, data, games, journal, log, now, onGap } = ground;
  const report = writeErrorsIn(ground);
  const botChance = fastChance(now());
  return new Matches({
    journal,
    games,
    now,
    onGap,
    owner: data.self.id,
    signingKey: data.keys.signing,
    isTempleFresh: (temple) => temples.isFresh(temple),
    onTemples: (match) => temples.matchShown(match),
    furnish: ({ position }) => people.load(playersIn(position.occupants, position.created.seats)),
    mayClaim,
    openForMs: config.OPEN_MINUTES * 60_000,
    botDelayMs: config.BOT_DELAY_MS,
    ...(config.IDLE_DAYS > 0 && { idleForMs: config.IDLE_DAYS * 86_400_000 }),
    botChance,
    thinker: new Thinker({ chance: botChance, report }),
    noticesFor: (draft, before) => notices.of(draft, before),
    note: (event, fields) => log.info(fields, event),
    report: (problem, fields) => {
      temples.noteFailure(fields.error);
      report(problem, fields);
    },
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

// What the operator's routes use, and what operators asked other processes for.

/** What lives in this process. */
interface Here {
  readonly temples: Temples;
  readonly homes: TempleHomes;
  readonly matches: Matches;
}

function operatingOn(ground: Ground, here: Here) {
  const fleet = fleetOn(ground, here);
  const networks = networksOn(ground);
  const failed = failedIn(ground);
  ground.announcements.on('drain', (told) => {
    fleet.heardDrain(told).catch(failed('the matches of this process could not be left to others'));
  });
  ground.announcements.on(
    'networks',
    () => void networks.read().catch(failed('the banned networks could not be read')),
  );
  ground.announcements.on('bulletin', (bulletin) => {
    showBulletin(bulletin).catch(failed('a bulletin could not be shown'));
  });
  return { networks, fleet, audit: auditOn(ground, fleet.name) };
}

const failedIn =
  ({ log }: Ground) =>
  (problem: string) =>
  (error: unknown) =>
    log.error({ err: error }, problem);

function fleetOn(ground: Ground, here: Here): Fleet {
  const { data, announcements, journal, log, metrics, readiness, now } = ground;
  return new Fleet({
    store: data.stores.processReports,
    self: data.self,
    readiness,
    now,
    handOver: () => handOver({ ...here, journal, log, readiness, self: data.self }),
    look: ownLook({ readiness, ...here, strays: metrics.temples.strayCount, redis: metrics.redis }),
    tellDrain: (process, isDraining) =>
      announcements.tell('drain', { isDraining, ...(process !== undefined && { process }) }),
  });
}

function networksOn(ground: Ground): BannedNetworks {
  const { data, announcements, now } = ground;
  const tellOthers = () => announcements.tell('networks', {});
  const networks = new BannedNetworks({ store: data.stores.networkBans, now, tellOthers });
  networks.onChange = () => {
    const isBanned = (address: string) => networks.has(address);
    closeConnectionsFrom(isBanned).catch(failedIn(ground)('connections of a banned network could not be closed'));
  };
  return networks;
}

function auditOn(ground: Ground, process: string): Audit {
  const { config, data, now } = ground;
  return new Audit({
    store: data.stores.audit,
    now,
    token: config.OPERATOR_TOKEN,
    process,
    days: config.AUDIT_DAYS,
    report: (problem, error) => failedIn(ground)(problem)(error),
  });
}

// Leaves the matches of this process to the others.

type Owning = Pick<Services, 'homes' | 'journal' | 'log' | 'matches' | 'readiness' | 'self'>;

/** Whether another process is there that could take over. */
export async function hasOthers({ journal, self }: Pick<Services, 'journal' | 'self'>): Promise<boolean> {
  return (await journal.processes()).some(({ process }) => process !== self.id);
}

/**
 * Nothing is begun any more, what is under way ends, then all is free. Each match goes on elsewhere with its first visitor, or
 * at once if its clock runs. Its people are sent away one table after the other. Without other processes nothing changes.
 */
async function handOver(services: Owning): Promise<void> {
  const { homes, journal, log, matches, readiness, self } = services;
  if (!(await hasOthers(services))) return;
  readiness.hasHandedOver = true;
  await homes.giveUpAll();
  const given = await matches.giveUpAll();
  await journal.offerAll(self.id);
  log.info({ matches: given.length }, 'the matches of this process are free for the others');
  void spreadOut(given, (match) => match.tellLost());
}
