/** Players of the plain door for tests: they play at random, and remember what they were shown at each step. */
import { randomBytes } from 'node:crypto';
import type { Acted, MatchSummary, Refusal } from '@flower-war/protocol';
import type { Chance } from '@flower-war/rules';
import { PlainStream, type Seen } from '../support/sockets/plainStream.ts';
import type { Person } from '../support/sockets/rawClient.ts';

let actions = 0;

export interface Wanted {
  readonly game: string;
  readonly preset?: string;
  readonly seats?: number;
  readonly options?: object;
  readonly table?: object;
  readonly bots?: readonly object[];
}

export async function newMatch(host: Person, wanted: Wanted): Promise<MatchSummary> {
  const { status, body } = await host.post<MatchSummary>('/api/matches', wanted);
  if (status !== 200) throw new Error(`no match: ${JSON.stringify(body)}`);
  return body;
}

/** Takes a seat without opening a socket. */
export async function sitDown(person: Person, { match, commitment }: MatchSummary, seat?: number): Promise<void> {
  const sit = { commitment, contribution: randomBytes(16).toString('hex'), ...(seat !== undefined && { seat }) };
  const { status, body } = await person.post(`/api/matches/${match}/seat`, sit);
  if (status !== 200) throw new Error(`no seat: ${JSON.stringify(body)}`);
}

/** The people sit down in this order, each with a stream. */
export async function sitAll(match: MatchSummary, people: readonly Person[]): Promise<readonly PlainPlayer[]> {
  const players: PlainPlayer[] = [];
  for (const [seat, person] of people.entries()) {
    await sitDown(person, match, seat);
    players.push(await PlainPlayer.at(person, match.match));
  }
  return players;
}

export class PlainPlayer {
  readonly person: Person;
  readonly match: string;
  readonly stream: PlainStream;

  private constructor(person: Person, match: string, stream: PlainStream) {
    this.person = person;
    this.match = match;
    this.stream = stream;
  }

  static async at(person: Person, match: string): Promise<PlainPlayer> {
    const stream = await PlainStream.open(person, match);
    await stream.until(({ seen }) => seen !== undefined);
    return new PlainPlayer(person, match, stream);
  }

  async act(move: string, decision = this.stream.seen?.question.decision): Promise<Acted | Refusal> {
    return this.post('act', { id: ++actions, decision, move });
  }

  async post(action: string, body: object): Promise<Acted | Refusal> {
    return (await this.person.post<Acted | Refusal>(`/api/matches/${this.match}/${action}`, body)).body;
  }

  /** Plays at random until the match is over. */
  async playOut(chance: Chance): Promise<void> {
    const { stream } = this;
    const isOver = () => stream.seen?.table.status === 'ended';
    const isAwaited = () => stream.seen?.question.awaited === true;
    for (;;) {
      await stream.until(() => isOver() || isAwaited());
      if (isOver()) return;
      const { decision } = stream.seen?.question ?? {};
      await this.act(chance.pick(stream.legal), decision);
      await stream.until(() => isOver() || !isAwaited() || stream.seen?.question.decision !== decision);
    }
  }
}

/** What a stream has shown at each step, the last look at each. */
export function noteSteps(stream: PlainStream): ReadonlyMap<number, Seen> {
  const seen = new Map<number, Seen>();
  const note = () => {
    if (stream.seen !== undefined) seen.set(stream.seen.step, stream.seen);
    return false;
  };
  stream.until(note).catch(() => {});
  return seen;
}

/** Answers each heartbeat from now on, as clients should. */
export function answerHeartbeats({ person, match, stream }: PlainPlayer): void {
  let answered = stream.of('heartbeat').length;
  const answer = () => {
    for (; answered < stream.of('heartbeat').length; answered++)
      person.post(`/api/matches/${match}/here`).catch(() => {}); // the connection may be gone
    return false;
  };
  stream.until(answer).catch(() => {});
}
