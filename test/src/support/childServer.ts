import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { METRICS_TOKEN, UNLIMITED } from './server.ts';

const MAIN = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

/** A server in a process of its own, so that a test can kill it at any moment. */
export class ChildServer {
  readonly url: string;
  /** Everything that it wrote to its standard output, over all restarts. */
  said = '';
  /** The same for its standard error. */
  complained = '';
  /** Called with the exit code when it ends although no test ended it. */
  onEnd: (code: number | null) => void = () => {};
  /** The program that it runs from its next start on. */
  main: string;
  private readonly settings: NodeJS.ProcessEnv;
  /** Whether its standard error is shown. */
  isHeard = true;
  private child: ChildProcess | undefined;
  private isEnding = false;

  /** `main`: the program to run, if it is not the one of this checkout. */
  constructor(port: number, settings: Readonly<Record<string, string>>, main = MAIN) {
    this.main = main;
    this.url = `http://127.0.0.1:${port}`;
    this.settings = { ...process.env, LOG_LEVEL: 'warn', METRICS_TOKEN, ...UNLIMITED, ...settings, PORT: String(port) };
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [this.main], { env: this.settings, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    this.isEnding = false;
    child.once('exit', (code) => this.isEnding || this.onEnd(code));
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        this.said += String(chunk);
      });
      let words = '';
      child.stderr.on('data', (chunk) => {
        words += String(chunk);
        this.complained += String(chunk);
        if (words.includes('is ready at')) resolve();
        else if (this.isHeard) process.stderr.write(chunk);
      });
      child.once('exit', (code) => reject(new Error(`the server ended with code ${code} instead of starting`)));
    });
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(signal);
  }

  /** Resolves with the exit code, or with null if a signal ended the server. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (this.child === undefined) return null;
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    this.isEnding = true;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  }
}
