/** A match without rules: the seats move in turn, each move changes a number, and all see it. */
import { Encoder, Reflection, schema, t } from '@colyseus/schema';
import { REQUESTS } from '@flower-war/protocol/names';
import { pack, unpack } from 'msgpackr';
import type { WebSocket } from 'ws';

const TableState = schema(
  { status: t.string().default('open'), step: t.uint32().default(0), cells: t.array('uint8') },
  'AnsweredTable',
);

const FRAME = { join: 0x0a, message: 0x0d, state: 0x0e, patch: 0x0f, ping: 0x12, request: 0x15, answer: 0x16 } as const;
const PRIVATE = 0;
const ACT = REQUESTS.indexOf('act');
/** About as many bytes as the table of Flower War. */
const CELLS = 200;
const CHANGED = 8;
/** A message `events`, as it follows most moves. */
const EVENTS = Buffer.concat([Buffer.from([0x0d, 1]), pack([{ kind: 'moved', seat: 0, from: 3, to: 7, die: 4 }])]);
const NAMES = [Buffer.from('answerer'), Buffer.from('schema')];

export class AnsweredMatch {
  taken = 0;
  private readonly swallowEvery: number;
  private readonly lines: (WebSocket | undefined)[];
  private readonly state = new TableState();
  private readonly encoder = new Encoder(this.state);
  private moves = 0;

  constructor(seats: number, swallowEvery: number) {
    this.lines = Array<undefined>(seats).fill(undefined);
    this.swallowEvery = swallowEvery;
    for (let cell = 0; cell < CELLS; cell++) this.state.cells.push(0);
  }

  enter(seat: number, line: WebSocket): void {
    line.on('message', (bytes: Buffer) => this.hear(seat, line, bytes));
    const description = Reflection.encode(this.encoder);
    const names = NAMES.flatMap((name) => [Buffer.from([name.length]), name]);
    const size = Buffer.from([0xcd, description.length & 0xff, description.length >> 8]);
    line.send(Buffer.concat([Buffer.from([FRAME.join]), ...names, size, description]));
  }

  private hear(seat: number, line: WebSocket, bytes: Buffer): void {
    if (bytes[0] === FRAME.join) this.show(seat, line);
    if (bytes[0] === FRAME.ping) line.send(bytes);
    if (bytes[0] === FRAME.request) this.play(seat, line, bytes);
  }

  private show(seat: number, line: WebSocket): void {
    line.send(Buffer.concat([Buffer.from([FRAME.state]), this.encoder.encodeAll()]));
    this.lines[seat] = line;
    const isFull = this.lines.every((one) => one !== undefined);
    if (isFull && this.state.status === 'open') return this.begin();
    this.tell(seat);
  }

  private begin(): void {
    this.state.status = 'running';
    this.change();
  }

  /** A request is a byte, its id, the number of the action, and the payload. */
  private play(seat: number, line: WebSocket, bytes: Buffer): void {
    const wide = bytes[1] === 0xce ? 5 : 1;
    const [, decision] = unpack(bytes.subarray(2 + wide)) as readonly [number, number, string];
    const isRight = bytes[1 + wide] === ACT && seat === this.turn && decision === this.state.step;
    this.moves++;
    if (this.swallowEvery > 0 && this.moves % this.swallowEvery === 0) return;
    if (isRight) this.change();
    const answer = isRight
      ? { kind: 'accepted', step: this.state.step }
      : { kind: 'rejected', code: 'stale-decision', message: 'another seat moves now' };
    line.send(
      Buffer.concat([Buffer.from([FRAME.answer]), bytes.subarray(1, 1 + wide), Buffer.from([0]), pack(answer)]),
    );
  }

  private get turn(): number {
    return this.state.step % this.lines.length;
  }

  private change(): void {
    const { state } = this;
    state.step++;
    for (let n = 0; n < CHANGED; n++) state.cells[(state.step * CHANGED + n) % CELLS] = (state.step * 7 + n) & 0xff;
    for (const seat of this.lines.keys()) this.tell(seat);
    const patch = Buffer.concat([Buffer.from([FRAME.patch]), this.encoder.encode()]);
    this.encoder.discardChanges();
    for (const line of this.lines) {
      line?.send(patch);
      line?.send(EVENTS);
    }
  }

  /** The private part: the seat to move has a decision, named by the step, and one legal move. */
  private tell(seat: number): void {
    const { status, step } = this.state;
    const isAsked = status === 'running' && seat === this.turn;
    const told = isAsked ? [step, step, step, ['move']] : [step, step];
    this.lines[seat]?.send(Buffer.concat([Buffer.from([FRAME.message, PRIVATE]), pack(told)]));
  }
}
