/** What is wrong with a built site: links and anchors that lead nowhere, pages without a way to them, loads from elsewhere. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
