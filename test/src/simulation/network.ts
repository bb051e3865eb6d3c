/** The network between the programs of a world: listeners by their ports, lines with delays, and what may happen to them. */
import { brokenLine, SimulatedSocket } from './socket.ts';
import type { Planned, World } from './world.ts';

/** A program as the network knows it. */
export interface Host {
  readonly name: string;
  readonly isDead: boolean;
  /** Does something in the program, unless it stands still or is dead. */
  enter(job: () => void): void;
  owns(socket: SimulatedSocket): void;
}

export interface Listening {
  readonly program: Host;
  readonly onConnection: (socket: SimulatedSocket) => void;
}

/** This many bytes may be under way before a sender must wait. */
const WINDOW = 64 * 1024;
const FIRST_PORT = 40_000;
const LAST_PORT = 65_535;
/** A connection that no program answers is given up. */
const CONNECT_WITHIN_MS = 20_000;
const ONE_SPLIT_IN = 16;
const USUAL_MS = [0.05, 2] as const;

export class Network {
  readonly lines = new Set<Line>();
  /** How long a message is under way. */
  delays: readonly [least: number, most: number] = USUAL_MS;
  private readonly world: World;
  private readonly ports = new Map<number, Listening>();
  private readonly apart = new Set<string>();
  private lastPort = FIRST_PORT;

  constructor(world: World) {
    this.world = world;
  }

  listen(asked: number, listening: Listening): number {
    const port = asked === 0 ? this.nextPort : asked;
    if (this.ports.has(port)) throw Object.assign(new Error(`port ${port} is taken`), { code: 'EADDRINUSE' });
    this.ports.set(port, listening);
    return port;
  }

  silence(port: number, program: Host): void {
    if (this.ports.get(port)?.program === program) this.ports.delete(port);
  }

  connect(from: Host, port: number): SimulatedSocket {
    const socket = new SimulatedSocket(false);
    from.owns(socket);
    if (from.isDead) return socket;
    const giveUp = this.world.in(CONNECT_WITHIN_MS, () => from.enter(() => socket.destroy(brokenLine('ETIMEDOUT'))));
    const try_ = () => {
      const listening = this.ports.get(port);
      if (listening !== undefined && this.areApart(from, listening.program)) return; // the first packet is lost
      giveUp.cancel();
      if (socket.destroyed) return;
      if (listening === undefined) return from.enter(() => socket.destroy(brokenLine('ECONNREFUSED')));
      new Line(this, this.world, { from, socket, port, listening });
    };
    this.world.in(this.delay(), try_);
    return socket;
  }

  beUsual(): void {
    this.delays = USUAL_MS;
  }

  delay(): number {
    return this.world.between(...this.delays);
  }

  /** Bytes now and then come in two pieces. */
  cutOf(length: number): number {
    return length > 1 && this.world.chance.die(ONE_SPLIT_IN) === 1 ? this.world.chance.die(length - 1) : length;
  }

  get nextPort(): number {
    do this.lastPort = this.lastPort === LAST_PORT ? FIRST_PORT : this.lastPort + 1;
    while (this.ports.has(this.lastPort));
    return this.lastPort;
  }

  /** Nothing passes between the two until they are joined again. What was under way waits, as with TCP. */
  part(one: string, other: string): void {
    this.apart.add(pairOf(one, other));
  }

  join(one: string, other: string): void {
    this.apart.delete(pairOf(one, other));
    for (const line of this.lines) line.goOn();
  }

  areApart(one: Host, other: Host): boolean {
    return this.apart.size > 0 && this.apart.has(pairOf(one.name, other.name));
  }

  /** The system of a program that ended closes all that it had open. */
  closeAllOf(program: Host): void {
    for (const [port, listening] of this.ports) if (listening.program === program) this.ports.delete(port);
    for (const line of [...this.lines]) line.ended(program);
  }
}

const pairOf = (one: string, other: string) => [one, other].sort().join();

interface Opening {
  readonly from: Host;
  readonly socket: SimulatedSocket;
  readonly port: number;
  readonly listening: Listening;
}

type Item = { readonly bytes: Uint8Array; readonly taken: () => void } | 'end' | 'reset' | 'gone';

/** One direction: what was sent and has not been taken yet, in its order. */
interface Way {
  readonly to: SimulatedSocket;
  readonly program: Host;
  readonly sent: { readonly at: number; readonly item: Item }[];
  lastAt: number;
  waiting: number;
  isFull: boolean;
  next: Planned | undefined;
}

/** A connection between two programs. */
export class Line {
  readonly programs: readonly [Host, Host];
  private readonly network: Network;
  private readonly world: World;
  private readonly ways: readonly [Way, Way];
  private readonly gone = [false, false];
  private stalledUntil = 0;

  constructor(network: Network, world: World, { from, socket, port, listening }: Opening) {
    const there = new SimulatedSocket(true);
    listening.program.owns(there);
    this.network = network;
    this.world = world;
    this.programs = [from, listening.program];
    const wayTo = (to: SimulatedSocket, program: Host): Way => {
      return { to, program, sent: [], lastAt: 0, waiting: 0, isFull: false, next: undefined };
    };
    this.ways = [wayTo(there, listening.program), wayTo(socket, from)];
    network.lines.add(this);
    const own = network.nextPort;
    listening.program.enter(() => {
      there.attach(this.wireOf(1, port, own));
      listening.onConnection(there);
    });
    world.in(network.delay(), () => from.enter(() => !socket.destroyed && socket.attach(this.wireOf(0, own, port))));
  }

  /** How many bytes wait to be taken. */
  get waiting(): number {
    return this.ways[0].waiting + this.ways[1].waiting;
  }

  /** Cuts the line: what is under way is lost, at times from the middle of a message on, and both ends learn that it broke. */
  cut(): void {
    const { chance } = this.world;
    for (const way of this.ways) {
      const item = way.sent.splice(0)[0]?.item;
      if (typeof item === 'object' && chance.coin())
        this.post(way, { bytes: item.bytes.subarray(0, chance.die(item.bytes.length) - 1), taken: () => {} });
      this.post(way, 'reset');
    }
  }

  /** Holds back everything for a while. */
  stall(milliseconds: number): void {
    this.stalledUntil = this.world.now + milliseconds;
  }

  goOn(): void {
    for (const way of this.ways) this.plan(way);
  }

  /** A program has ended, and the other end learns it from the system. */
  ended(program: Host): void {
    for (const side of [0, 1] as const)
      if (this.programs[side] === program && !this.gone[side]) this.leave(side, this.world.chance.coin());
  }

  private wireOf(side: 0 | 1, localPort: number, remotePort: number) {
    const [way, back, program] = [this.ways[side], this.ways[1 - side] as Way, this.programs[side]];
    return {
      localPort,
      remotePort,
      send: (bytes: Uint8Array, taken: () => void) => this.send(way, bytes, taken),
      sendEnd: () => this.post(way, 'end'),
      leave: (isReset: boolean) => this.leave(side, isReset),
      wants: () => {
        if (!back.isFull) return;
        back.isFull = false;
        this.plan(back);
      },
      wait: (milliseconds: number, job: () => void) => this.world.in(milliseconds, () => program.enter(job)),
    };
  }

  private send(way: Way, bytes: Uint8Array, taken: () => void): void {
    const side = way === this.ways[0] ? 0 : 1;
    if (this.gone[1 - side]) {
      this.post(this.ways[1 - side] as Way, 'reset'); // the other end is gone
      return taken();
    }
    // The sender may use its memory again as soon as it is told that the bytes were taken.
    const copy = Uint8Array.prototype.slice.call(bytes);
    const cut = this.network.cutOf(copy.length);
    way.waiting += copy.length;
    const isRoom = way.waiting <= WINDOW;
    const nothing = () => {};
    if (cut < copy.length) this.post(way, { bytes: copy.subarray(0, cut), taken: nothing });
    this.post(way, { bytes: cut < copy.length ? copy.subarray(cut) : copy, taken: isRoom ? nothing : taken });
    if (isRoom) taken();
  }

  private leave(side: 0 | 1, isReset: boolean): void {
    if (this.gone[side]) return;
    this.gone[side] = true;
    this.post(this.ways[side], isReset ? 'reset' : 'gone');
    this.ways[1 - side]?.sent.splice(0);
    if (this.gone[1 - side]) this.network.lines.delete(this);
  }

  private post(way: Way, item: Item): void {
    way.lastAt = Math.max(way.lastAt, this.world.now + this.network.delay());
    way.sent.push({ at: way.lastAt, item });
    this.plan(way);
  }

  private plan(way: Way): void {
    const [first] = way.sent;
    if (first === undefined || way.next !== undefined || way.isFull) return;
    const at = Math.max(first.at, this.stalledUntil);
    way.next = this.world.in(at - this.world.now, () => {
      way.next = undefined;
      this.deliver(way);
    });
  }

  private deliver(way: Way): void {
    if (this.network.areApart(...this.programs)) return; // `goOn` plans it again
    if (this.stalledUntil > this.world.now) return this.plan(way);
    const item = way.sent.shift()?.item;
    if (item !== undefined) way.program.enter(() => this.give(way, item));
    this.plan(way);
  }

  private give(way: Way, item: Item): void {
    const { to } = way;
    if (item === 'end') return to.hearEnd();
    if (item === 'reset') return void to.destroy(brokenLine('ECONNRESET'));
    if (item === 'gone') return this.goneAt(way);
    way.waiting -= item.bytes.length;
    if (!to.hear(item.bytes)) way.isFull = true;
    const back = way === this.ways[0] ? this.programs[0] : this.programs[1];
    back.enter(item.taken);
  }

  /** The other end is closed: no more comes from it, and what is sent to it breaks the line. */
  private goneAt(way: Way): void {
    way.to.hearEnd();
    const side = way === this.ways[0] ? 1 : 0;
    const back = this.ways[side];
    back.sent.splice(0);
  }
}
