/** A data folder of an earlier version, copied so that a server may write to it. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { type Kept, readKept } from './kept.ts';

const FIXTURES = new URL('../../../fixtures/', import.meta.url).pathname;
const PACKED = '.gz';

export interface Copied {
  readonly folder: string;
  readonly kept: Kept;
}

/** `name`: for example `90c90f0/stopped`. */
export function copyFolder(name: string): Copied {
  const folder = mkdtempSync(join(tmpdir(), 'kept-folder-'));
  const from = join(FIXTURES, name);
  for (const file of readdirSync(from).filter((one) => one.endsWith(PACKED)))
    writeFileSync(join(folder, file.slice(0, -PACKED.length)), gunzipSync(readFileSync(join(from, file))));
  return { folder, kept: readKept(from) };
}

/** Moves the webhooks to this address, and changes nothing else about them. */
export function moveWebhooks(folder: string, address: string): void {
  const database = new DatabaseSync(join(folder, 'flower-war.sqlite'));
  const rows = database.prepare('SELECT webhook, url FROM webhooks').all() as { webhook: string; url: string }[];
  for (const { webhook, url } of rows)
    database
      .prepare('UPDATE webhooks SET url = ? WHERE webhook = ?')
      .run(new URL(new URL(url).pathname, address).href, webhook);
  database.close();
}
