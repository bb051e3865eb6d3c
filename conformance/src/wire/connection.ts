/** One connection with a match, which checks every frame that comes. */
import {
  type Answer,
  afterPrivate,
  CODES,
  MESSAGES,
  NOTHING_TOLD,
  type Connection as Place,
  type Private,
  type PrivateMessage,
} from '@flower-war/protocol';
import { WebSocket } from 'ws';
import { type Report, STANDING } from '../report.ts';
import { FRAME, type Frame, readFrame, requestFrame, type Table, TableReader } from './frames.ts';

const WITHIN_MS = 20_000;

export interface Entrance {
  readonly url: string;
  readonly report: Report;
  readonly seat?: number | undefined;
  readonly connection: Place;
  /** Gets every frame, as it came or went. */
  readonly tap?: (from: 'server' | 'client', frame: Buffer) => void;
}

export function addressOf(url: string, { publicAddress, processId, roomId, sessionId }: Place): string {
  const host = publicAddress ?? url.replace(/^https?:\/\//, '').replace(/\/+$/, '');
  return `${url.startsWith('https') ? 'wss' : 'ws'}://${host}/${processId}/${roomId}?sessionId=${sessionId}`;
}

export class Connection {
  readonly seat: number | undefined;
  readonly socket: WebSocket;
  table: Table | undefined;
  own: Private | undefined;
  /** The view after each step that was shown. */
  readonly shown = new Map<number, Readonly<Record<string, unknown>>>();
  /** Payloads of messages, by their number. */
  readonly messages: { readonly name: number; readonly payload: unknown }[] = [];
  /** By the request. */
  readonly answers = new Map<number, Answer>();
  isClosed = false;
  private readonly report: Report;
  private readonly tap: Required<Entrance>['tap'];
  private reader: TableReader | undefined;
  private told = NOTHING_TOLD;
  private requests = 0;
  private pings = 0;
  private listeners: (() => void)[] = [];

  private constructor({ url, report, seat, connection, tap = () => {} }: Entrance) {
    this.report = report;
    this.tap = tap;
    this.seat = seat;
    this.socket = new WebSocket(addressOf(url, connection));
    this.socket.on('message', (bytes: Buffer) => this.hear(bytes));
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.isClosed = true;
      this.wake();
    });
  }

  /** Resolves when all that a viewer needs has come. */
  static async open(entrance: Entrance): Promise<Connection> {
    const connection = new Connection(entrance);
    await connection.until('the first state', () => connection.isShown);
    return connection;
  }

  get step(): number {
    const { table, own } = this;
    return (table?.step ?? 0) + (own === undefined ? 0 : own.step - own.table);
  }

  get isOver(): boolean {
    return this.table?.status === 'ended';
  }

  get isShown(): boolean {
    const { table, own, seat } = this;
    return table !== undefined && (seat === undefined || (own !== undefined && own.table <= table.step));
  }

  /** Whether every request has its answer. */
  get isAnswered(): boolean {
    return this.answers.size === this.requests;
  }

  /** Sends a request by the name or the number of its action. Returns the id of the request. */
  send(action: string | number, payload?: unknown): number {
    const request = ++this.requests;
    this.sendFrame(requestFrame(request, action, payload));
    return request;
  }

  private sendFrame(frame: Buffer): void {
    this.tap('client', frame);
    this.socket.send(frame);
  }

  async answerTo(request: number): Promise<Answer> {
    await this.until('an answer', () => this.answers.has(request));
    return this.answers.get(request) as Answer;
  }

  async request(action: string | number, payload?: unknown): Promise<Answer> {
    return this.answerTo(this.send(action, payload));
  }

  /** Sends a ping: when it is back, all that was sent before has come. */
  async settle(): Promise<void> {
    const before = this.pings;
    this.sendFrame(Buffer.from([FRAME.ping]));
    await this.until('a ping to come back', () => this.pings > before);
  }

  /** Ends the connection as a broken network does. */
  drop(): void {
    this.socket.terminate();
  }

  until(what: string, condition: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => done(new Error(`waited in vain for ${what}`)), WITHIN_MS);
      const done = (error?: Error) => {
        clearTimeout(late);
        this.listeners = this.listeners.filter((one) => one !== check);
        if (error === undefined) resolve();
        else reject(error);
      };
      const check = () => {
        if (condition()) done();
        else if (this.isClosed) done(new Error(`the server closed the connection before ${what}`));
      };
      this.listeners.push(check);
      check();
    });
  }

  private wake(): void {
    for (const listener of [...this.listeners]) listener();
  }

  private hear(bytes: Buffer): void {
    this.tap('server', bytes);
    try {
      this.take(readFrame(bytes));
      this.report.saw(STANDING.frames);
    } catch (error) {
      this.report.fault(STANDING.frames, `${(error as Error).message}: ${bytes.toString('hex').slice(0, 80)}`);
    }
    this.wake();
  }

  private take(frame: Frame): void {
    switch (frame.kind) {
      case 'join':
        this.reader = new TableReader(frame.description);
        return this.sendFrame(Buffer.from([FRAME.join]));
      case 'state':
      case 'patch':
        return this.takeTable(frame.kind, frame.bytes);
      case 'data':
        return this.takeMessage(frame.name, frame.payload);
      case 'answer':
        return this.takeAnswer(frame.request, frame.payload as Answer);
      case 'ping':
        this.pings++;
        return;
      case 'error':
      case 'leave':
        return;
      case 'request':
        throw new Error('a server sends no request');
    }
  }

  private takeTable(kind: 'state' | 'patch', bytes: Buffer): void {
    if (this.reader === undefined) throw new Error('a state came before its description');
    const was = this.table;
    const table = this.reader.read(kind, bytes);
    const by = was === undefined ? 0 : table.step - was.step;
    this.report.expect(STANDING.tableSteps, by === 0 || by === 1, () => `${table.step} follows ${was?.step}`);
    const isOwed = this.own !== undefined && was !== undefined && this.own.table > was.step;
    if (isOwed) this.expectPair(this.own?.table === table.step, `its patch has the step ${table.step}`);
    this.table = table;
    this.show();
  }

  private takeMessage(name: string, payload: unknown): void {
    const problem = messageProblem(name, payload);
    this.report.expect(STANDING.messages, problem === undefined, () => `message ${name}: ${problem}`);
    if (problem !== undefined) return;
    this.messages.push({ name: Number(name), payload });
    if (name === String(MESSAGES.private)) this.takePrivate(payload as PrivateMessage);
  }

  private takePrivate(message: PrivateMessage): void {
    const { seat, own: was, table } = this;
    this.report.expect(STANDING.seatsOnly, seat !== undefined, () => 'a spectator got one');
    if (seat === undefined) return;
    const next = afterPrivate(this.told, message, seat);
    this.told = next.told;
    this.own = next.shown;
    const { step, table: of, decision, legal } = next.shown;
    const by = was === undefined ? 1 : step - of - (was.step - was.table);
    this.report.expect(
      STANDING.ownSteps,
      by === 1,
      () => `step ${step} (table ${of}) follows ${was?.step} (${was?.table})`,
    );
    if (table !== undefined)
      this.expectPair(of === table.step || of === table.step + 1, `the table is at ${table.step}`);
    const isRight = (decision === undefined) === (legal.length === 0);
    this.report.expect(STANDING.legal, isRight, () => `decision ${decision}, moves ${JSON.stringify(legal)}`);
    this.show();
  }

  private expectPair(isRight: boolean, problem: string): void {
    this.report.expect(
      STANDING.pairs,
      isRight,
      () => `a private part belongs to step ${this.own?.table}, but ${problem}`,
    );
  }

  private show(): void {
    if (this.isShown && this.table?.status !== 'open')
      this.shown.set(this.step, { ...this.table?.view, ...this.own?.view });
  }

  private takeAnswer(request: number, answer: Answer): void {
    const isFirst = request <= this.requests && !this.answers.has(request);
    this.report.expect(
      STANDING.once,
      isFirst,
      () => `request ${request} got another answer: ${JSON.stringify(answer)}`,
    );
    const problem = answerProblem(answer);
    this.report.expect(STANDING.messages, problem === undefined, () => `${problem}: ${JSON.stringify(answer)}`);
    if (answer.kind === 'accepted')
      this.report.expect(STANDING.shownFirst, answer.step <= this.step, () => `step ${answer.step} at ${this.step}`);
    this.answers.set(request, answer);
  }
}

function answerProblem(answer: Answer): string | undefined {
  switch (answer?.kind) {
    case 'accepted':
      return Number.isInteger(answer.step) ? undefined : 'an accepted action without a step';
    case 'rejected':
      return answer.code in CODES && typeof answer.message === 'string' ? undefined : 'a refusal without a known code';
    case 'retry':
      return undefined;
    default:
      return 'no answer that is documented';
  }
}

const isWhole = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isListOf = (value: unknown, isItem: (item: unknown) => boolean) => Array.isArray(value) && value.every(isItem);

/** The elements of `private`; `null` and absent elements stand for what was before. */
const PRIVATE: readonly (readonly [name: string, isRight: (value: unknown) => boolean])[] = [
  ['table', isWhole],
  ['step', isWhole],
  ['decision', isWhole],
  ['legal', (value) => isListOf(value, (item) => isText(item) || isWhole(item))],
  ['view', isMap],
  ['gone', (value) => isListOf(value, isText)],
  ['until', isWhole],
  ['asks', (value) => value === 'all' || value === 'attacks' || value === 'none'],
  ['habits', (value) => isListOf(value, isText)],
];

/** What is wrong with a message, if anything. */
function messageProblem(name: string, payload: unknown): string | undefined {
  switch (Number(name)) {
    case MESSAGES.private:
      return privateProblem(payload);
    case MESSAGES.events:
      return isListOf(payload, (event) => isMap(event) && isText(event['kind'])) ? undefined : 'no list of events';
    case MESSAGES.talk:
      return isListOf(payload, isLine) ? undefined : 'no list of lines';
    case MESSAGES.rematch:
      return isMap(payload) && isText(payload['match']) ? undefined : 'it names no match';
    case MESSAGES.bulletin:
      return isMap(payload) && isText(payload['text']) && isWhole(payload['at'])
        ? undefined
        : 'it has no text or no time';
    default:
      return 'no message has this number';
  }
}

function privateProblem(payload: unknown): string | undefined {
  if (!Array.isArray(payload) || payload.length < 2) return 'no list of two elements or more';
  if (payload.length > PRIVATE.length) return `${payload.length} elements`;
  const wrong = PRIVATE.find(([, isRight], index) => {
    const value: unknown = payload[index];
    return index < 2 ? !isRight(value) : value !== undefined && value !== null && !isRight(value);
  });
  return wrong === undefined
    ? undefined
    : `the element ${wrong[0]} is ${JSON.stringify(payload[PRIVATE.indexOf(wrong)])}`;
}

function isLine(line: unknown): boolean {
  return isMap(line) && isWhole(line['n']) && isWhole(line['at']) && (isText(line['text']) || isText(line['phrase']));
}
