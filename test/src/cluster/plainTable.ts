/** People without a socket: each has a stream from one process, which relays it if another one owns the match. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import type { Acted, Refusal } from '@flower-war/protocol';
import { at } from '@flower-war/rules';
import { hookOnce, insist, type Wanted } from '../crash/players.ts';
import type { Span, Told } from '../crash/seat.ts';
import { PlainStream } from '../support/sockets/plainStream.ts';
import { type Person, send } from '../support/sockets/rawClient.ts';

/** A process, at its own address. */
export interface Door {
  readonly name: string;
  readonly url: string;
}

export interface Watched {
  readonly match: string;
  /** The name of the process from which the stream comes. */
  readonly door: string;
}

/** The servers of this load send a heartbeat every three seconds. */
export const HEARTBEAT_SECONDS = 3;
/** Nothing came for twice that time: the stream is dead. */
const SILENT_MS = 2 * HEARTBEAT_SECONDS * 1000;
const AGAIN_MS = 200;

type Answered = { readonly status: number; readonly body: Acted | Refusal };

interface PlainWanted extends Pick<Wanted, 'chance' | 'settings' | 'turnCap' | 'hook'> {
  readonly url: string;
  readonly doors: readonly Door[];
  readonly thinkingMs: number;
}

/** Two people: one looks for another process when nothing comes, the other waits however long it takes. */
export class PlainTable {
  readonly told: Told[] = [];
  readonly problems: string[] = [];
  readonly clients: readonly FlowerWarClient[];
  private readonly wanted: PlainWanted;
  private seats: readonly PlainSeat[] = [];
  private isClosing = false;

  constructor(wanted: PlainWanted) {
    this.clients = [0, 1].map(() => new FlowerWarClient({ url: wanted.url }));
    this.wanted = wanted;
  }

  get moves(): number {
    return this.told.reduce((sum, { accepted }) => sum + accepted.length, 0);
  }

  /** The streams that are open. */
  get streams(): readonly Watched[] {
    return this.seats.flatMap(({ told, source, isOpen }) => (isOpen ? [{ match: told.match, door: source.name }] : []));
  }

  /** Plays one match after another until it is asked to close. */
  async run(): Promise<void> {
    const { hook, settings = {}, turnCap = 80 } = this.wanted;
    await Promise.all(this.clients.map((client) => insist(() => client.signIn())));
    if (hook !== undefined) await insist(() => hookOnce(at(this.clients, 0), hook));
    while (!this.isClosing) {
      const made = { game: 'tieqchieq', options: { turnCap }, table: settings } as const;
      const match = await insist(() => at(this.clients, 0).create(made));
      const lives = await Promise.all(this.clients.map((client) => insist(() => client.join(match))));
      await this.play(lives);
    }
  }

  close(): void {
    this.isClosing = true;
  }

  private async play(lives: readonly LiveMatch[]): Promise<void> {
    this.seats = lives.map((live, i) => {
      const isPatient = i === 1;
      return new PlainSeat(live, { ...this.wanted, client: at(this.clients, i), isPatient, problems: this.problems });
    });
    this.told.push(...this.seats.map(({ told }) => told));
    const playing = this.seats.map((seat) => seat.play());
    for (const live of lives) live.close();
    await Promise.all(playing);
  }
}

interface PlainPerson extends PlainWanted {
  readonly client: FlowerWarClient;
  readonly isPatient: boolean;
  readonly problems: string[];
}

class PlainSeat {
  readonly told: Told & { readonly quiet: Span[] };
  /** From where the stream comes. Acts may go to another door meanwhile. */
  source: Door;
  private door: Door;
  isOpen = false;
  private readonly person: PlainPerson;
  private heardAt = Date.now();

  constructor({ id, seat = -1 }: LiveMatch, person: PlainPerson) {
    this.person = person;
    this.source = person.chance.pick(person.doors);
    this.door = this.source;
    this.told = { match: id, seat, accepted: [], said: [], answers: [], agreed: 0, quiet: [] };
  }

  /** Comes back with another stream until the match is over. */
  async play(): Promise<void> {
    for (;;) {
      const stream = await this.open();
      if (stream !== undefined && (await this.follow(stream))) return;
      this.source = this.after(this.source); // not the one from which nothing came
      this.door = this.source;
      await pause(AGAIN_MS);
    }
  }

  private async open(): Promise<PlainStream | undefined> {
    const opening = PlainStream.open(this.at(this.source), this.told.match);
    const opened = await this.inTime(opening.catch(() => undefined));
    if (opened?.status === 200) return opened;
    void opening.then(
      (late) => late.close(),
      () => {},
    );
    return undefined;
  }

  /** Plays by what the stream shows. Returns whether the match is over. */
  private async follow(stream: PlainStream): Promise<boolean> {
    const stop = this.listen(stream);
    try {
      for (;;) {
        await stream.until(() => isOver(stream) || this.isAsked(stream));
        if (isOver(stream)) return true;
        await pause(this.person.thinkingMs);
        if (this.isAsked(stream)) await this.answer(stream);
      }
    } catch (error) {
      if (!stream.isClosed) throw error;
      return false; // the process has ended the stream, or nothing came for too long
    } finally {
      stop();
    }
  }

  /** Answers heartbeats, and ends a stream from which nothing comes. */
  private listen(stream: PlainStream): () => void {
    let [lines, beats, lastLine] = [0, 0, Date.now()];
    this.isOpen = true;
    this.hear();
    const looking = setInterval(() => {
      if (stream.lines.length > lines) lastLine = this.hear();
      lines = stream.lines.length;
      if (stream.of('heartbeat').length > beats) void this.post('here', {}).catch(() => undefined);
      beats = stream.of('heartbeat').length;
      // An answer by another door does not make this stream alive.
      if (!this.person.isPatient && Date.now() - lastLine > SILENT_MS) stream.close();
    }, 100);
    return () => {
      clearInterval(looking);
      this.hear(); // a stream that was silent may tell all the rest of a match at once
      this.isOpen = false;
      stream.close();
    };
  }

  private isAsked({ seen }: PlainStream): boolean {
    return seen?.question.awaited === true || this.isReplaced(seen);
  }

  private isReplaced(seen: PlainStream['seen']): boolean {
    return seen?.table.status === 'running' && seen.table.seats[this.told.seat]?.bot !== '';
  }

  private async answer(stream: PlainStream): Promise<void> {
    const { chance } = this.person;
    const { decision } = stream.seen?.question ?? {};
    if (this.isReplaced(stream.seen)) {
      await this.insistOn('back', { id: randomUUID() });
      return void (await stream.until(() => isOver(stream) || !this.isReplaced(stream.seen)));
    }
    const move = chance.pick(stream.legal);
    const began = Date.now();
    const { status, body } = await this.insistOn('act', { id: randomUUID(), decision, move });
    const isAccepted = status === 200;
    this.told.answers.push({ at: Date.now(), took: Date.now() - began, wasDropped: false, isAccepted });
    if (isAccepted) this.told.accepted.push(move);
    else this.mind(move, body as Refusal);
    await stream.until(() => isOver(stream) || !this.isAsked(stream) || stream.seen?.question.decision !== decision);
  }

  /** A turn whose time is over has another decision. */
  private mind(move: string, { code }: Refusal): void {
    if (code === 'stale-decision' || code === 'match-over') return;
    this.person.problems.push(`${this.told.match} seat ${this.told.seat}: ${move} by the plain door: ${code}`);
  }

  /** The same action with the same id, until its answer has come. */
  private async insistOn(action: string, body: object): Promise<Answered> {
    for (; ; await pause(AGAIN_MS)) {
      const answered = await this.inTime(this.post(action, body).catch(() => undefined));
      if (answered === undefined) await this.lookElsewhere();
      else if (answered.status < 500 && ![401, 429].includes(answered.status) && !isUnknown(answered)) return answered;
      else if (!isUnknown(answered)) await this.lookElsewhere();
    }
  }

  private async post(action: string, body: object): Promise<Answered> {
    const { session } = this.at(this.door);
    const path = `/api/matches/${this.told.match}/${action}`;
    const answered = await send<Acted | Refusal>(this.door.url, path, body, session.token);
    this.hear();
    return answered;
  }

  private inTime<T>(job: Promise<T>): Promise<T | undefined> {
    return this.person.isPatient ? job : Promise.race([job, pause(SILENT_MS, undefined)]);
  }

  private async lookElsewhere(): Promise<void> {
    this.door = this.after(this.door);
    await pause(AGAIN_MS);
  }

  private after(door: Door): Door {
    const { doors } = this.person;
    return at(doors, (doors.indexOf(door) + 1) % doors.length);
  }

  private hear(): number {
    const now = Date.now();
    if (this.person.isPatient && now - this.heardAt > SILENT_MS) this.told.quiet.push({ from: this.heardAt, to: now });
    this.heardAt = now;
    return now;
  }

  private at({ url }: Door): Pick<Person, 'url' | 'session'> {
    const { session } = this.person.client;
    if (session === undefined) throw new Error('a player of the plain door has no session');
    return { url, session };
  }
}

const isOver = ({ seen }: PlainStream) => seen?.table.status === 'ended';
const isUnknown = ({ status, body }: Answered) => status === 200 && 'kind' in body && body.kind === 'retry';
