/** People who play one match after another: they think, blunder, leave, come back, talk and agree, and remember what they were told. */
import type { FlowerWarClient, LiveMatch } from '@flower-war/client';
import type { Answer } from '@flower-war/protocol';
import { at, GAMES } from '@flower-war/rules';
import { differences, type Moment, type StreamViewer, type Viewer } from '../support/viewers.ts';
import type { House } from './house.ts';
import type { Ledger } from './ledger.ts';
import type { World } from './world.ts';

/** Long enough for every kind of turn; then the people agree to stop. */
const MOST_MOVES = 80;
const THINKING_MS = [5, 400] as const;
const AWAY_MS = [3000, 40_000] as const;
/** People answer much sooner. */
const TURN_SECONDS = 20;
/** What kept people from their matches may still show for this long. */
const TROUBLE_MS = 1000 * TURN_SECONDS + 8000;
const AGAIN_MS = 200;
const MOST_TRIES = 500;
/** Answers that a person expects who was too late, or whom others forestalled. */
const PASSING: readonly string[] = [
  'stale-decision',
  'paused',
  'cannot-agree',
  'not-your-turn',
  'match-over',
  'stood-in-for',
];

const ONE_IN = { drop: 40, leave: 90, takeback: 40, pause: 120, talk: 40, watch: 5, read: 5, cut: 10 } as const;

interface Surroundings {
  readonly world: World;
  readonly house: House;
  readonly ledger: Ledger;
}

export class Party {
  moves = 0;
  matches = 0;
  isClosing = false;
  /** Whether the people play at this moment. */
  isIdle = false;
  readonly people: Player[] = [];
  private readonly around: Surroundings;

  constructor(around: Surroundings) {
    this.around = around;
  }

  async run(): Promise<void> {
    const { world, house } = this.around;
    const count = world.chance.die(3);
    const clients = Array.from({ length: count }, () => house.client());
    for (const client of clients) await insist(world, () => client.signIn());
    await this.hook(at(clients, 0));
    while (!this.isClosing) await this.play(clients);
    this.isIdle = true;
  }

  /** The first player wants notices. The answer to an earlier try may be lost. */
  private async hook({ account }: FlowerWarClient): Promise<void> {
    const { world, house, ledger } = this.around;
    const url = house.receiveNotices((notice) => ledger.heardOf(notice));
    await insist(world, async () => {
      if ((await account.webhooks()).length === 0) await account.addWebhook(url, ['started', 'ended']);
    });
  }

  private async play(clients: readonly FlowerWarClient[]): Promise<void> {
    const { world } = this.around;
    const fitting = [...GAMES.values()].filter(({ game }) => game.seats[1] >= clients.length);
    const { game } = world.chance.pick(fitting);
    const [least, most] = game.seats;
    const seats = Math.min(most, Math.max(least, clients.length + world.chance.die(2) - 1));
    const clock = world.chance.pick([
      { kind: 'turn', seconds: TURN_SECONDS },
      { kind: 'bank', seconds: 900, increment: 5 },
      { kind: 'none' },
    ] as const);
    const wanted = {
      game: game.id,
      seats,
      bots: Array.from({ length: seats - clients.length }, () => ({
        bot: world.chance.pick(['random', 'greedy'] as const),
      })),
      table: { clock, absence: world.chance.pick(['casual', 'fair', 'strict'] as const) },
    };
    const { match } = await insist(world, () => at(clients, 0).create<string>(wanted as never));
    this.people.splice(0);
    this.around.ledger.wantsNotice(match);
    for (const client of clients) {
      const live = await insist(world, () => client.join<string>(match));
      this.people.push(new Player(this, { ...this.around, client }, live));
    }
    this.matches++;
    await Promise.all(this.people.map((player) => player.play()));
    for (const player of this.people) player.leaveForGood();
  }

  get isLongEnough(): boolean {
    return this.isClosing || this.people.reduce((sum, { moves }) => sum + moves, 0) >= MOST_MOVES;
  }
}

/** As a person presses the button again. */
export async function insist<T>(world: Pick<World, 'pause'>, call: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await call();
    } catch (error) {
      const { name, code } = error as { name: string; code?: string };
      const isPassing =
        ['UnreachableError', 'TimedOutError'].includes(name) || ['unavailable', 'too-many'].includes(code ?? '');
      if (!isPassing || tries > MOST_TRIES) throw error;
      await world.pause(AGAIN_MS);
    }
  }
}

interface Own extends Surroundings {
  readonly client: FlowerWarClient;
}

export class Player {
  moves = 0;
  readonly match: string;
  readonly seat: number;
  /** Since the beginning of a turn this person was away, had no line, or waited for the others to agree. */
  isExcused = false;
  /** All that a person was shown who looks closely; others forget it. */
  private readonly moments: Moment[] | undefined;
  /** Another page of this person, which reads the stream. */
  private readonly reader: StreamViewer | undefined;
  private readonly party: Party;
  private readonly own: Own;
  private live: LiveMatch;

  constructor(party: Party, own: Own, live: LiveMatch) {
    this.party = party;
    this.own = own;
    this.live = live;
    this.match = live.id;
    this.seat = live.seat ?? -1;
    if (own.world.chance.die(ONE_IN.watch) === 1) this.moments = [];
    this.watch(live);
    if (own.world.chance.die(ONE_IN.read) === 1) this.reader = this.readerIn(own.house);
  }

  /** Until the match is over, and there is an answer to everything. */
  async play(): Promise<void> {
    for (;;) {
      const { live } = this;
      await live.until(() => this.doing() !== undefined);
      const doing = this.doing();
      if (doing === 'over') break;
      await this.own.world.pause(this.own.world.between(...THINKING_MS));
      if (doing !== undefined && doing === this.doing()) await this.do(doing);
    }
    this.own.ledger.settled(this.match, this.seat);
    if (this.moments !== undefined) await this.compare({ name: 'its player', seat: this.seat, moments: this.moments });
    await this.reader?.over();
    if (this.reader !== undefined) await this.compare(this.reader);
  }

  /** Whether this person was there all the time, and nothing that a server cannot know kept them away. */
  get isAttentive(): boolean {
    const { world, house } = this.own;
    // People who want to stop offer that, and play no more.
    return !this.isExcused && !this.party.isLongEnough && world.now - house.troubledAt > TROUBLE_MS;
  }

  /** Nothing of this turn's time is spent, so that what kept this person from earlier turns costs nothing. */
  private get hasAllTime(): boolean {
    const left = this.live.table.clocks[this.seat]?.left ?? 0;
    return left === 0 || left >= TURN_SECONDS * 1000;
  }

  leaveForGood(): void {
    this.live.close();
  }

  private doing(): 'over' | 'back' | 'reply' | 'resume' | 'stop' | 'move' | undefined {
    const { isOver, legal, table, isStoodInFor, seat } = this.live;
    const { offer, pausedUntil } = table;
    if (isOver) return 'over';
    if (isStoodInFor) return 'back';
    if (offer.what !== '') return seat !== undefined && offer.accepted.includes(seat) ? undefined : 'reply';
    if (pausedUntil > 0) return 'resume';
    if (this.party.isLongEnough) return 'stop';
    return legal.length > 0 ? 'move' : undefined;
  }

  private async do(doing: 'back' | 'reply' | 'resume' | 'stop' | 'move'): Promise<void> {
    const { chance } = this.own.world;
    // While people agree on something, the clock runs on, and this person may wait for one who is away.
    if (doing !== 'move') this.isExcused = true;
    switch (doing) {
      case 'back':
        return this.mind(doing, await this.live.back());
      case 'reply': {
        const isStop = this.live.table.offer.what === 'abort';
        return this.mind(doing, await this.live.reply(isStop ? this.party.isLongEnough : chance.die(3) > 1));
      }
      case 'resume':
        return this.mind(doing, await this.live.offer('resume'));
      case 'stop':
        return this.mind(doing, await this.live.offer('abort'));
      case 'move':
        return this.move();
    }
  }

  private async move(): Promise<void> {
    const { chance } = this.own.world;
    const happens = (what: keyof typeof ONE_IN) => chance.die(ONE_IN[what]) === 1;
    if (happens('leave')) return this.goAway();
    if (happens('talk')) void this.talk();
    if (happens('takeback')) return this.offer('takeback');
    if (happens('pause')) return this.offer('pause');
    const move = chance.pick(this.live.legal);
    const asked = this.live.play(move);
    if (happens('drop')) this.drop();
    const hadAll = this.hasAllTime;
    const answer = await asked;
    if (hadAll) this.isExcused = false;
    if (answer.kind !== 'accepted') return this.mind(move, answer);
    this.moves++;
    this.party.moves++;
    this.own.ledger.told(this.match, this.seat, move);
  }

  private async offer(what: 'takeback' | 'pause'): Promise<void> {
    this.isExcused = true;
    this.mind(what, await (what === 'pause' ? this.live.offer(what, 5) : this.live.offer(what)));
  }

  private async talk(): Promise<void> {
    const { live } = this;
    const answer = await live.say('hello').catch((error: Error) => error); // the page may be closed meanwhile
    if (!(answer instanceof Error)) this.mind('talk', answer);
  }

  /** The line breaks. The client comes back by itself. */
  private drop(): void {
    this.isExcused = true;
    this.live['room']?.drop();
  }

  /** The person closes the page, and comes back later. */
  private async goAway(): Promise<void> {
    this.isExcused = true;
    this.live.close();
    await this.own.world.pause(this.own.world.between(...AWAY_MS));
    this.live = await insist(this.own.world, () => this.own.client.join(this.match));
    this.watch(this.live);
  }

  /** While it reads, lines break. */
  private readerIn(house: House): StreamViewer {
    const reader = house.reader(this.own.client, this.match, this.seat);
    reader.onMoment = () => {
      if (this.own.world.chance.die(ONE_IN.cut) === 1) house.cutOne();
    };
    return reader;
  }

  private watch(live: LiveMatch): void {
    const note = () => {
      const { step, view, legal, table } = live;
      if (table.status !== 'open') this.moments?.push({ step, view, legal });
    };
    note(); // a match may have come to its end while the person was away
    live.on('change', note);
  }

  /** What this person was shown is what the record shows to this seat, step by step. */
  private async compare(shown: Pick<Viewer, 'name' | 'seat' | 'moments'>): Promise<void> {
    const { world, client } = this.own;
    const { problems } = await insist(world, () => differences(client, this.match, shown));
    for (const problem of problems.slice(0, 1)) world.find('seen', problem);
  }

  private mind(what: string, answer: Answer): void {
    if (answer.kind === 'accepted' || this.live.isOver) return;
    const isFine = answer.kind === 'rejected' && (PASSING.includes(answer.code) || answer.reason === 'no-bot-there');
    if (!isFine) this.own.world.find('answered', `${this.match} seat ${this.seat}: ${what}: ${JSON.stringify(answer)}`);
  }
}
