/** Players of the plain door for tests: they play at random. */
import { randomBytes } from 'node:crypto';
import type { Acted, MatchSummary, Refusal } from '@flower-war/protocol';
import type { Chance } from '@flower-war/rules';
import { PlainStream } from '../support/sockets/plainStream.ts';
import type { Person } from '../support/sockets/rawClient.ts';

let actions = 0;

export interface MatchRequest {
  readonly game: string;
  readonly preset?: string;
  readonly seats?: number;
  readonly options?: object;
  readonly table?: object;
  readonly bots?: readonly object[];
}

export async function newMatch(host: Person, wanted: MatchRequest): Promise<MatchSummary> {
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

  /** A move of the game Sealed: a card of the hand, once the hand is that of the round. */
  async cardOf(round: number): Promise<string> {
    const hand = () => (this.stream.seen?.view['hand'] ?? []) as readonly number[];
    await this.stream.until(() => hand().length === 4 - round);
    return `choose ${hand()[round % hand().length]}`;
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
