/** The web client as files: `npm start` has found it, or a process of its own builds it or finds what was built before. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename, dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Config } from '../base/config.ts';
import type { Log } from '../base/log.ts';

export const DOCS = '/docs/';

const BUILDER = fileURLToPath(new URL('../../../web/build/main.ts', import.meta.url));

/** Players come first. */
const PRIORITY = 10;

/** The builder deletes those first that were not used for long. */
const NOTED_EVERY_MS = 600_000;

export interface Folder {
  readonly path: string;
  /** By their paths in it. */
  readonly files: ReadonlySet<string>;
}

type Elsewhere = (isIn: (folder: Folder) => boolean, now: number) => Folder | undefined;

export interface WebBuild {
  readonly index: string;
  /** The script of the service worker. */
  readonly worker: string;
  /** The files that never change. */
  readonly assets: Folder;
  /** Where a file of another build lies. A page that is open, or that another process has sent, asks for its own files. */
  readonly elsewhere: Elsewhere;
  /** The documents for players, if they are built. */
  readonly docs: Folder | undefined;
}

/** Where the builder says that all lies. */
const told = z.object({ folder: z.string(), docs: z.string().optional() });
type BuiltFolders = z.infer<typeof told>;

type WebState = { readonly kind: 'off' | 'building' | 'failed' } | { readonly kind: 'ready'; readonly build: WebBuild };

export class WebClient {
  state: WebState;
  /** Resolves when it is known whether there is a page, or the server stops. */
  readonly settled: Promise<void>;
  /** Whether browsers may keep the page for when the network is gone. */
  readonly keeps: boolean;
  private readonly settle: () => void;
  private readonly found: string;
  private readonly log: Log;
  private builder: ChildProcess | undefined;
  private noting: ReturnType<typeof setInterval> | undefined;

  constructor({ WEB, OFFLINE, BUILT_PAGE }: Pick<Config, 'WEB' | 'OFFLINE' | 'BUILT_PAGE'>, log: Log) {
    this.found = BUILT_PAGE;
    this.keeps = OFFLINE === 'on';
    this.state = { kind: WEB === 'on' ? 'building' : 'off' };
    const { promise, resolve } = Promise.withResolvers<void>();
    [this.settled, this.settle] = [promise, resolve];
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
    clearInterval(this.noting);
    this.settle();
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
    this.settle();
    noteUse(where);
    this.noting = setInterval(noteUse, NOTED_EVERY_MS, where).unref();
    this.log.info(where, 'the web client is ready');
  }

  private fail(about: object): void {
    this.state = { kind: 'failed' };
    this.settle();
    this.log.error(about, 'the web client could not be built');
  }
}

/** What lies where the builder says. */
export function buildAt({ folder, docs }: BuiltFolders): WebBuild {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  const assets = folderAt(join(folder, 'assets'));
  const elsewhere = elsewhereBeside(folder);
  if (docs === undefined) return { index: page, worker, assets, elsewhere, docs };
  // By this the page knows that it may lead there.
  const index = page.replace('</head>', `<link rel="help" href="${DOCS}"></head>`);
  return { index, worker, assets, elsewhere, docs: folderAt(docs) };
}

/** The folder of a build is named by the hash of its sources, and never changes. */
const BUILD = /^[0-9a-f]{16}$/;

/** Requests for files that are nowhere cost no look at the disk each. */
const LOOK_EVERY_MS = 1000;

function elsewhereBeside(build: string): Elsewhere {
  if (!BUILD.test(basename(build))) return () => undefined;
  const all = dirname(build);
  let known: ReadonlyMap<string, Folder> = new Map();
  let lookedAt = Number.NEGATIVE_INFINITY;
  const find = (isIn: (folder: Folder) => boolean) =>
    [...known.values()].find((folder) => isIn(folder) && existsSync(folder.path));
  return (isIn, now) => {
    const found = find(isIn);
    if (found !== undefined || now - lookedAt < LOOK_EVERY_MS) return found;
    lookedAt = now;
    const there = globSync('*/assets', { cwd: all }).filter((assets) => BUILD.test(dirname(assets)));
    known = new Map(there.map((assets) => [assets, known.get(assets) ?? folderAt(join(all, assets))]));
    return find(isIn);
  };
}

/** The date of a build tells when it was last used. */
function noteUse({ folder, docs }: BuiltFolders): void {
  for (const used of [folder, ...(docs === undefined ? [] : [docs])]) {
    try {
      utimesSync(used, new Date(), new Date());
    } catch {
      // It belongs to another user, or is gone.
    }
  }
}

function folderAt(path: string): Folder {
  const all = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return { path, files: new Set(all.filter((one) => extname(one) !== '').map((one) => one.replaceAll(sep, '/'))) };
}
