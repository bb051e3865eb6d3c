/** One of several processes of the server: where it listens, and whether it takes players. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Told } from '../door/news.ts';
import type { Keeper, Keeping } from '../keeper.ts';

const LOOK_EVERY_MS = 100;
const ANSWER_WITHIN_MS = 1000;

export class ServerProcess {
  readonly name: string;
  private readonly settings: NodeJS.ProcessEnv;
  private readonly onChange: () => void;
  private port: number | undefined;
  private isLeaving = false;

  constructor(name: string, settings: NodeJS.ProcessEnv, onChange: () => void) {
    this.name = name;
    this.settings = { ...settings, PROCESS_NAME: name };
    this.onChange = onChange;
  }

  /** What people read, and the keeper knows it by. */
  get title(): string {
    return `server ${this.name}`;
  }

  /** What the front door must know, while it runs. */
  get told(): readonly Told[] {
    const { name, port, isLeaving } = this;
    return port === undefined ? [] : [{ name, port, isLeaving }];
  }

  get keeping(): Keeping {
    const onStart = (child: ChildProcess) => this.follow(child);
    return { program: 'server', name: this.title, settings: () => this.settings, onStart, isQuiet: true };
  }

  /** Ends the process and starts it again. Resolves when the old one has ended. */
  async restart(keeper: Keeper, leave: () => Promise<void>): Promise<void> {
    this.isLeaving = true;
    await leave();
    await keeper.restart(this.title);
  }

  /** Whether it becomes ready before the signal says that this took too long. */
  async becomesReady(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if (await this.isReady()) return true;
      await wait(LOOK_EVERY_MS);
    }
    return false;
  }

  private async isReady(): Promise<boolean> {
    if (this.port === undefined) return false;
    const asked = fetch(`http://127.0.0.1:${this.port}/health/ready`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return asked.then(({ ok }) => ok).catch(() => false);
  }

  private follow(child: ChildProcess): void {
    child.once('message', (told) => {
      this.port = Number(new URL((told as { address: string }).address).port);
      this.isLeaving = false;
      this.onChange();
    });
    child.once('exit', () => {
      this.port = undefined;
      this.onChange();
    });
  }
}
