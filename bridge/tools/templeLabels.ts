/** `npm run do -- temple-labels`: a PDF with the labels of temples, to print and to stick under them. */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { commandLine, whereGiven } from '@flower-war/protocol/command-line';
import { claimCode, claimLink, printedCode } from '@flower-war/protocol/credentials';
import { masterKeyIn } from '@flower-war/protocol/hosting';
import { register, registeredTemples } from '../broker/access.ts';
import { readConfig } from '../broker/broker.ts';
import { type Label, PAPER_NAMES, PER_PAGE, sheetsOf } from './labelSheet.ts';
import { asServer, asTempleId, newIds, placeOf, reachOf, runTool, Unusable, usualServer } from './running.ts';

const { values } = commandLine({
  name: 'do -- temple-labels',
  does: 'writes labels to print, ten on a page: QR code, name and printed code of each temple',
  flags: {
    out: { kind: 'text', of: 'FILE.pdf', isNeeded: true, tells: 'the file to write' },
    new: { kind: 'whole', least: 1, most: 500, tells: 'makes that many temples first, and writes their labels alone' },
    id: { kind: 'texts', of: 'ID', tells: 'only this temple (all that were made here)' },
    url: {
      kind: 'text',
      of: 'SERVER',
      tells: 'where players find the game server (PUBLIC_URL, or PORT of this machine)',
    },
    paper: { kind: 'text', of: 'NAME', among: PAPER_NAMES, usual: 'a4', tells: 'the paper' },
  },
  more: 'npm run do -- new-temple --id ID --out FOLDER then writes the settings of each device.',
});

await runTool(async () => {
  const { DATA_DIR: data } = readConfig(process.env);
  const url = asServer(values.url ?? usualServer(process.env));
  const known = await registeredTemples(data);
  const ids = [...(values.new === undefined ? [] : newIds(values.new, known)), ...values.id.map(asTempleId)];
  const chosen = ids.length > 0 ? [...new Set(ids)] : known;
  if (chosen.length === 0) throw new Unusable('No temple was made here yet: --new 10 makes ten.');
  const key = await masterKeyIn(data);
  const file = whereGiven(values.out);
  await writeOnce(
    file,
    sheetsOf(
      chosen.map((id) => labelOf(key, id, url)),
      values.paper,
    ),
  );
  await register(data, ids);
  console.log([...told(chosen, file), ...(await warning(url))].join('\n'));
});

function labelOf(key: string, id: string, url: string): Label {
  const code = claimCode(key, id);
  return { id, code: printedCode(code), link: claimLink(url, id, code), page: `${url.replace(/\/+$/, '')}/temples` };
}

function told(ids: readonly string[], file: string): readonly string[] {
  const pages = Math.ceil(ids.length / PER_PAGE);
  const labels = `${ids.length === 1 ? '1 label' : `${ids.length} labels`} on ${pages === 1 ? '1 page' : `${pages} pages`}`;
  return [`Written to ${file}: ${labels}. Print it at 100 %.`, '', ...ids.map((id) => `  ${id}`)];
}

/** A label with an address that no telephone reaches is waste of paper. */
async function warning(url: string): Promise<readonly string[]> {
  const reach = await reachOf(placeOf(url));
  if (reach === 'answers') return ['', `The game server answers at ${url}, where the QR codes lead.`];
  if (reach === 'loopback') return ['', `No telephone can reach ${url}: give the address of the server with --url.`];
  if (reach === 'here-only')
    return ['', `The QR codes lead to ${url}, but the game server listens on 127.0.0.1 alone: npm start -- --lan`];
  return ['', `The QR codes lead to ${url}, where no game server answers yet.`];
}

/** Never overwrites a file, because it may be the only sheet with the labels of other temples. */
async function writeOnce(file: string, content: Buffer): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Unusable(
      code === 'EEXIST' ? `${file} exists already: give another --out.` : `${file} cannot be written: ${code}.`,
    );
  }
}
