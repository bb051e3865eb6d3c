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
import { z } from 'zod';
import { type Report, STANDING } from '../report.ts';
import { FRAME, type Frame, readFrame, requestFrame, type WireTable, TableReader } from './frames.ts';

const WITHIN_MS = 20_000;

interface Entrance {
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
  table: WireTable | undefined;
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
    const problem = problemIn(FORMS[Number(name)], payload);
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
    const problem = problemIn(ANSWER, answer);
    this.report.expect(STANDING.messages, problem === undefined, () => `${problem}: ${JSON.stringify(answer)}`);
    if (answer.kind === 'accepted')
      this.report.expect(STANDING.shownFirst, answer.step <= this.step, () => `step ${answer.step} at ${this.step}`);
    this.answers.set(request, answer);
  }
}

const whole = z.int().min(0);
const phrase = { n: whole, at: whole };

/** The form of each message, by its number. In `private`, `null` and absent elements stand for what was before. */
const FORMS: Readonly<Record<number, z.ZodType>> = {
  [MESSAGES.private]: z.tuple([
    whole,
    whole,
    whole.nullish(),
    z.array(z.union([z.string(), whole])).nullish(),
    z.record(z.string(), z.unknown()).nullish(),
    z.array(z.string()).nullish(),
    whole.nullish(),
    z.enum(['all', 'attacks', 'none']).nullish(),
    z.array(z.string()).nullish(),
    z.union([z.literal(0), z.literal(1)]).nullish(),
  ]),
  [MESSAGES.events]: z.array(z.looseObject({ kind: z.string() })),
  [MESSAGES.talk]: z.array(
    z.union([z.looseObject({ ...phrase, text: z.string() }), z.looseObject({ ...phrase, phrase: z.string() })]),
  ),
  [MESSAGES.rematch]: z.looseObject({ match: z.string() }),
  [MESSAGES.bulletin]: z.looseObject({ text: z.string(), at: whole }),
  [MESSAGES.explained]: z.looseObject({
    match: z.string(),
    step: whole,
    moves: z.array(z.looseObject({ move: z.string() })),
  }),
};

const ANSWER = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('accepted'), step: z.int() }),
  z.looseObject({ kind: z.literal('rejected'), code: z.enum(Object.keys(CODES)), message: z.string() }),
  z.looseObject({ kind: z.literal('retry') }),
]);

/** What is wrong with a value, if anything. */
function problemIn(form: z.ZodType | undefined, value: unknown): string | undefined {
  if (form === undefined) return 'no message has this number';
  return form.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)[0];
}
