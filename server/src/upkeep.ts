/** Regular work while the server runs: noting that it is alive, checking the disk, deleting old data. */
import { statfs } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from './base/config.ts';
import { deedsOf } from './doors/http/handlers/hosts.ts';
import type { Services } from './doors/services.ts';
import { releaseAll } from './features/temples/ownTemple.ts';
import { inTurnOf } from './features/table/admission.ts';
import { driveAll } from './features/tournaments/driver.ts';
import { type Heartbeat, HeldLease } from './otherProcesses.ts';
import { BotMatches } from './matches/createMatch.ts';

export type FreeBytes = () => Promise<number | undefined>;
const BEAT_MS = 1000;
/** A beat that comes so late tells of a process without time. */
const LATE_MS = 250;
const BOUND_EVERY_MS = 60_000;
const FREE_EVERY_MS = 60_000;
const LOOK_EVERY_MS = 5000;

/** How often hosts are asked what became of their people who play here. */
const NEWS_EVERY_MS = 60_000;

/** Between two beats, so that it is due at every second one. */
const REPORT_EVERY_MS = 1.5 * BEAT_MS;

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** After their end. */
const CHALLENGES_KEPT_MS = 7 * DAY_MS;
const MEGABYTE = 1024 * 1024;

/** The free space where the data lies. Undefined for data in memory, or if the system does not tell. */
export function freeBytesFor({ JOURNAL, DATA_DIR, DATABASE_URL }: Config): FreeBytes {
  return async () => {
    const isHere = JOURNAL !== 'memory' && DATABASE_URL === '';
    const disk = !isHere ? undefined : await statfs(DATA_DIR).catch(() => undefined);
    return disk && disk.bavail * disk.bsize;
  };
}

interface UpkeepParts {
  /** Tests ask oftener. */
  readonly newsEveryMs?: number | undefined;
  readonly freeBytes: FreeBytes;
  readonly heartbeat: Heartbeat;
}

export class Upkeep {
  private readonly services: Services;
  private readonly parts: UpkeepParts;
  private timer: NodeJS.Timeout | undefined;
  private sweepAt = 0;
  private letGoAt = 0;
  private isLettingGo = false;
  private readonly botMatches: BotMatches;
  private readonly lease: HeldLease;
  /** Apart from the other one: a process that drains makes no matches any more. */
  private readonly tournamentLease: HeldLease;
  private isDriving = false;
  private readonly leagueLease: HeldLease;
  private isInLeague = false;
  private beatAt = Number.POSITIVE_INFINITY;
  /** No other process can keep this house, and none reads what this one writes about itself. */
  private readonly isAlone: boolean;
  private lookAt = 0;
  private reportAt = 0;
  private boundAt = 0;
  private isBounding = false;
  private freeAt = 0;
  private newsAt = 0;
  private isAskingHomes = false;
  private accountAt: number;
  private isAccounting = false;
  private dumpAt: number;
  private isDumping = false;

  constructor(services: Services, parts: UpkeepParts) {
    this.services = services;
    this.parts = parts;
    const lease = { name: 'housekeeping', process: `${services.self.id} housekeeping` };
    this.isAlone = services.config.DATABASE_URL === '';
    this.lease = new HeldLease(services.leases, lease, services.now);
    const drives = { name: 'tournaments', process: `${services.self.id} tournaments` };
    this.tournamentLease = new HeldLease(services.leases, drives, services.now);
    const plays = { name: 'league', process: `${services.self.id} league` };
    this.leagueLease = new HeldLease(services.leases, plays, services.now);
    services.tournaments.onRoundEnding = () => void this.driveTournaments();
    this.botMatches = new BotMatches(services.journal, services.config.KEEP_BOT_MATCHES);
    this.accountAt = services.now() + LOOK_EVERY_MS; // a server that starts has more urgent work
    this.dumpAt = this.accountAt;
  }

  start(): void {
    this.timer = setInterval(() => void this.tend(), BEAT_MS);
  }

  /** Leaves to another process what one does for all. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.trying('the housekeeping could not be left to another process', () => this.lease.release());
    await this.trying('the tournaments could not be left to another process', () => this.tournamentLease.release());
    await this.trying('the league could not be left to another process', () => this.leagueLease.release());
  }

  async tend(): Promise<void> {
    this.noteBeat();
    await Promise.all([this.lookAtDisk(), this.parts.heartbeat.beat()]);
    void this.trying('the banned networks could not be read', () => this.services.networks.readIfDue());
    void this.lookAround();
    void this.report();
    void this.driveTournaments();
    void this.playLeague();
    await this.trying('the housekeeping could not be done', () => this.keepHouse());
  }

  /** What one process does for all. It does no harm if two do it. */
  private async keepHouse(): Promise<void> {
    if (!(await this.isHousekeeper())) return;
    this.sweepIfDue();
    void this.letGoIfDue();
    void this.boundBotMatches();
    void this.freeClaimsIfDue();
    void this.accountIfDue();
    void this.dumpIfDue();
    void this.askHomesIfDue();
  }

  private async isHousekeeper(): Promise<boolean> {
    return this.isAlone || this.lease.isHeld();
  }

  /** One process drives all tournaments. Each of their entries is written once, so it does no harm if two do it. */
  private async driveTournaments(): Promise<void> {
    const { readiness } = this.services;
    if (this.isDriving || readiness.isClosedForWriting) return;
    this.isDriving = true;
    await this.trying('tournaments could not go on', async () => {
      if (readiness.phase !== 'open') await this.tournamentLease.release();
      else if (this.isAlone || (await this.tournamentLease.isHeld())) await driveAll(this.services);
    });
    this.isDriving = false;
  }

  private noteBeat(): void {
    const at = performance.now();
    this.services.league.isHurried = at - this.beatAt > BEAT_MS + LATE_MS;
    this.beatAt = at;
  }

  /** One process plays the league. The store lets no two matches begin, so it does no harm if two try. */
  private async playLeague(): Promise<void> {
    const { config, league, readiness } = this.services;
    if (config.LEAGUE === 0 || this.isInLeague || readiness.isClosedForWriting) return;
    this.isInLeague = true;
    await this.trying('the league could not go on', async () => {
      if (readiness.phase !== 'open') await this.leagueLease.release();
      else if (this.isAlone || (await this.leagueLease.isHeld())) await league.tend();
    });
    this.isInLeague = false;
  }

  /** Finds what other processes have written, also if they could not tell. */
  private async lookAround(): Promise<void> {
    const { notices, ratings, vacations, ahead, now } = this.services;
    if (now() < this.lookAt) return;
    this.lookAt = now() + LOOK_EVERY_MS;
    void this.trying('ended matches could not be looked for', () => ratings.lookBehind());
    void vacations.tell();
    void ahead.play();
    await this.trying('webhooks could not be read again', () => notices.catchUp());
  }

  private async report(): Promise<void> {
    const { fleet, now } = this.services;
    if (this.isAlone || now() < this.reportAt) return;
    this.reportAt = now() + REPORT_EVERY_MS;
    await this.trying('the state of the process could not be told', () => fleet.report());
  }

  private async lookAtDisk(): Promise<void> {
    const { readiness, config, log } = this.services;
    await this.trying('the free space could not be read', async () => {
      const wasFull = readiness.isDiskFull;
      readiness.freeBytes = await this.parts.freeBytes();
      readiness.isDiskFull = (readiness.freeBytes ?? Number.POSITIVE_INFINITY) < config.MIN_FREE_MB * MEGABYTE;
      if (readiness.isDiskFull !== wasFull)
        log.warn({ freeBytes: readiness.freeBytes }, wasFull ? 'the disk has room again' : 'the disk is nearly full');
    });
  }

  /** Deletes sessions, codes, reports, bans and notices whose time is over. */
  private sweepIfDue(): void {
    const {
      identity,
      bans,
      networkBans,
      challenges,
      tournaments,
      vacations,
      ahead,
      audit,
      penalties,
      notices,
      vouching,
      journal,
      config,
      now,
    } = this.services;
    if (now() < this.sweepAt) return;
    this.sweepAt = now() + HOUR_MS;
    void this.trying('expired data could not be deleted', async () => {
      await identity.sweep(now());
      await bans.sweep(now());
      await networkBans.sweep(now());
      await challenges.sweep(now() - CHALLENGES_KEPT_MS);
      if (config.KEEP_MATCHES_DAYS > 0) await tournaments.store.sweep(now() - config.KEEP_MATCHES_DAYS * DAY_MS);
      await vacations.sweep();
      await ahead.sweep();
      await audit.sweep(now());
      await penalties.sweep(now());
      await notices.sweep(now());
      await vouching.sweep();
      await journal.forgetProcesses();
    });
  }

  /** Runs once a day, and never twice at the same time. */
  private async letGoIfDue(): Promise<void> {
    const { now, log } = this.services;
    if (this.isLettingGo || now() < this.letGoAt) return;
    this.isLettingGo = true;
    this.letGoAt = now() + DAY_MS;
    await this.trying('old matches and guests could not be deleted', async () => {
      const { matches, guests } = await letGo(this.services);
      if (matches + guests > 0) log.info({ matches, guests }, 'old matches and guests deleted');
    });
    this.isLettingGo = false;
  }

  private async boundBotMatches(): Promise<void> {
    const { now, log } = this.services;
    if (this.isBounding || now() < this.boundAt) return;
    this.isBounding = true;
    this.boundAt = now() + BOUND_EVERY_MS;
    await this.trying('matches of bots could not be deleted', async () => {
      const matches = await this.botMatches.tend();
      if (matches > 0) log.info({ matches }, 'matches of bots deleted');
    });
    this.isBounding = false;
  }

  private async freeClaimsIfDue(): Promise<void> {
    const { journal, now } = this.services;
    if (now() < this.freeAt) return;
    this.freeAt = now() + FREE_EVERY_MS;
    await this.trying('claims of dead processes could not be freed', () => journal.freeClaims());
  }

  /** Makes the accounts of rated matches, one after the other, until there are no more or a person asks for one. */
  private async accountIfDue(): Promise<void> {
    const { accounts, now } = this.services;
    if (this.isAccounting || now() < this.accountAt) return;
    this.isAccounting = true;
    await this.trying('accounts of rated matches could not be made', async () => {
      while ((await this.isHousekeeper()) && (await accounts.makeNext()));
    });
    this.accountAt = now() + LOOK_EVERY_MS;
    this.isAccounting = false;
  }

  private async dumpIfDue(): Promise<void> {
    const { dumpFiles, now, log } = this.services;
    if (this.isDumping || now() < this.dumpAt) return;
    this.isDumping = true;
    this.dumpAt = now() + HOUR_MS;
    await this.trying('the file of open data could not be made', async () => {
      for (let made = await dumpFiles.makeDue(); made !== undefined; made = await dumpFiles.makeDue())
        log.info(made, 'a file of open data was made');
    });
    this.isDumping = false;
  }

  /** Visitors are barred or deleted as they are at home. */
  private async askHomesIfDue(): Promise<void> {
    const { visitors, readiness, now } = this.services;
    if (this.isAskingHomes || readiness.isClosedForWriting || now() < this.newsAt) return;
    this.isAskingHomes = true;
    this.newsAt = now() + (this.parts.newsEveryMs ?? NEWS_EVERY_MS);
    await this.trying('what became of visitors could not be heard', () => visitors.askAll(deedsOf(this.services)));
    this.isAskingHomes = false;
  }

  private async trying(problem: string, job: () => Promise<void>): Promise<void> {
    try {
      await job();
    } catch (error) {
      this.services.log.error({ err: error }, problem);
    }
  }
}

// Deletes old matches and guests by the host's settings, a few at a time, so that no request waits long.

/** Few, because a long match has thousands of entries and the server answers no request while it deletes them. */
const MATCHES_AT_ONCE = 5;

const PAGE = 50;

type Keeping = Pick<
  Services,
  'announcements' | 'config' | 'homes' | 'journal' | 'people' | 'identity' | 'temples' | 'tournaments' | 'turns' | 'now'
>;

export async function letGo(services: Keeping): Promise<{ readonly matches: number; readonly guests: number }> {
  return { matches: await letGoOfMatches(services), guests: await letGoOfGuests(services) };
}

async function letGoOfMatches({ config, journal, now }: Keeping): Promise<number> {
  if (config.KEEP_MATCHES_DAYS === 0) return 0;
  const endedBefore = now() - config.KEEP_MATCHES_DAYS * DAY_MS;
  for (let total = 0; ; ) {
    const gone = await journal.forget(endedBefore, MATCHES_AT_ONCE);
    total += gone;
    if (gone < MATCHES_AT_ONCE) return total;
    await nextTurn();
  }
}

async function letGoOfGuests(services: Keeping): Promise<number> {
  const { config, people } = services;
  if (config.KEEP_GUESTS_DAYS === 0) return 0;
  const unseenSince = await beforeDays(services, config.KEEP_GUESTS_DAYS);
  for (let gone = 0, page = await people.after('', PAGE); ; page = await people.after(page.at(-1) ?? '', PAGE)) {
    if (page.length === 0) return gone;
    for (const player of page) {
      if (await letGoOf(services, player, unseenSince)) gone++;
      await nextTurn();
    }
    await nextTurn();
  }
}

/** The time from which on the server was there for that many days: no guest can come back during an outage. */
async function beforeDays({ journal, now }: Keeping, days: number): Promise<number> {
  const end = now() - days * DAY_MS;
  for (let since = end; ; ) {
    const earlier = end - (await journal.lostSince(since));
    if (earlier >= since) return since;
    since = earlier; // an outage may have begun before
  }
}

/** Whether the player was deleted. A guest who comes back meanwhile stays. */
async function letGoOf(services: Keeping, player: string, unseenSince: number): Promise<boolean> {
  if (!(await mayGo(services, player, unseenSince))) return false;
  return inTurnOf(services, player, async () => {
    const isStillIdle = await mayGo(services, player, unseenSince);
    const isForgotten =
      isStillIdle && (await releaseAll(services, player)) && (await services.identity.forgetIdle(player, unseenSince));
    if (isForgotten) services.announcements.tell('name', { player });
    return isForgotten;
  });
}

/** The newest tournaments of a guest that are looked at. */
const MOST_TOURNAMENTS = 100;

/** Only guests without an unfinished match or tournament, also of their bots. A player who chose a name has a recovery code and is not a guest. */
async function mayGo({ journal, people, identity, tournaments }: Keeping, player: string, unseenSince: number) {
  if (!(await people.isIdleGuest(player, unseenSince))) return false;
  for (const one of [player, ...(await identity.bots.of(player)).map((bot) => bot.player)]) {
    if ((await journal.unfinishedOf(one)).length > 0) return false;
    const entered = await tournaments.store.of(one, MOST_TOURNAMENTS);
    if (entered.some(({ status }) => status !== 'ended')) return false;
  }
  return true;
}
