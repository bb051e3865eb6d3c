/** The web client as files: `npm start` has found it, or a process of its own builds it or finds what was built before. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Config } from '../base/config.ts';
import type { Log } from '../base/log.ts';

export const DOCS = '/docs/';

const BUILDER = fileURLToPath(new URL('../../../web/build/main.ts', import.meta.url));

/** Players come first. */
const PRIORITY = 10;

export interface Folder {
  readonly path: string;
  /** By their paths in it. */
  readonly files: ReadonlySet<string>;
}

export interface WebBuild {
  readonly index: string;
  /** The script of the service worker. */
  readonly worker: string;
  /** The files that never change. */
  readonly assets: Folder;
  /** The documents for players, if they are built. */
  readonly docs: Folder | undefined;
}

/** Where the builder says that all lies. */
const told = z.object({ folder: z.string(), docs: z.string().optional() });
type BuiltFolders = z.infer<typeof told>;

type WebState = { readonly kind: 'off' | 'building' | 'failed' } | { readonly kind: 'ready'; readonly build: WebBuild };

export class WebClient {
  state: WebState;
  /** Whether browsers may keep the page for when the network is gone. */
  readonly keeps: boolean;
  private readonly found: string;
  private readonly log: Log;
  private builder: ChildProcess | undefined;

  constructor({ WEB, OFFLINE, BUILT_PAGE }: Pick<Config, 'WEB' | 'OFFLINE' | 'BUILT_PAGE'>, log: Log) {
    this.found = BUILT_PAGE;
    this.keeps = OFFLINE === 'on';
    this.state = { kind: WEB === 'on' ? 'building' : 'off' };
    this.log = log;
  }

  /** The port is open by then: a visitor who is early sees that the page is being built. */
  start(): void {
    if (this.state.kind !== 'building' || this.openFound()) return;
    const env = { ...process.env, WATCH_REPORT_DEPENDENCIES: undefined };
    const builder = spawn(process.execPath, [BUILDER], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.builder = builder;
    if (builder.pid !== undefined) setPriority(builder.pid, PRIORITY);
    let said = '';
    builder.stderr?.on('data', (text) => {
      said += String(text);
    });
    builder.once('message', (message) => this.open(told.parse(message)));
    builder.once('error', (err) => this.fail({ err }));
    builder.once('close', () => this.state.kind === 'building' && this.fail({ said }));
  }

  stop(): void {
    this.builder?.removeAllListeners('close');
    this.builder?.kill();
  }

  /** Another start may have removed it since. */
  private openFound(): boolean {
    if (this.found === '') return false;
    try {
      this.open(told.parse(JSON.parse(this.found)));
      return true;
    } catch {
      return false;
    }
  }

  private open(where: BuiltFolders): void {
    this.state = { kind: 'ready', build: buildAt(where) };
    this.log.info(where, 'the web client is ready');
  }

  private fail(about: object): void {
    this.state = { kind: 'failed' };
    this.log.error(about, 'the web client could not be built');
  }
}

/** What lies where the builder says. */
export function buildAt({ folder, docs }: BuiltFolders): WebBuild {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  const assets = folderAt(join(folder, 'assets'));
  if (docs === undefined) return { index: page, worker, assets, docs };
  // By this the page knows that it may lead there.
  const index = page.replace('</head>', `<link rel="help" href="${DOCS}"></head>`);
  return { index, worker, assets, docs: folderAt(docs) };
}

function folderAt(path: string): Folder {
  const all = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return { path, files: new Set(all.filter((one) => extname(one) !== '').map((one) => one.replaceAll(sep, '/'))) };
}
