/**
 * A real program in the world: its code is as it is, and what it finds around it is simulated: clocks, chance, network, ends. The
 * program can be stopped and go on, be killed, and have a clock that is wrong.
 */
import { EventEmitter } from 'node:events';
import { builtinsOf } from './builtins.ts';
import type { Begin, ProgramKind } from './bundle.ts';
import { clocksOf } from './clock.ts';
import type { Network } from './network.ts';
import type { SimulatedSocket } from './socket.ts';
import type { World } from './world.ts';

export interface Beginning {
  readonly name: string;
  readonly kind: ProgramKind;
  readonly environment?: Readonly<Record<string, string>>;
  /** Called with what the program tells its parent. */
  readonly onMessage?: (message: unknown) => void;
  /** Called with each line of the program's log. */
  readonly onLine?: (line: string) => void;
}

export class Program {
  readonly world: World;
  readonly network: Network;
  readonly name: string;
  /** How far its clock is ahead of the time. */
  wallOffset = 0;
  /** What the program shows when it begins. */
  exports: unknown;
  /** The modules that it finds. */
  modules: Pick<ReturnType<typeof builtinsOf>, 'http' | 'fetch'> | undefined;
  isDead = false;
  private isFrozen = false;
  private readonly sockets = new Set<SimulatedSocket>();
  private readonly held: (() => void)[] = [];
  private readonly signals = new EventEmitter();
  private readonly onLine: (line: string) => void;

  private constructor(world: World, network: Network, { name, onLine = () => {} }: Beginning) {
    this.world = world;
    this.network = network;
    this.name = name;
    this.onLine = onLine;
  }

  static begin(world: World, network: Network, beginning: Beginning): Program {
    const program = new Program(world, network, beginning);
    const begin = world.programs.get(beginning.kind);
    if (begin === undefined) throw new Error(`there is no program ${beginning.kind}`);
    program.enter(() => program.run(begin, beginning));
    return program;
  }

  /** The only way into the program: nothing happens in one that is stopped or dead. */
  enter(job: () => void): void {
    if (this.isDead) return;
    if (this.isFrozen) return void this.held.push(job);
    try {
      job();
    } catch (error) {
      this.crash(error);
    }
  }

  /** Its parent tells it something. */
  tell(message: unknown): void {
    this.world.in(0, () => this.enter(() => this.signals.emit('message', message)));
  }

  /** As SIGSTOP does. */
  freeze(): void {
    this.isFrozen = true;
  }

  /** As SIGCONT does: what has come meanwhile is done now, in its order. */
  thaw(): void {
    if (!this.isFrozen) return;
    this.isFrozen = false;
    for (const job of this.held.splice(0)) this.world.in(0, () => this.enter(job));
  }

  /** The socket is open in this program. */
  owns(socket: SimulatedSocket): void {
    if (this.isDead) return void setImmediate(() => socket.forget()); // a promise of a dead program went on
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
  }

  /** As SIGKILL does. */
  kill(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.held.splice(0);
    this.world.forget(this);
    this.network.closeAllOf(this);
    for (const socket of this.sockets) socket.forget();
    this.sockets.clear();
  }

  /** The program has written to its standard output or error. */
  write(text: string): void {
    for (const line of text.split('\n')) if (line !== '') this.onLine(line);
  }

  private crash(error: unknown): void {
    this.world.find('calm', `${this.name} crashed: ${(error as Error)?.stack ?? String(error)}`);
    this.kill();
  }

  private run(begin: Begin, { environment = {}, onMessage }: Beginning): void {
    const clocks = clocksOf(this);
    const tell = (message: unknown) => void this.world.in(0, () => onMessage?.(message));
    const process = this.processWith({ environment, tell, clocks });
    const builtins = builtinsOf(this, { clocks, process });
    this.modules = builtins;
    const module = { exports: {} };
    const around = {
      process,
      console: builtins.console,
      setTimeout: clocks.setTimeout,
      setInterval: clocks.setInterval,
      setImmediate: clocks.setImmediate,
      clearTimeout: clocks.clearTimeout,
      clearInterval: clocks.clearInterval,
      clearImmediate: clocks.clearImmediate,
      Date: clocks.Date,
      Math: builtins.Math,
      performance: clocks.performance,
      crypto: builtins.crypto,
      fetch: builtins.fetch,
      AbortSignal: clocks.AbortSignal,
      WebSocket: undefined, // the real one would reach out of the world
    };
    const own = Object.entries(around).map(([name, value]) => [name, { value, writable: true, configurable: true }]);
    const global: unknown = Object.create(globalThis, Object.fromEntries(own));
    begin({ ...around, require: builtins.require, module, exports: module.exports, globalThis: global, global });
    this.exports = module.exports;
  }

  private processWith({ environment, tell, clocks }: Parts): NodeJS.Process {
    const own = {
      env: { ...environment },
      argv: ['node', this.name],
      pid: 1,
      send: tell,
      exit: (code: number) => {
        this.kill();
        tell({ exit: code });
      },
      hrtime: Object.assign(() => [0, 0], { bigint: () => BigInt(Math.round(clocks.performance.now() * 1e6)) }),
      uptime: () => clocks.performance.now() / 1000,
      emitWarning: () => {},
      stdout: Object.assign(new EventEmitter(), { fd: 1, write: (text: string) => this.write(text) }),
      stderr: Object.assign(new EventEmitter(), { fd: 2, write: (text: string) => this.write(text) }),
    };
    const fixed: PropertyDescriptorMap = {};
    for (const [name, value] of Object.entries(own)) fixed[name] = { value, writable: true };
    for (const name of [
      'on',
      'once',
      'off',
      'addListener',
      'removeListener',
      'removeAllListeners',
      'listeners',
      'emit',
    ] as const)
      fixed[name] = { value: (...given: never[]) => (this.signals[name] as (...all: never[]) => unknown)(...given) };
    return Object.create(process, fixed) as NodeJS.Process;
  }
}

interface Parts {
  readonly environment: Readonly<Record<string, string>>;
  readonly tell: (message: unknown) => void;
  readonly clocks: ReturnType<typeof clocksOf>;
}
