/** What makes the page an app that can be installed, and that opens without a network: icons, manifests, and the service worker. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PAGES } from '@flower-war/protocol/pages';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/** What the bundler made. Scripts tell which modules are in them. */
export type Made = readonly { readonly fileName: string; readonly moduleIds?: readonly string[] }[];

export async function addInstall(page: string, folder: string, made: Made): Promise<void> {
  await addManifests(page, folder);
  await addWorker(page, folder, made);
}

// The icons, all from one drawing.

/** The ground that the system cuts to the form of its icons; no browser shows it. */
const ROUNDED = / rx="[\d.]+"/;
const APPLE = 180;
const SIZES = [192, 512];

async function addManifests(page: string, folder: string): Promise<void> {
  await initWasm(readFileSync(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));
  const drawing = readFileSync(join(page, 'src/app/icon.svg'), 'utf8');
  const whole = drawing.replace(ROUNDED, '');
  const add = (name: string, bytes: Uint8Array | string) => hashed(folder, name, bytes);
  const icons = [
    ...SIZES.map((size) => icon(add(`icon-${size}.png`, painted(drawing, size)), size)),
    { ...icon(add('icon-maskable.png', painted(whole, 512)), 512), purpose: 'maskable' },
  ];
  add('apple-touch-icon.png', painted(whole, APPLE));
  for (const [language, texts] of Object.entries(TEXTS))
    add(`app.${language}.webmanifest`, JSON.stringify(manifestOf({ language, ...texts }, icons)));
}

/** What the system says of the app, and of the ways into it. */
const TEXTS = {
  en: {
    name: 'Flower War',
    about: 'Board games around the calendar of the Mexica, against bots, friends or other players.',
    newMatch: 'A new match',
    rules: 'The rules',
    device: 'Play on this device',
  },
  es: {
    name: 'Guerra Florida',
    about: 'Juegos de mesa en torno al calendario mexica, contra bots, amigos u otros jugadores.',
    newMatch: 'Una partida nueva',
    rules: 'Las reglas',
    device: 'Jugar en este dispositivo',
  },
};

const icon = (src: string, size: number) => ({ src, sizes: `${size}x${size}`, type: 'image/png' });

function painted(svg: string, size: number): Uint8Array {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();
}

/** Its name tells its contents, so that browsers may keep it for ever. Returns its path at the server. */
function hashed(folder: string, name: string, bytes: Uint8Array | string): string {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  const path = `assets/${name.replace('.', `-${hash}.`)}`;
  writeFileSync(join(folder, path), bytes);
  return `/${path}`;
}

type ManifestTexts = (typeof TEXTS)['en'] & { readonly language: string };

/** The colours are those of the page in the light. */
const GROUND = '#f4ede0';

function manifestOf(
  { language, name, about, newMatch, rules, device }: ManifestTexts,
  icons: readonly object[],
): object {
  return {
    id: '/',
    lang: language,
    name,
    short_name: name,
    description: about,
    start_url: PAGES.home,
    scope: '/',
    display: 'standalone',
    background_color: GROUND,
    theme_color: GROUND,
    categories: ['games'],
    icons,
    shortcuts: [
      { name: newMatch, url: PAGES.new },
      { name: rules, url: '/rules/flower-war' },
      { name: device, url: PAGES.device },
    ],
  };
}

// The worker, with the names of the files that it takes.

const WORKER = fileURLToPath(new URL('../src/offline/serviceWorker.ts', import.meta.url));

async function addWorker(page: string, folder: string, made: Made): Promise<void> {
  const { build } = await import('vite');
  const files = filesOf(folder, made);
  const id = createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 12);
  await build({
    root: page,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    mode: 'production',
    define: { BUILD: JSON.stringify({ id, ...files }) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      reportCompressedSize: false,
      // Some browsers run no modules as service workers.
      lib: {
        entry: WORKER,
        formats: ['iife'],
        name: 'page',
        fileName: () => 'sw.js',
      },
    },
  });
}

/** Rules and what checks records are large: they are kept once a page has used them. A temple needs a server. */
const ONLY_USED = /\/(rules\/frozen|protocol\/src|temple)\/|\/node_modules\/(zod|@noble)\//;
const OF_GAMES = /\/rules\/src\//;

function filesOf(folder: string, made: Made) {
  const all = readdirSync(join(folder, 'assets')).filter((name) => !name.endsWith('.gz'));
  const index = readFileSync(join(folder, 'index.html'), 'utf8');
  const first = all.filter((name) => index.includes(name));
  const scripts = made.filter(({ fileName, moduleIds }) => moduleIds !== undefined && fileName.startsWith('assets/'));
  const chunks = scripts.map(({ fileName }) => fileName.slice('assets/'.length));
  const has = (name: string, modules: RegExp) =>
    scripts.some(
      ({ fileName, moduleIds }) => fileName === `assets/${name}` && moduleIds?.some((id) => modules.test(id)),
    );
  const styles = all.filter((name) => name.endsWith('.css'));
  const late = [...chunks, ...styles].filter((name) => !first.includes(name) && !has(name, ONLY_USED));
  const ofGames = late.filter((name) => has(name, OF_GAMES));
  const games = [...new Set([...ofGames, ...threadOf('thinker', folder, all)])];
  const later = late.filter((name) => !games.includes(name));
  const paths = (names: readonly string[]) => names.map((name) => `/assets/${name}`).sort();
  return { first: paths(first), later: paths(later), games: paths(games), all: paths(all) };
}

/** What reads the record of a match is of use with a server alone, and so are old rules. */
const WITH_SERVER = /^(course|frozenEngine|[a-z-]+@\d+)-/;

/** A thread is a bundle of its own, whose modules the bundler does not tell: its files are those that it names. */
function threadOf(name: string, folder: string, all: readonly string[]): ReadonlySet<string> {
  const found = new Set(all.filter((file) => file.startsWith(`${name}-`)));
  for (const file of found) {
    const text = readFileSync(join(folder, 'assets', file), 'utf8');
    for (const other of all)
      if (other.endsWith('.js') && text.includes(other) && !WITH_SERVER.test(other)) found.add(other);
  }
  return found;
}
