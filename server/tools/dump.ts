/** `npm run do -- dump`: writes the public matches of a month as open data, from the data of a server, which may be running. */
import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isMonth } from '@flower-war/protocol';
import { commandLine, whereGiven } from '@flower-war/protocol/command-line';
import { workFolder } from '@flower-war/protocol/work-folder';
import { type DumpTools, fileOfMonth, lastMonth, writeMonth } from '../src/features/dump/dump.ts';
import { backUp, refuseTarget } from '../src/store/data-folder/backup.ts';
import { openFresh } from '../src/store/data-folder/connect.ts';
import { refuseMarked } from '../src/store/data-folder/dataMarks.ts';
import { putInPlace, unusable } from '../src/store/data-folder/safeFolder.ts';
import type { Engine } from '../src/store/engine/engine.ts';
import { nameOf, onClient } from '../src/store/engine/postgres/openPostgres.ts';
import { inThisThread } from '../src/store/engine/sqlite/sqlite.ts';
import { marksOf, refuseOtherFormat } from '../src/store/moving/sides.ts';
import { openStores, operations } from '../src/store/operations.ts';
import { postgresAt } from '../src/store/postgresStore.ts';
import { runDataTool, whereabouts } from './copying.ts';
import { complain, say, Unusable } from './records/recordFile.ts';

const { values } = commandLine({
  name: 'do -- dump',
  does: 'writes the public matches that ended in a month into a file that all may have',
  flags: {
    month: { kind: 'text', of: 'MONTH', tells: 'the month of UTC, such as 2026-10; without it the last one' },
    out: { kind: 'text', of: 'FILE', tells: 'the file; - writes to the output; without it MONTH.ndjson.gz' },
    force: { kind: 'switch', tells: 'replaces FILE if it exists' },
  },
  more: `It reads DATA_DIR or DATABASE_URL, like the server, and changes nothing. Of a data folder it makes a copy first, in that folder, and deletes it
in the end. A line of JSON for each match, compressed by gzip: docs/open-data.md. A match whose record is damaged is left out, and named; the
code is then 1.`,
});

await runDataTool(async () => {
  const last = lastMonth(Date.now());
  const { month = last, out } = values;
  if (!isMonth(month)) throw new Unusable(`--month takes a month such as 2026-10, not ${JSON.stringify(month)}.`);
  const file = out === '-' ? undefined : whereGiven(out ?? fileOfMonth(month));
  const { folder, url } = whereabouts();
  if (file !== undefined) refuseTarget({ folder, file, force: values.force });
  let damaged = 0;
  const onDamaged = (match: string, problem: string) => {
    damaged++;
    complain(`The match ${match} is left out: ${problem}`);
  };
  const read = (engine: Engine) => writeTo(file, month, { stores: openStores(engine), onDamaged });
  const matches = await (url === '' ? onCopy(folder, read) : onPostgres(url, read));
  if (file !== undefined) say([`${file} holds: matches ${matches} of ${month}.`]);
  if (month > last)
    complain(`${month} is not over yet, so more matches may end in it. Write the file again after its end.`);
  return damaged === 0 ? 0 : 1;
});

/** Without a file: to the output. A file that is not whole gets no name. */
async function writeTo(file: string | undefined, month: string, tools: DumpTools): Promise<number> {
  if (file === undefined) return writeMonth(tools, month, process.stdout);
  const unfinished = `${file}.unfinished`;
  try {
    const matches = await writeMonth(tools, month, createWriteStream(unfinished));
    putInPlace(unfinished, file);
    return matches;
  } catch (cause) {
    const { syscall, message } = cause as NodeJS.ErrnoException;
    throw syscall === undefined ? cause : new Unusable(`${file} cannot be written: ${message}`);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** The copy is of one moment, of this format, and has what lies in the log of a server that was killed. */
async function onCopy(folder: string, read: (engine: Engine) => Promise<number>): Promise<number> {
  if (!existsSync(folder)) throw new Unusable(`There is no folder ${folder}: is DATA_DIR the one of the server?`);
  const own = copyFolder(folder);
  try {
    const copy = join(own, 'copy.sqlite');
    await backUp({ folder, file: copy, force: false });
    return await closing(inThisThread(openFresh(copy), operations), read);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

function copyFolder(folder: string): string {
  try {
    return workFolder(join(folder, 'dump-'));
  } catch (cause) {
    throw unusable(folder, cause);
  }
}

async function onPostgres(url: string, read: (engine: Engine) => Promise<number>): Promise<number> {
  await onClient(url, 'tool', async (client) => {
    await refuseOtherFormat(client, nameOf(url));
    refuseMarked(await marksOf(client), nameOf(url));
  });
  return closing(postgresAt(url), read);
}

async function closing(engine: Engine, read: (engine: Engine) => Promise<number>): Promise<number> {
  try {
    return await read(engine);
  } finally {
    await engine.close();
  }
}
