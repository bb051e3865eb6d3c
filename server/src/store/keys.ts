/** The server's own keys, kept with its data. Losing them signs out all players and changes the signer of records. */
import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { publicKeyOf } from '@flower-war/protocol';

export interface Keys {
  /** Signs tokens. */
  readonly tokens: Uint8Array;
  /** Ed25519, hex: signs the end of every record. */
  readonly signing: string;
  /** Published at /.well-known/. */
  readonly published: string;
}

export function loadKeys(database: DatabaseSync): Keys {
  const signing = keyNamed(database, 'signing');
  return { tokens: Buffer.from(keyNamed(database, 'tokens'), 'hex'), signing, published: publicKeyOf(signing) };
}

function keyNamed(database: DatabaseSync, name: string): string {
  database.prepare('INSERT INTO keys VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, randomBytes(32).toString('hex'));
  const row = database.prepare('SELECT value FROM keys WHERE name = ?').get(name) as { value: string };
  return row.value;
}
