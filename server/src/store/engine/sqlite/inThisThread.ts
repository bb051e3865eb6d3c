/** SQLite in this thread, for data in memory and for tools: there is no disk to wait for, or no client that waits. */
import type { DatabaseSync } from 'node:sqlite';
import type { Call, Engine, Groups } from '../engine.ts';
import { SqliteRunner } from './sqlite.ts';

export function inThisThread(database: DatabaseSync, groups: Groups): Engine {
  const runner = new SqliteRunner(database, groups);
  return {
    isShared: false,
    get commits() {
      return runner.commits;
    },
    run: async (call: Call) => {
      const [outcome] = runner.run([call]);
      if (outcome === undefined || 'failure' in outcome) throw outcome?.failure;
      return outcome.value;
    },
    close: async () => runner.close(),
  };
}
