/** One place for a server process. Its supervisor begins it again whenever it ends. */
import type { ServerCode } from '@flower-war/server/testing';
import type { SimulatedDatabase } from './database.ts';
import type { Network } from './network.ts';
import { Program } from './program.ts';
import type { Planned, World } from './world.ts';

const RESTART_MS = [200, 3000] as const;
/** The supervisor waits so long for a process to stop. */
const STOP_WITHIN_MS = 4000;

/** The master key of temples. */
export const TEMPLE_KEY = '5a'.repeat(32);

type Running = Awaited<ReturnType<ServerCode['startServer']>>;

/** The house as its servers know it. */
export interface Around {
  readonly world: World;
  readonly network: Network;
  readonly database: SimulatedDatabase;
  readonly onLine: (program: string, line: string) => void;
  /** The servers that run are others now. */
  tellDoor(): void;
}

export class SimulatedServer {
  readonly name: string;
  program: Program | undefined;
  /** Where it listens, once it is ready. */
  port: number | undefined;
  /** It stops soon: only sockets of its own rooms go there. */
  isLeaving = false;
  private readonly house: Around;
  private readonly settings: Readonly<Record<string, string>>;
  private running: Running | undefined;
  private next: Planned | undefined;
  /** How often it has begun. Each time it is another process. */
  private lives = 0;

  constructor(house: Around, name: string, settings: Readonly<Record<string, string>>) {
    this.house = house;
    this.name = name;
    this.settings = settings;
  }

  async start(): Promise<void> {
    const life = ++this.lives;
    const { world, network, database } = this.house;
    const environment = { PROCESS_NAME: this.name, PORT: '0', ...this.settings };
    const onLine = (line: string) => this.house.onLine(this.name, line);
    const program = Program.begin(world, network, { name: this.name, kind: 'server', environment, onLine });
    this.program = program;
    const { readConfig, startServer, StoreError } = program.exports as ServerCode;
    const parts = {
      engine: database.engineFor(program, StoreError),
      templeKey: TEMPLE_KEY,
      freeBytes: async () => 2 ** 40,
      onBuried: () => program.enter(() => this.again(life)),
    };
    await startServer(readConfig(environment), parts).then(
      (running) => this.ready(life, running),
      () => this.again(life), // the database is away: the supervisor tries again
    );
  }

  /** As `kill -9`, and again after a while. */
  kill(): void {
    this.again(this.lives);
  }

  /** As SIGTERM: it stops in good order, and begins again. */
  async restart(): Promise<void> {
    const life = this.lives;
    if (this.running === undefined || this.isLeaving) return;
    this.isLeaving = true;
    this.house.tellDoor();
    await Promise.race([this.running.stop(), this.house.world.pause(STOP_WITHIN_MS)]);
    this.again(life);
  }

  private ready(life: number, running: Running): void {
    if (life !== this.lives) return;
    this.running = running;
    this.port = Number(new URL(running.address).port);
    this.house.tellDoor();
  }

  private again(life: number): void {
    if (life !== this.lives) return;
    this.lives++;
    this.program?.kill();
    this.running = undefined;
    this.port = undefined;
    this.isLeaving = false;
    this.house.tellDoor();
    const { world } = this.house;
    this.next?.cancel();
    this.next = world.in(world.between(...RESTART_MS), () => void this.start());
  }
}
