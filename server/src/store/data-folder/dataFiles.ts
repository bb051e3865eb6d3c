/** Backs up and restores the files beside the database, which brokers and the makers of temples read. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { KEY_FILE } from '@flower-war/protocol/hosting';
import { KEPT_KEY } from './templeKey.ts';

/** Lists the temples that were made here. Mosquitto takes from it which devices may log in. */
const LIST_FILE = 'temples.txt';

/** Puts the list of temples into the copy. The key of temples is in the database already. */
export function keepBeside(folder: string, copy: string): void {
  const list = textOf(join(folder, LIST_FILE));
  if (list === undefined) return;
  const database = new DatabaseSync(copy);
  database.prepare('INSERT OR REPLACE INTO keys VALUES (?, ?)').run(LIST_FILE, list);
  database.close();
}

/** Writes the files again. Returns the new names of existing files that were different. */
export function bringBackBeside(folder: string, data: string): readonly string[] {
  const database = new DatabaseSync(data, { readOnly: true });
  const find = database.prepare('SELECT value FROM keys WHERE name = ?');
  const kept = [
    { file: KEY_FILE, name: KEPT_KEY },
    { file: LIST_FILE, name: LIST_FILE },
  ].flatMap(({ file, name }) => {
    const row = find.get(name) as { value: string } | undefined;
    return row === undefined ? [] : putBack(join(folder, file), row.value.trim());
  });
  database.close();
  return kept;
}

function putBack(path: string, text: string): readonly string[] {
  const there = textOf(path);
  if (there?.trim() === text) return [];
  const aside = `${path}.before-${new Date().toISOString().replaceAll(':', '-')}`;
  if (there !== undefined) renameSync(path, aside);
  writeFileSync(path, `${text}\n`, { flag: 'wx', mode: 0o600, flush: true });
  return there === undefined ? [] : [aside];
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
