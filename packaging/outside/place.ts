/** The folders outside the workspace in which strangers work. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './running.ts';

export interface Place {
  /** A program that uses all three packages. */
  readonly app: string;
  /** A program that uses the client alone. */
  readonly alone: string;
  /** Run times, bundlers and compilers. */
  readonly tools: string;
  /** The programs of the tools. */
  readonly bin: string;
  /** The address of the server. */
  readonly url: string;
  /** The packed packages, by name. */
  readonly tarballs: ReadonlyMap<string, string>;
}

const CONSUMERS = join(import.meta.dirname, 'consumers');
const TOOLS = join(import.meta.dirname, 'tools');
const OWN = join(import.meta.dirname, '../package.json');

export async function settle(into: string, url: string, tarballs: Place['tarballs']): Promise<Place> {
  const place = (name: string) => join(into, name);
  cpSync(TOOLS, place('tools'), { recursive: true });
  cpSync(CONSUMERS, place('app'), { recursive: true });
  mkdirSync(place('alone'));
  for (const folder of ['app', 'alone']) writeFileSync(join(place(folder), 'package.json'), '{ "type": "module" }');
  const tools = place('tools');
  return { app: place('app'), alone: place('alone'), tools, bin: join(tools, 'node_modules/.bin'), url, tarballs };
}

/** A run time that cannot be had here is no fault: the step that needs it says so. */
export async function installTools({ tools }: Place): Promise<string> {
  await install(tools);
  const {
    dependencies,
    optionalDependencies,
  }: Record<string, Record<string, string>> = JSON.parse(readFileSync(join(tools, 'package.json'), 'utf8'));
  const wanted = Object.entries({ ...dependencies, ...optionalDependencies });
  return wanted.map(([name, version]) => `${name} ${version}`).join(', ');
}

/** The client comes with what it needs: no package of the house is looked for anywhere else. */
export async function installAlone({ alone, tarballs }: Place): Promise<string> {
  await install(alone, [tarballs.get('@flower-war/client') ?? '']);
  const installed = packagesIn(alone).filter(
    (name) => !/^(@msgpackr-extract|msgpackr-extract|detect-libc|node-gyp)/.test(name),
  );
  const expected = ['@colyseus/schema', '@flower-war/client', 'msgpackr'];
  if (installed.join() !== expected.join()) throw new Error(`it brought ${installed.join(', ')}`);
  return installed.join(', ');
}

export async function installAll({ app, tarballs }: Place): Promise<string> {
  const { devDependencies }: { devDependencies: { ws: string } } = JSON.parse(readFileSync(OWN, 'utf8'));
  await install(app, [...tarballs.values(), `ws@${devDependencies.ws}`]); // Node 20 has no WebSocket
  isFromTarballs(app, tarballs.size);
  return packagesIn(app).join(', ');
}

/** A folder has so many packages of the house, and each comes from a file that was packed. */
export function isFromTarballs(folder: string, count: number): void {
  const ours = Object.entries(lockOf(folder).packages).filter(([path]) => path.includes('@flower-war'));
  const elsewhere = ours.filter(([, { resolved = '' }]) => !/^file:.*[.]tgz$/.test(resolved));
  if (ours.length !== count || elsewhere.length > 0) throw new Error(`not from the files: ${JSON.stringify(ours)}`);
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly resolved?: string }>>;
}

function lockOf(folder: string): Lock {
  return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
}

export function packagesIn(folder: string): readonly string[] {
  const paths = Object.keys(lockOf(folder).packages).filter((path) => path !== '');
  return paths.map((path) => path.slice('node_modules/'.length)).sort();
}
