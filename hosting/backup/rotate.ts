/** `npm run do -- rotate-backups FOLDER`: makes a dated backup in a folder, then deletes the oldest ones there. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine, whereGiven } from '@flower-war/protocol/command-line';

const { values, words } = commandLine({
  name: 'do -- rotate-backups',
  does: 'makes a backup in FOLDER, and then deletes the oldest there',
  words: {
    of: 'FOLDER',
    least: 1,
    most: 1,
    tells: 'an existing folder; only files like flower-war-2026-11-21T04-30-00Z.sqlite are ever deleted',
  },
  flags: { keep: { kind: 'whole', least: 1, most: 99_999, usual: 14, tells: 'that many backups stay' } },
  more: 'It copies from DATA_DIR, like the server, also while people play.',
});

const BACKUP = fileURLToPath(new URL('../../server/tools/backup.ts', import.meta.url));
/** The code of a backup that was made, and that a restore would refuse. With any other one, a file of this name is that of another backup. */
const DAMAGED = 1;
const DATED = /^flower-war-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.sqlite$/;
/** What a backup leaves that was cut off by a power failure. A backup that still runs is younger. */
const LEFT = /^flower-war-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.sqlite(\.\w{8})?\.unfinished$/;
const LEFT_AFTER_MS = 3_600_000;

const folder = whereGiven(words[0] ?? '');
process.exitCode = main();

function main(): number {
  const name = `flower-war-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.sqlite`;
  const made = spawnSync(process.execPath, [BACKUP, join(folder, name)], { stdio: 'inherit' });
  if (made.status === DAMAGED) setAside(join(folder, name));
  if (made.status !== 0) return made.status ?? 1;
  for (const old of outdated(name)) rmSync(join(folder, old));
  return 0;
}

/** A restore would refuse it, so it counts as no backup. The next one takes its place, else damaged data would fill the disk. */
function setAside(file: string): void {
  if (!existsSync(file)) return;
  const damaged = join(folder, 'flower-war.sqlite.damaged');
  renameSync(file, damaged);
  console.error(`It is now ${damaged}. The data itself is damaged: restore the newest backup of before.`);
}

/** The newest backup always stays, also when the clock was wrong and older ones bear later dates. */
function outdated(newest: string): readonly string[] {
  const names = readdirSync(folder);
  const others = names.filter((name) => DATED.test(name) && name !== newest).sort();
  const ageOf = (name: string) => Date.now() - statSync(join(folder, name)).mtimeMs;
  const left = names.filter((name) => LEFT.test(name) && ageOf(name) > LEFT_AFTER_MS);
  return [...others.slice(0, Math.max(0, others.length - (values.keep - 1))), ...left];
}
