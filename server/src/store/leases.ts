/** Work that one process does for all. A process that dies loses its lease after a time, or when it is declared dead. */
import { change, changeAlone, type Work } from './engine/work.ts';

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
