/** A person of a club: comes for a visit each day, and does what notices ask for. What and how often is data: behaviour.ts. */
import type { FlowerWarClient, Notice } from '@flower-war/client';
import { at } from '@flower-war/rules';
import type { House } from '../house.ts';
import { insist } from '../party.ts';
import type { World } from '../world.ts';
import { BY_DAYS, DAY, DEEDS, LIVE, ONE_IN, PATIENCE, QUIET, type Range, TAKES, VISITS } from './behaviour.ts';
import type { Facts } from './facts.ts';

export interface Club {
  readonly world: World;
  readonly house: House;
  readonly facts: Facts;
  readonly members: readonly Member[];
  /** Tournaments that wait for people. */
  readonly open: readonly string[];
  readonly isClosing: boolean;
  accepted: number;
  /** How many people do something at this moment. */
  busy: number;
  /** Does it then, if the club is still open. */
  readonly plan: (milliseconds: number, job: () => void) => void;
}

/** A refusal of these means that the person did something that no person may. */
const WRONG: readonly string[] = ['bad-request', 'internal', 'unauthorized', 'no-such-player', 'bad-notation'];
const CODE = /\b[0-9A-Z]{8}\b/;
const HEX = 16;
/** This many tournaments a person enters. */
const AT_ONCE = 2;

type Deed = keyof typeof DEEDS;
type Caller = FlowerWarClient['http'];

export class Member {
  readonly client: FlowerWarClient;
  readonly number: number;
  id = '';
  /** The matches of this person that go on, and how many more moves the person has patience for. */
  private readonly plays = new Map<string, number>();
  private readonly entered = new Set<string>();
  private readonly scheduled = new Set<string>();
  private readonly club: Club;
  private mailed: string | undefined;
  /** One thing after the other. */
  private turn: Promise<void> = Promise.resolve();

  constructor(club: Club, number: number) {
    this.club = club;
    this.number = number;
    this.client = club.house.client();
  }

  private get http(): Caller {
    return this.client['http'];
  }

  private get chance() {
    return this.club.world.chance;
  }

  private happens(what: keyof typeof ONE_IN): boolean {
    return this.chance.die(ONE_IN[what]) === 1;
  }

  get address(): string {
    return `p${this.number}@example.org`;
  }

  async join(): Promise<void> {
    const { world } = this.club;
    this.id = (await insist(world, () => this.client.signIn(`Person ${this.number}`))).player;
    const events = ['turn', 'started', 'ended', 'challenge'] as const;
    const wishes = { events: [...events], ...(this.happens('quiet') && { quiet: QUIET }) };
    const isMail = this.happens('mail');
    const form = isMail ? ({ form: 'email', ...wishes } as const) : wishes;
    const url = isMail ? `mailto:${this.address}` : this.club.house.receiveNotices((notice) => this.receive(notice));
    this.mailed = (await insist(world, () => this.client.account.addWebhook(url, form))).webhook;
  }

  /** From the first day on each player keeps one away. */
  blockOne(): Promise<unknown> {
    return this.try(() => this.client.people.block(this.other));
  }

  /** A mail has come: the first says a code, each other one is a notice. */
  async mail(text: string, notice: Notice | undefined): Promise<void> {
    const code = CODE.exec(text)?.[0];
    const webhook = this.mailed;
    if (notice !== undefined) this.take(notice);
    else if (code !== undefined && webhook !== undefined)
      await this.try(() => this.client.account.proveWebhook(webhook, code));
  }

  /** False if the receiver is away for a moment. */
  private receive(notice: Notice): boolean {
    if (this.happens('receiverAway')) return false;
    this.take(notice);
    return true;
  }

  private take(notice: Notice): void {
    this.club.facts.took(this.id, notice.id);
    this.hear(notice);
  }

  private hear(notice: Notice): void {
    switch (notice.kind) {
      case 'turn':
      case 'started':
        return this.mind(notice.match);
      case 'ended':
        return void this.plays.delete(notice.match);
      case 'paired':
        if (!this.happens('forgetsPairing')) this.later(TAKES.sitDown, () => this.sit(notice.match));
        return;
      case 'begins':
        if (notice.mustCheckIn)
          this.later(TAKES.sitDown, () => this.http.call('checkIn', { params: { tournament: notice.tournament } }));
        return;
      case 'challenged':
        return this.later(TAKES.reply, () => this.reply(notice.challenge));
      case 'accepted':
        return this.later(TAKES.sitDown, () => this.sitAtChallenge(notice.challenge));
      default:
    }
  }

  /** Takes a while, and then does it after what else the person does. */
  later(range: Range, job: () => Promise<unknown>): void {
    this.club.plan(this.club.world.between(...range), () => {
      this.turn = this.turn.then(async () => void (await this.try(job)));
    });
  }

  private async try(job: () => Promise<unknown>): Promise<boolean> {
    this.club.busy++;
    try {
      await insist(this.club.world, job);
      return true;
    } catch (error) {
      const { name, code, message } = error as { name: string; code?: string; message: string };
      const isFine = name === 'RefusedError' && !WRONG.includes(code ?? '');
      if (!isFine) this.club.world.find('answered', `${this.id}: ${code ?? name}: ${message}`);
      return false;
    } finally {
      this.club.busy--;
    }
  }

  // Playing.

  /** Looks at a match after a while, and now and then again, since a notice may be late. */
  private mind(match: string): void {
    if (this.scheduled.has(match) || !this.plays.has(match)) return;
    this.scheduled.add(match);
    const isByDays = this.club.facts.matches.get(match)?.isByDays === true;
    this.later(isByDays ? TAKES.byDays : TAKES.live, async () => {
      this.scheduled.delete(match);
      await this.play(match);
    });
  }

  private lookAgain(match: string): void {
    const isByDays = this.club.facts.matches.get(match)?.isByDays === true;
    this.later(isByDays ? TAKES.lookByDays : TAKES.look, async () => {
      if (!this.plays.has(match)) return;
      this.lookAgain(match);
      await this.play(match);
    });
  }

  private async play(match: string): Promise<void> {
    for (;;) {
      if (this.club.facts.matches.get(match)?.end !== undefined) return void this.plays.delete(match);
      const { decision, moves } = await this.http.call('listMoves', { params: { match } });
      const left = this.plays.get(match);
      if (decision === undefined || moves.length === 0 || left === undefined) return;
      const id = this.newId();
      const isTired = left <= 0;
      if (isTired) await this.http.call('resign', { params: { match }, body: { id } });
      else
        await this.http.call('act', { params: { match }, body: { id, decision, move: this.chance.pick(moves).move } });
      this.club.accepted++;
      if (isTired) return;
      this.plays.set(match, left - 1);
      if (this.happens('says')) await this.say(match);
      await this.club.world.pause(this.club.world.between(...TAKES.between));
    }
  }

  private async say(match: string): Promise<void> {
    const { facts, world } = this.club;
    const wasMuted = facts.isMuted(this.id);
    const body = { id: this.newId(), text: 'hello' };
    const isSaid = await this.try(() => this.http.call('say', { params: { match }, body }));
    if (isSaid && wasMuted && facts.isMuted(this.id)) world.find('ordered', `${this.id} is muted, and says a line`);
  }

  private async sit(match: string, code?: string): Promise<void> {
    const { commitment } = await this.http.call('getMatch', { params: { match } });
    const contribution = this.hex();
    const body = { commitment, contribution, ...(code !== undefined && { code }) };
    await this.http.call('takeSeat', { params: { match }, body });
    const isByDays = this.club.facts.matches.get(match)?.isByDays === true;
    const patience: Range = PATIENCE[isByDays ? 'byDays' : 'live'];
    this.plays.set(match, Math.round(this.club.world.between(...patience)));
    this.lookAgain(match);
    this.mind(match);
  }

  private newId(): string {
    return this.hex();
  }

  private hex(): string {
    return Array.from({ length: HEX }, () => (this.chance.die(256) - 1).toString(16).padStart(2, '0')).join('');
  }

  // Challenges.

  private async reply(challenge: string): Promise<void> {
    if (this.happens('declines')) return this.client.people.decline(challenge, 'later');
    const { match, code } = await this.client.people.accept(challenge);
    if (match !== undefined) await this.sit(match, code);
  }

  private async sitAtChallenge(challenge: string): Promise<void> {
    const found = (await this.client.people.challenges()).find((one) => one.challenge === challenge);
    if (found?.match !== undefined) await this.sit(found.match, found.code);
  }

  // A visit.

  /** Once a day, in the evening. */
  visitFrom(day: number): void {
    const { world, isClosing } = this.club;
    const evening = world.between(VISITS.from, VISITS.from + VISITS.within) + day * DAY;
    this.club.plan(evening - this.club.world.elapsed, () => {
      if (isClosing) return;
      const deeds = Math.round(world.between(...VISITS.deeds));
      for (let n = 0; n < deeds; n++) this.later(TAKES.live, () => this.deeds[this.deed()]());
      this.visitFrom(day + 1);
    });
  }

  private deed(): Deed {
    const all = Object.entries(DEEDS) as [Deed, number][];
    let lot = this.chance.die(all.reduce((sum, [, lots]) => sum + lots, 0));
    return at(
      all.filter(([, lots]) => {
        const isPast = lot <= 0;
        lot -= lots;
        return !isPast && lot <= 0;
      }),
      0,
    )[0];
  }

  private get other(): string {
    return this.chance.pick(this.club.members.filter(({ id }) => id !== this.id && id !== '')).id;
  }

  private readonly deeds: Readonly<Record<Deed, () => Promise<unknown>>> = {
    enter: async () => {
      const open = this.chance.shuffle(this.club.open.filter((one) => !this.entered.has(one)));
      for (const tournament of open.slice(0, AT_ONCE)) {
        await this.client.tournaments.enter(tournament);
        this.entered.add(tournament);
      }
    },
    withdraw: async () => {
      const [tournament] = this.entered;
      if (tournament !== undefined) await this.client.tournaments.withdraw(tournament);
    },
    find: async () => {
      const { match } = await this.client.find('tieqchieq', {});
      await this.sit(match);
      this.giveUp(match);
    },
    sitAnywhere: async () => {
      const open = await this.client.list({ status: 'open' });
      const [free] = this.chance.shuffle(open);
      const { match } = free ?? (await this.client.create({ game: 'tieqchieq', seats: 2, table: LIVE }));
      await this.sit(match);
      this.giveUp(match);
    },
    challenge: () => this.client.people.challenge(this.other, { game: 'tieqchieq', table: LIVE } as never),
    correspond: () => this.client.people.challenge(this.other, { game: 'tieqchieq', table: BY_DAYS } as never),
    follow: () => this.client.people.follow(this.other),
    unfollow: async () => {
      const [one] = (await this.client.people.list()).follows;
      if (one !== undefined) await this.client.people.unfollow(one.player);
    },
    block: () => this.blockOne(),
    unblock: async () => {
      const [one] = (await this.client.people.list()).blocks;
      if (one !== undefined) await this.client.people.unblock(one.player);
    },
    report: () => this.client.account.report({ player: this.other, reason: 'abuse' }),
    answerAhead: async () => {
      const days = [...this.plays.keys()].find((match) => this.club.facts.matches.get(match)?.isByDays);
      if (days !== undefined) await this.client.answersAhead(days, [{ move: 'toss' }]);
    },
    goOnVacation: () => this.client.account.beginVacation(this.chance.die(4)),
    comeBack: () => this.client.account.endVacation(),
  };

  /** A person does not wait for ever at a table to which no other one comes. */
  private giveUp(match: string): void {
    this.later(TAKES.giveUp, async () => {
      if (this.club.facts.matches.get(match)?.isStarted !== false) return;
      this.plays.delete(match);
      await this.http.call('leaveSeat', { params: { match } });
    });
  }

  /** As a moderator: looks at what was reported, and settles it. */
  async moderate(): Promise<void> {
    for (const { id, player = '', settled } of await this.client.order.reports()) {
      if (settled !== undefined) continue;
      const kind = this.chance.pick(['mute', 'ban', 'nothing'] as const);
      if (kind !== 'nothing' && player !== this.id)
        await this.try(() => this.client.order.penalize(player, { kind, reason: 'abuse', days: this.chance.die(2) }));
      await this.try(() => this.client.order.settleReport(id, kind === 'nothing' ? 'dismissed' : 'acted'));
    }
  }
}
