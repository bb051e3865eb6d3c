/** A temple in real time: the simulated device, its Wi-Fi, and a connection to a real broker. */
import type { Ack, Odometer, Slot, Tally } from '@flower-war/protocol/temple';
import type { Fall } from '../device/beam.ts';
import { type Device, type Input, isSameTally, newDevice, type Outgoing, odometerOf, ramOf } from '../device/device.ts';
import { type Display, displayOf } from '../device/display.ts';
import { cutPower } from '../device/flash.ts';
import { between, type Random } from '../device/seededRandom.ts';
import {
  type Advanced,
  advance,
  countedIn,
  dropInto,
  happen,
  newSimulation,
  nextAt,
  type Simulation,
} from '../device/simulation.ts';
import {
  type Account,
  accountOf,
  buildOf,
  type Connection,
  type Network,
  type NetworkFault,
  type ReceivedMessage,
  realTime,
  type TwinClock,
  type TwinOptions,
} from './network.ts';

/** `isTorn`: a write to flash leaves half a record. `isTold`: the broker is told that the connection ends. */
export interface PowerCut {
  readonly isTorn?: boolean;
  readonly isTold?: boolean;
}

const PATIENCE_MS = 20_000;

interface TwinParts {
  readonly options: TwinOptions;
  readonly random: Random;
  readonly network: Network;
  /** Starts another twin in the same surroundings. */
  readonly start: (options: TwinOptions) => Promise<Twin>;
}

export class Twin {
  readonly id: string;
  private readonly parts: TwinParts;
  private readonly clock: TwinClock;
  private readonly began: number;
  private simulation: Simulation;
  private readonly dialer: Dialer;
  private stopTimer: () => void = () => {};
  private readonly watchers = new Set<() => void>();
  private isStopped = false;

  constructor(parts: TwinParts) {
    const { options } = parts;
    this.id = options.id;
    this.parts = parts;
    this.clock = options.clock ?? realTime;
    this.began = this.clock.now();
    const { network, random } = parts;
    this.dialer = new Dialer({
      network,
      random,
      account: accountOf(options),
      clock: this.clock,
      reconnectMs: options.reconnectMs ?? [1000, 3000],
      isOn: () => this.isOn,
      input: (input) => this.do(input),
      onAcknowledged: () => this.notify(),
    });
    this.simulation = newSimulation(newDevice(buildOf(options), options.content));
  }

  /** Why the last connection failed. */
  get trouble(): string | undefined {
    return this.dialer.trouble;
  }

  /** The beads that were really dropped. */
  get truth(): Tally {
    return this.simulation.truth;
  }

  /** The dropped beads that a reader can ever learn of: without the beads that fell while the power was off. */
  get counted(): Tally {
    return countedIn(this.simulation);
  }

  /** The odometer that the twin would publish now. */
  get odometer(): Odometer | undefined {
    return odometerOf(this.simulation.device, this.now());
  }

  /** The last ack that the twin received. */
  get ledger(): Ack | undefined {
    return ramOf(this.simulation.device)?.heard.ack?.is;
  }

  get display(): Display {
    return displayOf(this.simulation.device, this.now());
  }

  get device(): Device {
    return this.simulation.device;
  }

  /** A person drops a bead, now. */
  drop(slot: Slot, kind: Fall = 'clean'): void {
    this.took(advance(this.simulation, this.now(), this.parts.random));
    this.simulation = dropInto(this.simulation, { kind, slot, at: this.now() }, this.parts.random);
    this.took({ simulation: this.simulation, says: [] });
  }

  powerOn(): void {
    this.do({ kind: 'power-on' });
  }

  powerOff({ isTorn = false, isTold = false }: PowerCut = {}): void {
    this.do({ kind: 'power-off', isTorn });
    if (isTold) this.parts.network.reset();
    else this.parts.network.vanish();
    this.dialer.hangUp();
  }

  reboot(cut?: PowerCut): void {
    this.powerOff(cut);
    this.powerOn();
  }

  /** Deletes the flash and boots, as after new firmware. */
  wipe(): void {
    this.powerOff();
    this.do({ kind: 'wipe' });
    this.powerOn();
  }

  wifi(fault: NetworkFault, ms: number): void {
    this.parts.network.suffer(fault, ms);
  }

  /** Ends a fault of the network before its time. */
  heal(): void {
    this.parts.network.heal();
  }

  /** Starts a second device with the same id, with a copy of the flash or a blank one. */
  clone(flash: 'copied' | 'blank'): Promise<Twin> {
    const { content: _, keep: __, seed: ___, ...options } = this.parts.options;
    const copied = cutPower(this.simulation.device.flash, this.now(), false);
    return this.parts.start({ ...options, ...(flash === 'copied' && { content: copied }) });
  }

  /** Calls the watcher after every event. The returned function ends that. */
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Waits until a condition holds. The error after `ms` names `what`. */
  until(what: string, holds: (twin: Twin) => boolean, ms = PATIENCE_MS): Promise<void> {
    if (holds(this)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        unwatch();
        settle();
      };
      const unwatch = this.watch(() => holds(this) && end(resolve));
      const late = new Error(`${this.id}: ${what} has not come in ${ms} ms (${this.trouble ?? 'no trouble'}).`);
      const timer = setTimeout(() => end(() => reject(late)), ms);
    });
  }

  connected(): Promise<void> {
    return this.until('the connection', ({ display: { isConnected } }) => isConnected);
  }

  /** Waits until every bead has fallen and is counted, and the broker has the totals. */
  settled(ms?: number): Promise<void> {
    return this.until('rest', () => this.isSettled(), ms);
  }

  /** Waits until the twin is settled and the server has acknowledged every bead. */
  answered(ms?: number): Promise<void> {
    const isSeen = () => Object.values(this.display.slots).every(({ inFlight }) => inFlight === 0);
    return this.until('an answer', () => this.isSettled() && this.ledger !== undefined && isSeen(), ms);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.stopTimer();
    this.dialer.hangUp();
    await this.parts.network.close();
  }

  private isSettled(): boolean {
    const ram = ramOf(this.simulation.device);
    const { edges, device } = this.simulation;
    if (!ram?.isConnected || edges.length > 0 || device.flash.writing.length > 0) return false;
    const { acknowledged } = this.dialer;
    return acknowledged?.epoch === ram.kept.epoch && isSameTally(acknowledged, ram.kept);
  }

  private now(): number {
    return this.clock.now() - this.began;
  }

  private do(input: Input): void {
    this.took(happen(this.simulation, input, { at: this.now(), random: this.parts.random }));
  }

  private took({ simulation, says }: Advanced): void {
    if (this.isStopped) return;
    const { banks, wanted } = this.simulation.device.flash;
    this.simulation = simulation;
    const { flash } = simulation.device;
    if (flash.banks !== banks || flash.wanted !== wanted) this.parts.options.keep?.(simulation.device.flash);
    if (this.isStopped) return; // it could not be kept, and is not told
    if (this.isOn) this.dialer.dial();
    for (const message of says) this.dialer.publish(message);
    this.schedule();
    this.notify();
  }

  private get isOn(): boolean {
    return ramOf(this.simulation.device) !== undefined;
  }

  private notify(): void {
    for (const watcher of [...this.watchers]) watcher();
  }

  private schedule(): void {
    this.stopTimer();
    const wait = Math.ceil(nextAt(this.simulation) - this.now());
    if (!Number.isFinite(wait)) return;
    const wake = () => this.took(advance(this.simulation, this.now(), this.parts.random));
    this.stopTimer = this.clock.after(Math.max(wait, 0), wake);
  }
}

// Keeps a temple connected with its broker: connects again after a pause, and notes what the broker acknowledged.

interface DialerTools {
  readonly network: Network;
  readonly account: Account;
  readonly clock: TwinClock;
  readonly random: Random;
  /** The pause before the next try. */
  readonly reconnectMs: readonly [least: number, most: number];
  readonly isOn: () => boolean;
  readonly input: (input: Input) => void;
  readonly onAcknowledged: () => void;
}

class Dialer {
  private readonly tools: DialerTools;
  private connection: Connection | undefined;
  private stopRedialing: (() => void) | undefined;
  /** The newest odometer that the broker has acknowledged on this connection. */
  acknowledged: Odometer | undefined;
  /** Why the last connection failed. */
  trouble: string | undefined;

  constructor(tools: DialerTools) {
    this.tools = tools;
  }

  /** Connects, unless it is connected or waits for the next try. */
  dial(): void {
    if (this.connection !== undefined || this.stopRedialing !== undefined) return;
    const { network, account, input } = this.tools;
    const connection: Connection = network.dial(account, {
      opened: () => this.opened(connection),
      heard: (message: ReceivedMessage) => this.connection === connection && input({ kind: 'message', ...message }),
      closed: (reason: string | undefined) => this.closed(connection, reason),
    });
    this.connection = connection;
  }

  publish(message: Outgoing): void {
    const { connection } = this;
    connection?.publish(message, () => {
      if (message.name !== 'odometer' || this.connection !== connection) return;
      this.acknowledged = JSON.parse(message.text) as Odometer;
      this.tools.onAcknowledged();
    });
  }

  hangUp(): void {
    this.stopRedialing?.();
    this.stopRedialing = undefined;
    this.acknowledged = undefined;
    const { connection } = this;
    this.connection = undefined;
    connection?.end();
  }

  private opened(connection: Connection): void {
    if (this.connection !== connection) return;
    this.trouble = undefined;
    this.tools.input({ kind: 'connected' });
  }

  private closed(connection: Connection, reason: string | undefined): void {
    if (this.connection !== connection) return;
    const { network, clock, random, reconnectMs, input } = this.tools;
    this.connection = undefined;
    this.acknowledged = undefined;
    this.trouble = network.trouble ?? reason ?? 'the connection ended';
    this.stopRedialing = clock.after(between(random, ...reconnectMs), () => this.redial());
    input({ kind: 'disconnected' });
  }

  private redial(): void {
    this.stopRedialing = undefined;
    if (this.tools.isOn()) this.dial();
  }
}
