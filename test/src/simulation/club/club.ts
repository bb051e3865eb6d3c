/**
 * A club over a month of virtual time: people with friends and blocks, challenges, tournaments of all kinds, matches by days, notices and moderators,
 * while servers are killed and networks part. While no person does anything the time leaps, and no server hears of it.
 */
import type { Notice } from '@flower-war/client';
import { at } from '@flower-war/rules';
import { type ClubFigures, type Outcome, planned, type Strike, strike, type WorldPlan } from '../faults.ts';
import { House, isAlarm } from '../house.ts';
import { Ledger } from '../ledger.ts';
import { stackOf, type World } from '../world.ts';
import { CUPS, DAY, HOUR, MINUTE, ONE_IN, STRIKES, STRIKES_APART_MS } from './behaviour.ts';
import { Facts } from './facts.ts';
import { type Club, Member } from './member.ts';
import { recount } from './recount.ts';

const OPERATOR_TOKEN = 'a-token-of-the-operator-1';
const MAIL_PORT = 2525;
const NOTICE_HEADER = 'flower-war-notice';
const SETTINGS = {
  LOG_LEVEL: 'warn',
  TRUST_PROXY: '1',
  LIMITS: '0',
  HEARTBEAT_SECONDS: '60',
  MOST_SEATS: '100000',
  MOST_OPEN_MATCHES: '100000',
  WEBHOOKS: 'any',
  OPERATOR_TOKEN,
  PUBLIC_URL: 'https://play.example.org',
  MAIL_FROM: 'notices@example.org',
  SMTP_URL: `smtp://host:secret@127.0.0.1:${MAIL_PORT}`,
};

/** So long after a strike programs come back. */
const RECOVERY_MS = 20_000;
/** Each server gives a sign of life in it, and has sent what it was to send. */
const CALM_MS = 300;
/** So soon a server that rests sends what is due, also the second of two notices to one player. */
const SENT_WITHIN_MS = 2000;
const LEAST_LEAP_MS = 1000;
/** What people do soon, or sometime, they do at one of these moments, so that most of the time no person does anything. */
const SOON_MS = 5000;
const SOMETIME_MS = MINUTE;
const LONGEST_LEAP_MS = 5 * MINUTE;
const JOIN_AT_ONCE = 10;
const SETTLED_AFTER_MS = 30_000;
/** What waits for quiet hours to end, or is sent again after an hour. */
const NOTICED_WITHIN_MS = 12 * HOUR;
const OPENS_BEFORE_MS = 6 * DAY;
const NOON = 12 * HOUR;
const MOST_VERIFIED = 40;
const MOST_FINDINGS = 3;
const SHOWN_CHARACTERS = 160;

interface Cup {
  readonly tournament: string;
  readonly startsAt: number;
}

export class ClubRun implements Club {
  readonly world: World;
  readonly facts: Facts;
  readonly members: Member[] = [];
  accepted = 0;
  busy = 0;
  isClosing = false;
  private found: House | undefined;
  private readonly wanted: WorldPlan & { readonly people: number };
  private readonly ledger: Ledger;
  private readonly strikes: readonly Strike[];
  private readonly wakes = new Set<{ readonly at: number }>();
  private readonly cups: Cup[] = [];
  private mails = 0;
  private leaps = 0;
  /** How many strikes last now, and when the last one ended. */
  private striking = 0;
  private struckAt = Number.NEGATIVE_INFINITY;
  private calmFrom = 0;

  constructor(wanted: WorldPlan & { readonly people: number }, world: World) {
    this.wanted = wanted;
    this.world = world;
    this.facts = new Facts(world);
    this.facts.failedAt = () => (this.striking > 0 ? world.now : this.struckAt);
    this.ledger = new Ledger(world);
    const faults = { faults: STRIKES, apartMs: STRIKES_APART_MS };
    this.strikes = wanted.strikes ?? planned(wanted.seed, wanted.minutes * MINUTE, faults);
  }

  get house(): House {
    if (this.found === undefined) throw new Error('the house is open before people come');
    return this.found;
  }

  get open(): readonly string[] {
    const { now } = this.world;
    const soon = this.cups.filter(({ startsAt }) => startsAt > now && startsAt < now + OPENS_BEFORE_MS);
    return soon.map(({ tournament }) => tournament);
  }

  readonly plan = (milliseconds: number, job: () => void): void => {
    const { now } = this.world;
    const grid = milliseconds > SOMETIME_MS ? SOMETIME_MS : SOON_MS;
    const wake = { at: Math.ceil((now + Math.max(0, milliseconds)) / grid) * grid };
    this.wakes.add(wake);
    this.world.in(wake.at - now, () => {
      this.wakes.delete(wake);
      this.calmFrom = this.world.now + CALM_MS;
      if (!this.isClosing) job();
    });
  };

  async play(): Promise<Outcome> {
    const { world, wanted, facts, ledger } = this;
    const servers = 2;
    await this.until(this.begin(servers));
    world.leap = () => this.leap();
    const end = wanted.minutes * MINUTE;
    await this.runUntil(() => world.elapsed > end && this.striking === 0);
    this.isClosing = true;
    const late = world.now + NOTICED_WITHIN_MS;
    await this.runUntil(() => (facts.missing.length === 0 && this.busy === 0) || world.now > late);
    for (const what of facts.missing.slice(0, MOST_FINDINGS)) world.find('once', `never told: ${what}`);
    if (world.findings.length === 0) await this.until(this.judge());
    if (world.findings.length === 0) await ledger.verifyEnded(MOST_VERIFIED);
    const { entries, beads, lastHash: digest } = ledger;
    const counts = {
      servers,
      steps: world.steps,
      matches: facts.matches.size,
      accepted: this.accepted,
      entries,
      beads,
    };
    const told = { seed: wanted.seed, strikes: this.strikes, digest, findings: world.findings };
    return { ...told, ...counts, club: this.figures() };
  }

  private figures(): ClubFigures {
    const { facts, mails, leaps } = this;
    const all = [...facts.tournaments.values()];
    const tables = all.flatMap((one) => one.flatMap((entry) => entry.tables ?? [])).length;
    const again = [...facts.heard.values()].filter((times) => times > 1).length;
    const unplayed = all.flatMap((one) => one.flatMap((entry) => entry.unplayed ?? [])).length;
    const counts = { tournaments: all.length, tables, unplayed, blocked: facts.blocked, leaps };
    return { notices: facts.heard.size, mails, again, ...counts };
  }

  private async begin(servers: number): Promise<void> {
    const { world, wanted, facts, ledger } = this;
    const house = await House.open(world, { servers, settings: SETTINGS, isLong: true });
    this.found = house;
    house.database.onAppend = (append) => {
      this.tell(`${append.match} ${append.line.slice(0, SHOWN_CHARACTERS)}`);
      ledger.append(append);
      facts.append(append.match, append.line);
    };
    house.database.onDone = (...done) => {
      facts.done(...done);
      this.awaitSending(...done);
    };
    house.onLine = (program, line) => {
      this.tell(`${program}: ${line}`);
      if (isAlarm(line)) world.find('calm', `${program} tells of an error: ${line.slice(0, 1000)}`);
    };
    await this.openPostOffice();
    this.members.push(...Array.from({ length: wanted.people }, (_, n) => new Member(this, n)));
    for (let n = 0; n < wanted.people; n += JOIN_AT_ONCE)
      await Promise.all(this.members.slice(n, n + JOIN_AT_ONCE).map((member) => member.join()));
    for (const member of this.members) await member.blockOne();
    await world.pause(SETTLED_AFTER_MS);
    await this.appoint();
    await this.holdCups();
    for (const member of this.members) member.visitFrom(0);
    for (const one of this.strikes) world.in(one.at, () => void this.strike(one));
  }

  private async openPostOffice(): Promise<void> {
    const office = await this.house.openPostOffice(MAIL_PORT);
    const isAway = () => this.world.chance.die(ONE_IN.receiverAway) === 1;
    office.answer = () => (isAway() ? 451 : 250);
    office.onMail = ({ to: [address], headers, text }) => {
      const notice = this.facts.written.get(headers[NOTICE_HEADER] ?? '');
      const isProof = (notice?.kind as string) === 'proof';
      this.mails++;
      const member = this.members.find((one) => one.address === address);
      void member?.mail(text, isProof ? undefined : (notice as Notice));
    };
  }

  private async appoint(): Promise<void> {
    const { members, world } = this;
    const rights = { token: OPERATOR_TOKEN, body: { rights: ['reports', 'mute', 'ban'] } };
    for (const member of members.filter((_, n) => n % ONE_IN.moderator === 0)) {
      await this.house.operate(`/players/${member.id}/moderator`, rights);
      for (let noon = NOON; noon < this.wanted.minutes * MINUTE; noon += DAY)
        this.plan(noon - world.elapsed, () => member.later([0, HOUR], () => member.moderate()));
    }
  }

  private async holdCups(): Promise<void> {
    const began = this.world.now - this.world.elapsed;
    for (const { after, ...cup } of CUPS) {
      if (after * HOUR >= this.wanted.minutes * MINUTE) continue;
      const startsAt = began + after * HOUR;
      const body = { name: `Cup ${after}`, startsAt, ...cup };
      const { tournament } = await this.house.operate<Cup>('/tournaments', { token: OPERATOR_TOKEN, body });
      this.cups.push({ tournament, startsAt });
    }
  }

  private async strike(one: Strike): Promise<void> {
    this.striking++;
    this.tell(`begins: ${one.fault}`);
    await strike(this.house, one).catch((error: unknown) =>
      this.world.find('alive', `${one.fault}: ${stackOf(error)}`),
    );
    this.tell(`is over: ${one.fault}`);
    this.striking--;
    this.struckAt = this.world.now;
  }

  /** A notice that waits while the time leaps may come after what it tells of has begun. */
  private awaitSending(operation: string, given: readonly unknown[], value: unknown): void {
    const { now } = this.world;
    const isNew = operation === 'tournaments.append' && value === true;
    if (isNew || operation === 'outbox.delivered') this.calmFrom = Math.max(this.calmFrom, now + SENT_WITHIN_MS);
    if (operation !== 'outbox.failed') return;
    const [, { dueAt = now }] = given as readonly [unknown, { readonly dueAt?: number }];
    if (dueAt < now + LONGEST_LEAP_MS) this.calmFrom = Math.max(this.calmFrom, dueAt + SENT_WITHIN_MS);
  }

  /** To when the next person does something, or the next strike comes. */
  private leap(): number {
    const { world, wakes, strikes } = this;
    const isCalm = this.striking === 0 && this.busy === 0 && world.now > this.calmFrom;
    if (!isCalm || world.now < this.struckAt + RECOVERY_MS) return 0;
    const ahead = strikes.find((one) => one.at + this.began > world.now);
    let next = Math.min(world.now + LONGEST_LEAP_MS, (ahead?.at ?? Number.POSITIVE_INFINITY) + this.began);
    for (const wake of wakes) next = Math.min(next, wake.at);
    const leap = next - world.now - CALM_MS;
    if (leap < LEAST_LEAP_MS) return 0;
    this.leaps++;
    this.calmFrom = world.now + leap + CALM_MS;
    this.house.database.leap(leap);
    return leap;
  }

  /** What the tournaments say at the end is what their records say. */
  private async judge(): Promise<void> {
    for (const { tournament } of this.cups) await this.judgeOne(tournament);
  }

  private async judgeOne(tournament: string): Promise<void> {
    const { world, facts } = this;
    const view = await at(this.members, 0).client.tournaments.get(tournament, { tables: 'all' });
    const find = (problem: string) => world.find('counted', `${tournament} (${view.kind}): ${problem}`);
    const pairings = (facts.tournaments.get(tournament) ?? []).flatMap(({ tables = [] }) => tables);
    for (const { n, match, outcome, seats } of view.tables) {
      const wrong = seats.some(({ player }, seat) => pairings[n]?.[seat] !== player);
      const { host, end } = facts.matches.get(match) ?? {};
      const isOver = host === tournament && end !== undefined;
      const isEmpty = outcome === 'unplayed' && host === undefined;
      if (wrong || (outcome !== undefined && !isOver && !isEmpty))
        world.find('paired', `${tournament}: table ${n} was not played as it was paired`);
    }
    if (view.tables.length !== pairings.length) find(`${view.tables.length} tables instead of ${pairings.length}`);
    const matches = new Map(view.tables.map(({ n, match }) => [n, match]));
    const told = facts.roundsOf(tournament, (n) => matches.get(n));
    if (view.kind === 'swiss' && view.status === 'ended' && told.rounds.length !== view.rounds)
      find(`${told.rounds.length} rounds instead of ${view.rounds}`);
    const lines = recount(told);
    let before: readonly number[] = [];
    for (const { player, points, matches: played, byes, tieBreaks } of view.standings) {
      const { first = 0, ...line } = lines.get(player) ?? {};
      const shown = { points, matches: played, byes, tieBreaks };
      if (JSON.stringify(line) !== JSON.stringify(shown))
        find(`${player} has ${JSON.stringify(shown)}, and by the records ${JSON.stringify(line)}`);
      const key = [first, ...tieBreaks];
      if (isBefore(before, key)) find(`${player} stands behind a worse player`);
      before = key;
    }
  }

  private get began(): number {
    return this.world.now - this.world.elapsed;
  }

  private async until(job: Promise<void>): Promise<void> {
    let isDone = false;
    job.then(
      () => {
        isDone = true;
      },
      (error: unknown) => this.world.find('alive', stackOf(error)),
    );
    await this.runUntil(() => isDone);
  }

  private async runUntil(isEnough: () => boolean): Promise<void> {
    const { mostFindings: most = MOST_FINDINGS } = this.wanted;
    await this.world.run(() => isEnough() || this.world.findings.length >= most);
  }

  private tell(line: string): void {
    this.wanted.trace?.(`${this.world.clock} ${line}`);
  }
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const n = one.findIndex((value, place) => value !== other[place]);
  return n >= 0 && (one[n] ?? 0) < (other[n] ?? 0);
}
