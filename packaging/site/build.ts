/** Makes the site: gathers the documents in a folder, lets VitePress build it, and looks at what has come of it. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workFolder } from '@flower-war/protocol/work-folder';
import { compressIn } from '@flower-war/web/built';
import { librariesIn, noticesOf } from '../tools/licences.ts';
import { copy, ROOT, repositoryPage, write } from '../tools/packs.ts';
import { documents, groupsOf, homeOf, httpPages, LIBRARIES, type Part, type Plan, pageOf, titleOf } from './pages.ts';

interface Site {
  readonly part: Part;
  /** The path at which it lies on its host, with a slash at both ends. */
  readonly base: string;
  /** The folder for it. What was there goes. */
  readonly into: string;
}

const VITEPRESS = 'node_modules/vitepress/bin/vitepress.js';
const TYPEDOC = 'node_modules/typedoc/bin/typedoc';
const LONGEST_MS = 300_000;

export function buildSite({ part, base, into }: Site): void {
  const site = { part, base, into: resolve(into) };
  if (!existsSync(join(ROOT, VITEPRESS))) throw new Error('VitePress is not installed. Run npm ci without --omit=dev.');
  const pages = workFolder(join(ROOT, 'dist/pages-'));
  try {
    stage(site, pages);
    run(VITEPRESS, ['build', pages]);
  } finally {
    rmSync(pages, { recursive: true });
  }
  const libraries: readonly string[] = JSON.parse(readFileSync(join(site.into, LIBRARIES), 'utf8'));
  writeFileSync(join(site.into, 'libraries.txt'), noticesOf(librariesIn(libraries), 'these pages'));
  refuseFaults(site);
}

/** The path at which servers show the part for players. */
export const DOCS = '/docs/';

/** The part for players, with copies that servers send compressed. */
export function buildDocs(into: string): void {
  buildSite({ part: 'players', base: DOCS, into });
  compressIn(into, '**/*.{html,js,css,svg,txt}');
}

export interface Shown {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Shows a built site at a port of this machine alone; 0 takes a free one. */
export async function showSite({ base, into }: Omit<Site, 'part'>, port: number): Promise<Shown> {
  const { preview } = await import('vite'); // only here, because it takes long to load
  const { resolvedUrls, close } = await preview({
    base,
    configFile: false,
    appType: 'mpa',
    build: { outDir: into },
    preview: { host: '127.0.0.1', port, strictPort: true },
  });
  return { url: resolvedUrls?.local[0] ?? '', close };
}

/** Puts all that VitePress reads into the folder. */
function stage({ part, base, into }: Site, pages: string): void {
  const texts = new Map(documents().map((document) => [document, readFileSync(join(ROOT, document), 'utf8')]));
  if (part === 'all')
    for (const [document, text] of [...httpPages(), ...referencePages(join(pages, '.reference'))])
      texts.set(document, text);
  const groups = groupsOf(part, [...texts.keys()]);
  const sidebar = groups.map(({ pages: own, ...group }) => ({
    ...group,
    pages: own.map((document) => ({ document, title: titleOf(texts.get(document) ?? '') })),
  }));
  const shown = groups.flatMap((group) => group.pages);
  for (const document of shown) write(join(pages, pageOf(document)), texts.get(document) ?? '');
  write(join(pages, 'index.md'), homeOf(part));
  const files = globSync(part === 'all' ? 'docs/**/*.!(md)' : 'docs/web/board-*.webp', { cwd: ROOT });
  for (const file of files) copy(file, join(pages, 'public', file.slice('docs/'.length)));
  copy('web/src/app/icon.svg', join(pages, 'public/icon.svg'));
  const plan = { part, base, outDir: into, sidebar, documents: shown, files, repository: repositoryPage() };
  writeSettings(plan, pages);
}

const CONFIG = fileURLToPath(new URL('./config.ts', import.meta.url));
const STYLE = fileURLToPath(new URL('./style.css', import.meta.url));

/** Where VitePress looks for its settings and for its theme. */
function writeSettings(plan: Plan, pages: string): void {
  const settings = `import { configOf } from ${JSON.stringify(CONFIG)};\nexport default configOf(${JSON.stringify(plan)});\n`;
  const theme = `export { default } from 'vitepress/theme-without-fonts';\nimport ${JSON.stringify(STYLE)};\n`;
  write(join(pages, '.vitepress/config.ts'), settings);
  write(join(pages, '.vitepress/theme/index.ts'), theme);
}

/** The pages of the reference by the names that TypeDoc gives them, with their titles. */
const REFERENCE = {
  'index.md': '@flower-war/client',
  'react.md': '@flower-war/client/react',
  'lan.md': '@flower-war/client/lan',
  'oauth.md': '@flower-war/client/oauth',
};

/** The reference of the SDK, by TypeDoc, which refuses what has no comment. */
function referencePages(into: string): readonly (readonly [string, string])[] {
  const words = ['--plugin', 'typedoc-plugin-markdown', '--out', into, '--readme', 'none', '--logLevel', 'Warn'];
  const form = ['--skipErrorChecking', '--excludeExternals', '--hidePageHeader', '--hideBreadcrumbs'];
  const typedoc = ['--options', 'client-sdk/typedoc.json', ...words, ...form, '--outputFileStrategy', 'modules'];
  run(TYPEDOC, typedoc);
  return Object.entries(REFERENCE).map(([file, title]) => {
    const text = readFileSync(join(into, file), 'utf8');
    return [`docs/reference/${file}`, text.replace(/^# .*$/m, `# Reference: ${title}`)] as const;
  });
}

function refuseFaults({ into, base }: Site): void {
  const faults = faultsOf(into, base);
  if (faults.length > 0) throw new Error(`it has faults.\n${faults.join('\n')}`);
}

/** What the program says is told if it fails. */
function run(program: string, words: readonly string[]): void {
  execFileSync(process.execPath, [program, ...words], { cwd: ROOT, stdio: 'pipe', timeout: LONGEST_MS });
}

// What is wrong with a built site: links and anchors that lead nowhere, pages without a way to them, loads from elsewhere.

interface Page {
  readonly text: string;
  readonly names: readonly string[];
  /** Where its links lead on the site: a file, and a name in it. */
  readonly ways: readonly (readonly [file: string, name: string])[];
}

interface Built {
  readonly folder: string;
  /** The path at which the site lies on its host. */
  readonly base: string;
  readonly files: readonly string[];
  readonly pages: ReadonlyMap<string, Page>;
}

/** Hosts show it at an address without a page, and no page leads to it. */
const LOST = '404.html';
const HOST = 'http://site';

/** A line for each fault, which names the page; none for a good site. */
export function faultsOf(folder: string, base = '/'): readonly string[] {
  const files = globSync('**/*.*', { cwd: folder });
  const pages = files
    .filter((file) => file.endsWith('.html'))
    .map((file) => [file, readPage(folder, file, base)] as const);
  const built = { folder, base, files, pages: new Map(pages) };
  return [...wrongNames(built), ...wrongWays(built), ...wrongLoads(built), ...lonely(built)];
}

function readPage(folder: string, file: string, base: string): Page {
  const text = readFileSync(join(folder, file), 'utf8');
  const links = found(text, /<a\b[^>]*?\shref="([^"]*)"/g).map((href) => new URL(href, `${HOST}${base}${file}`));
  const ways = links
    .filter(({ origin }) => origin === HOST)
    .map(({ pathname, hash }) => [fileAt(decodeURI(pathname), base), decodeURIComponent(hash.slice(1))] as const);
  return { text, names: found(text, /\sid="([^"]+)"/g), ways };
}

const found = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, one = '']) => one.replaceAll('&amp;', '&'));

/** What lies beside the site keeps its whole path. */
function fileAt(path: string, base: string): string {
  return path.startsWith(base) ? path.slice(base.length).replace(/(^|\/)$/, '$1index.html') : path;
}

function wrongNames({ pages }: Built): readonly string[] {
  return [...pages].flatMap(([file, { names }]) =>
    names.filter((name, at) => names.indexOf(name) < at).map((name) => `${file} names two places ${name}`),
  );
}

function wrongWays({ files, pages }: Built): readonly string[] {
  return [...pages].flatMap(([from, { ways }]) =>
    ways.flatMap(([file, name]) => {
      if (!files.includes(file)) return [`${from} links to ${file}, which does not exist`];
      const isNamed = name === '' || pages.get(file)?.names.includes(name) !== false;
      return isNamed ? [] : [`${from} links to ${file}#${name}, where nothing has this name`];
    }),
  );
}

/** What a browser loads by itself. */
const LOADS = [/<(?!a\b)[a-z]+\b[^>]*?\s(?:src|srcset|data|poster)="([^"]*)"/g, /<link\b[^>]*?\shref="([^"]*)"/g];
const STYLE_LOADS = [/url\(\s*["']?([^"')]+)/g, /@import\s+["']([^"']+)/g];

function wrongLoads({ folder, base, files, pages }: Built): readonly string[] {
  const here = new Set(files.map((file) => base + file));
  const byPages = [...pages].flatMap(([file, { text }]) =>
    LOADS.flatMap((load) => found(text, load)).map((url) => [file, url]),
  );
  const styles = files
    .filter((file) => file.endsWith('.css'))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
  const byStyles = styles.flatMap(([file, text = '']) =>
    STYLE_LOADS.flatMap((load) => found(text, load))
      .filter((url) => !url.startsWith('data:'))
      .map((url) => [file, new URL(url, `${HOST}${base}${file}`).href.replace(HOST, '')]),
  );
  return [...byPages, ...byStyles]
    .filter(([, url = '']) => !here.has(url))
    .map(([file, url]) => `${file} loads ${url}, which is not on the site`);
}

/** Pages to which no way leads from the first page. */
function lonely({ pages }: Built): readonly string[] {
  if (!pages.has('index.html')) return ['there is no first page, index.html'];
  const reached = new Set([LOST]);
  const follow = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [next] of pages.get(file)?.ways ?? []) follow(next);
  };
  follow('index.html');
  return [...pages.keys()].filter((file) => !reached.has(file)).map((file) => `no page leads to ${file}`);
}
