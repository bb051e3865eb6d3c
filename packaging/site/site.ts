/** `npm run do -- site`: the documents as pages that one can search, for a host of pages, or for /docs of a server. */
import { join, relative } from 'node:path';
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { builtOnce, docsFolder } from '@flower-war/web/built';
import { ROOT } from '../tools/packs.ts';
import { buildDocs, buildSite, DOCS, showSite } from './build.ts';

const { values } = commandLine({
  name: 'do -- site',
  does: 'builds the documents as pages that one can search, in dist/site',
  flags: {
    base: { kind: 'text', of: 'PATH', usual: '/', tells: 'the path at which they lie on their host' },
    players: {
      kind: 'switch',
      tells: `builds those for players instead, which the next start of the server shows at ${DOCS}`,
    },
    look: { kind: 'whole', of: 'PORT', least: 1, most: 65_535, tells: 'shows them at this port of 127.0.0.1' },
  },
});

const base = values.players ? DOCS : baseOf(values.base);
if (values.players && values.base !== '/') refuse(`Those for players lie at ${DOCS}: give --players or --base.`);
const folder = await (values.players ? docs() : all()).catch(fail);
console.log(`the pages are in ${relative(ROOT, folder)}; they lie at ${base} of their host`);
if (values.look !== undefined) {
  const { url } = await showSite({ base, into: folder }, values.look);
  console.log(`look at ${url}, and end with Ctrl-C`);
}

async function all(): Promise<string> {
  const into = join(ROOT, 'dist/site');
  buildSite({ part: 'all', base, into });
  return into;
}

function docs(): Promise<string> {
  return builtOnce(docsFolder(ROOT), async (own) => buildDocs(own));
}

function baseOf(given: string): string {
  const parts = given.split('/').filter((part) => part !== '');
  if (parts.every((part) => /^[\w-][\w.-]*$/.test(part))) return ['', ...parts, ''].join('/');
  return refuse(`npm run do -- site takes a path like /flower-war/ for --base, not ${JSON.stringify(given)}.`);
}

function fail(error: unknown): never {
  console.error(`The pages were not built: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
