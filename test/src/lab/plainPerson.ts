/** A person without a socket, who has a stream from one process, which relays it if another one owns the match. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FlowerWarClient, LiveMatch } from '@flower-war/client';
import type { Acted, Refusal } from '@flower-war/protocol';
import { at, type Chance } from '@flower-war/rules';
import { PlainStream } from '../support/sockets/plainStream.ts';
import { type Person as Caller, send } from '../support/sockets/rawClient.ts';
import { nothingTold, type SeatStory } from './person.ts';

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

/** The servers of plain people send a heartbeat every three seconds. */
export const HEARTBEAT_SECONDS = 3;
/** Nothing came for twice that time: the stream is dead. */
const SILENT_MS = 2 * HEARTBEAT_SECONDS * 1000;
const AGAIN_MS = 200;

interface PlainHabits {
  readonly client: FlowerWarClient;
  readonly chance: Chance;
  readonly doors: readonly Door[];
  readonly thinkingMs?: number;
  /** Whether this person waits in silence, and does not look for another process. */
  readonly isPatient: boolean;
  readonly problems: string[];
}

type Answered = { readonly status: number; readonly body: Acted | Refusal };

export class PlainPerson {
  readonly told: SeatStory;
  private readonly habits: PlainHabits;
  /** From where the stream comes. Acts may go to another door meanwhile. */
  private source: Door;
  private door: Door;
  private isOpen = false;
  private heardAt = Date.now();

  constructor(live: LiveMatch, habits: PlainHabits) {
    this.told = nothingTold(live);
    this.habits = habits;
    this.source = habits.chance.pick(habits.doors);
    this.door = this.source;
  }

  get stream(): Watched | undefined {
    return this.isOpen ? { match: this.told.match, door: this.source.name } : undefined;
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
    const opening = PlainStream.open(this.callerAt(this.source), this.told.match);
    const opened = await this.inTime(opening.catch(() => undefined));
    if (opened?.status === 200) return opened;
    opening.then(
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
        await pause(this.habits.thinkingMs);
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
      if (!this.habits.isPatient && Date.now() - lastLine > SILENT_MS) stream.close();
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
    if (this.isReplaced(stream.seen)) {
      await this.insistOn('back', { id: randomUUID() });
      return stream.until(() => isOver(stream) || !this.isReplaced(stream.seen));
    }
    const { decision } = stream.seen?.question ?? {};
    const move = this.habits.chance.pick(stream.legal);
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
    this.habits.problems.push(`${this.told.match} seat ${this.told.seat}: ${move} by the plain door: ${code}`);
  }

  /** The same action with the same id, until its answer has come. */
  private async insistOn(action: string, body: object): Promise<Answered> {
    for (; ; await pause(AGAIN_MS)) {
      const answered = await this.inTime(this.post(action, body).catch(() => undefined));
      const isUnknown = answered?.status === 200 && 'kind' in answered.body && answered.body.kind === 'retry';
      if (isUnknown) continue;
      if (answered !== undefined && answered.status < 500 && ![401, 429].includes(answered.status)) return answered;
      this.door = this.after(this.door);
      await pause(AGAIN_MS);
    }
  }

  private async post(action: string, body: object): Promise<Answered> {
    const { session } = this.callerAt(this.door);
    const path = `/api/matches/${this.told.match}/${action}`;
    const answered = await send<Acted | Refusal>(this.door.url, path, body, session.token);
    this.hear();
    return answered;
  }

  private inTime<T>(job: Promise<T>): Promise<T | undefined> {
    return this.habits.isPatient ? job : Promise.race([job, pause(SILENT_MS, undefined)]);
  }

  private after(door: Door): Door {
    const { doors } = this.habits;
    return at(doors, (doors.indexOf(door) + 1) % doors.length);
  }

  private hear(): number {
    const now = Date.now();
    if (this.habits.isPatient && now - this.heardAt > SILENT_MS) this.told.quiet.push({ from: this.heardAt, to: now });
    this.heardAt = now;
    return now;
  }

  private callerAt({ url }: Door): Pick<Caller, 'url' | 'session'> {
    const { session } = this.habits.client;
    if (session === undefined) throw new Error('a person of the plain door has no session');
    return { url, session };
  }
}

const isOver = ({ seen }: PlainStream) => seen?.table.status === 'ended';
