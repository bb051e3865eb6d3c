/** `npm start -- --lan`, as a person types it, but at 127.0.0.1 alone: no test opens a machine to its network. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '@flower-war/protocol/hosting';
import { until } from './until.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The last line of what `--lan` prints. */
const READY = /The service of bridges asks/;
const START_MS = 120_000;

export class Command {
  private readonly child: ChildProcess;
  private said = '';

  private constructor(child: ChildProcess) {
    this.child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        this.said += chunk;
      });
    process.once('exit', () => child.kill());
  }

  /** Resolves when it has printed everything. */
  static async start(settings: Readonly<Record<string, string>>): Promise<Command> {
    const here = { HOST: '127.0.0.1', MQTT_HOST: '127.0.0.1', PORT: String(await freePort()) };
    const quick = { WEB: 'off', BOT_DELAY_MS: '0', LOG_LEVEL: 'info' };
    const env = { ...process.env, ...here, ...quick, ...settings };
    const child = spawn('npm', ['start', '--', '--lan'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const command = new Command(child);
    await until('npm start', () => command.isReady(), START_MS);
    return command;
  }

  /** What it printed, by the groups of a pattern. */
  printed(pattern: RegExp): readonly string[] {
    const found = pattern.exec(this.said);
    if (found === null) throw new Error(`npm start -- --lan did not print ${pattern}, but:\n${this.said}`);
    return found.slice(1);
  }

  /** Kills the process that now runs as this part; npm start starts it again. */
  kill(part: 'bridge' | 'broker' | 'server'): void {
    const lines = this.said.split('\n').filter((line) => line.includes(`"part":"${part}"`));
    process.kill(JSON.parse(lines.at(-1) ?? '{}').pid, 'SIGKILL');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
  }

  private isReady(): boolean {
    if (this.child.exitCode !== null) throw new Error(`npm start ended:\n${this.said}`);
    return READY.test(this.said);
  }
}
