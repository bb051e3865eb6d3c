/** The web client: a process of its own builds it, or finds what was built before. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';

const BUILDER = fileURLToPath(new URL('../../../../web/build/main.ts', import.meta.url));
/** Players come first. */
const PRIORITY = 10;

export interface WebBuild {
  readonly index: string;
  /** The folder of the files that never change. */
  readonly assets: string;
  readonly files: ReadonlySet<string>;
}

export type WebState =
  | { readonly kind: 'off' | 'building' | 'failed' }
  | { readonly kind: 'ready'; readonly build: WebBuild };

export class WebClient {
  state: WebState;
  private readonly log: Log;
  private builder: ChildProcess | undefined;

  constructor({ WEB }: Pick<Config, 'WEB'>, log: Log) {
    this.state = { kind: WEB === 'on' ? 'building' : 'off' };
    this.log = log;
  }

  /** The port is open by then: a visitor who is early sees that the page is being built. */
  start(): void {
    if (this.state.kind !== 'building') return;
    const env = { ...process.env, WATCH_REPORT_DEPENDENCIES: undefined };
    const builder = spawn(process.execPath, [BUILDER], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.builder = builder;
    if (builder.pid !== undefined) setPriority(builder.pid, PRIORITY);
    let said = '';
    builder.stderr?.on('data', (text) => {
      said += String(text);
    });
    builder.once('message', (told) => this.open((told as { readonly folder: string }).folder));
    builder.once('error', (err) => this.fail({ err }));
    builder.once('close', () => this.state.kind === 'building' && this.fail({ said }));
  }

  stop(): void {
    this.builder?.removeAllListeners('close');
    this.builder?.kill();
  }

  private open(folder: string): void {
    const assets = join(folder, 'assets');
    const index = readFileSync(join(folder, 'index.html'), 'utf8');
    this.state = { kind: 'ready', build: { index, assets, files: new Set(readdirSync(assets)) } };
    this.log.info({ folder }, 'the web client is ready');
  }

  private fail(about: object): void {
    this.state = { kind: 'failed' };
    this.log.error(about, 'the web client could not be built');
  }
}
