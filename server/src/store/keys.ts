/** The server's own keys, kept with its data. Losing them signs out all players and changes the signer of records. */
import type { Signer } from '@flower-war/protocol';
import { change, changeAlone, first, type Work } from './engine/engine.ts';

export interface Keys {
  /** Signs tokens. */
  readonly tokens: Uint8Array;
  /** Signs the end of every record. Its public half is published at /.well-known/. */
  readonly signer: Signer;
  /** Proves to a process that another one on the same data speaks, and no stranger. */
  readonly peers: string;
  /** P-256, hex: signs what is sent to browsers through their push services. A subscription holds for this key alone. */
  readonly push: string;
}

export const keyRing = {
  /** The key with this name. If there is none, this value becomes the key. */
  *findOrKeep(name: string, fresh: string): Work<string> {
    yield* change('INSERT INTO keys (name, value) VALUES ($name, $fresh) ON CONFLICT DO NOTHING', { name, fresh });
    const sql = 'SELECT value FROM keys WHERE name = $name';
    return (yield* first<{ value: string }>(sql, { name }))?.value ?? fresh;
  },

  *find(name: string): Work<string | undefined> {
    return (yield* first<{ value: string }>('SELECT value FROM keys WHERE name = $name', { name }))?.value;
  },

  *put(name: string, value: string): Work<void> {
    const sql =
      'INSERT INTO keys (name, value) VALUES ($name, $value) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
    yield* change(sql, { name, value });
  },
};

// Work that one process does for all. A process that dies loses its lease after a time, or when it is declared dead.

export interface Lease {
  readonly name: string;
  /** Who asks. If several of one process may ask, each has the id of the process, a space, and more. */
  readonly process: string;
}

export const leases = {
  /** Takes the lease or renews it. False if another process has it. */
  *hold({ name, process }: Lease, { now, forMs }: { readonly now: number; readonly forMs: number }): Work<boolean> {
    return (yield* changeAlone(HOLD, { name, process, now, forMs })) > 0;
  },

  *release({ name, process }: Lease): Work<void> {
    yield* changeAlone('DELETE FROM leases WHERE name = $name AND process = $process', { name, process });
  },

  /** Ends all leases, also those of notices, where no other process can have one. */
  *endAll(): Work<void> {
    yield* change('DELETE FROM leases');
    yield* change('UPDATE notices SET leased_until = NULL WHERE leased_until IS NOT NULL');
  },
};

const HOLD = `
  INSERT INTO leases (name, process, until) VALUES ($name, $process, store_now($now) + $forMs)
  ON CONFLICT (name) DO UPDATE SET process = excluded.process, until = excluded.until
  WHERE leases.process = excluded.process OR leases.until <= store_now($now) OR EXISTS (
    SELECT 1 FROM processes WHERE ended_at IS NOT NULL
      AND substr(leases.process, 1, length(processes.process) + 1) = processes.process || ' ')`;
