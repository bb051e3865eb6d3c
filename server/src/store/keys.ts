/** The server's own keys, kept with its data. Losing them signs out all players and changes the signer of records. */
import { change, first, type Work } from './engine/work.ts';

export interface Keys {
  /** Signs tokens. */
  readonly tokens: Uint8Array;
  /** Ed25519, hex: signs the end of every record. */
  readonly signing: string;
  /** Published at /.well-known/. */
  readonly published: string;
  /** Proves to a process that another one on the same data speaks, and no stranger. */
  readonly peers: string;
}

export const keyRing = {
  /** The key with this name. If there is none, this value becomes the key. */
  *findOrKeep(name: string, fresh: string): Work<string> {
    yield* change('INSERT INTO keys (name, value) VALUES ($name, $fresh) ON CONFLICT DO NOTHING', { name, fresh });
    const sql = 'SELECT value FROM keys WHERE name = $name';
    return (yield* first<{ value: string }>(sql, { name }))?.value ?? fresh;
  },

  *put(name: string, value: string): Work<void> {
    const sql =
      'INSERT INTO keys (name, value) VALUES ($name, $value) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
    yield* change(sql, { name, value });
  },
};
