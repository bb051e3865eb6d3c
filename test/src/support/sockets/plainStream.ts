/**
 * Clients of the plain door. A stream is read line by line, and keeps what the lines tell; a player of tests acts by it, and plays at random.
 */
import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  type Acted,
  type MatchSummary,
  type Refusal,
  type StreamLine,
  streamLine,
  type StreamLineOf,
  type StreamTable,
} from '@flower-war/protocol';
import type { Chance } from '@flower-war/rules';
import type { Person } from './rawClient.ts';

/** What a viewer has been shown so far. */
export interface StreamView {
  readonly step: number;
  readonly table: StreamTable;
  readonly view: Readonly<Record<string, unknown>>;
  readonly question: Pick<StreamLineOf<'step'>, 'legal' | 'decision' | 'awaited' | 'until' | 'asks'>;
}

/** What a client knows after a line. A step must follow the one before. */
function after(seen: StreamView | undefined, line: StreamLine): StreamView | undefined {
  switch (line.kind) {
    case 'state':
      return { step: line.step, table: line.table, view: line.view, question: questionIn(line) };
    case 'step': {
      if (seen === undefined) return undefined; // a stream that resumes, without what was seen before
      if (seen.step !== line.from) throw new Error(`a step that follows ${line.from} came after ${seen.step}`);
      const view = Object.fromEntries(
        Object.entries({ ...seen.view, ...line.view }).filter(([field]) => line.gone?.includes(field) !== true),
      );
      const question = line.legal === undefined ? seen.question : questionIn(line);
      return { step: line.step, table: merged(seen.table, line.table), view, question };
    }
    case 'table':
      return seen && { ...seen, table: merged(seen.table, line.table) };
    case 'talk':
    case 'rematch':
    case 'bulletin':
    case 'heartbeat':
    case 'closed':
      return seen;
  }
}

function questionIn({ legal, decision, awaited, until, asks }: StreamLineOf<'state' | 'step'>): StreamView['question'] {
  return JSON.parse(JSON.stringify({ legal, decision, awaited, until, asks })) as StreamView['question'];
}

function merged(table: StreamTable, changes: StreamLineOf<'table'>['table']): StreamTable {
  return { ...table, ...changes } as StreamTable;
}

/** The server's answers to requests of this process, by the port of the client. */
const answers = new Map<number | undefined, ServerResponse>();
subscribe('http.server.request.start', (message) => {
  const { response, socket } = message as { response: ServerResponse; socket: Socket };
  answers.set(socket.remotePort, response);
});

export class PlainStream {
  readonly status: number;
  readonly lines: StreamLine[] = [];
  /** Every line as it came. */
  readonly texts: string[] = [];
  seen: StreamView | undefined;
  isClosed = false;
  readonly response: IncomingMessage;
  private readonly asked: ClientRequest;
  private readonly answer: ServerResponse | undefined;
  private rest = '';
  private readonly watching = new Set<() => void>();

  private constructor(asked: ClientRequest, response: IncomingMessage, start: StreamView | undefined) {
    this.asked = asked;
    this.response = response;
    this.status = response.statusCode ?? 0;
    this.seen = start;
    this.answer = answers.get(response.socket.localPort);
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.take(text));
    response.on('error', () => {});
    response.on('close', () => {
      this.isClosed = true;
      this.look();
    });
  }

  /** `start`: what the viewer has seen before, if the query resumes after it. */
  static open(
    person: Pick<Person, 'url' | 'session'>,
    match: string,
    query = '',
    start?: StreamView,
  ): Promise<PlainStream> {
    const headers = { authorization: `Bearer ${person.session.token}` };
    const asked = request(`${person.url}/api/matches/${match}/stream${query}`, { headers, agent: false });
    return new Promise((resolve, reject) => {
      asked.on('error', reject);
      asked.on('response', (response) => resolve(new PlainStream(asked, response, start)));
      asked.end();
    });
  }

  /** The bytes that the server still holds for this client. */
  get waiting(): number {
    return this.answer?.writableLength ?? 0;
  }

  /** Whether the server has ended the stream without a last line. */
  get isCut(): boolean {
    return this.answer?.destroyed === true;
  }

  get legal(): readonly string[] {
    return this.seen?.question.legal ?? [];
  }

  of<K extends StreamLine['kind']>(kind: K): readonly StreamLineOf<K>[] {
    return this.lines.filter((line): line is StreamLineOf<K> => line.kind === kind);
  }

  until(condition: (stream: this) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (condition(this)) resolve();
        else if (this.isClosed) reject(new Error(`the stream ended before it came: ${this.texts.at(-1)}`));
        else return;
        this.watching.delete(look);
      };
      this.watching.add(look);
      look();
    });
  }

  /** Waits until all that the server has written has arrived. */
  async settle(): Promise<void> {
    const { socket } = this.response;
    const written = this.answer?.socket;
    if (!written) return;
    while (!this.isClosed && socket.bytesRead < written.bytesWritten) await new Promise(setImmediate);
  }

  close(): void {
    this.asked.destroy();
  }

  private take(text: string): void {
    const parts = (this.rest + text).split('\n');
    this.rest = parts.pop() ?? '';
    for (const one of parts) {
      const line = streamLine.parse(JSON.parse(one));
      this.texts.push(one);
      this.lines.push(line);
      this.seen = after(this.seen, line);
      this.look();
    }
  }

  private look(): void {
    for (const look of this.watching) look();
  }
}

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
