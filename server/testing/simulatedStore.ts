/** The store as the simulator of the house begins it: the real operations on SQLite in memory. */
import type { DatabaseSync } from 'node:sqlite';
import { connect } from '../src/store/data-folder/connect.ts';
import { SqliteRunner } from '../src/store/engine/sqlite/sqlite.ts';
import { STORE_NOW } from '../src/store/engine/engine.ts';
import { operations } from '../src/store/operations.ts';

const memoryDatabase = (): DatabaseSync => connect(':memory:', false);

const code = { memoryDatabase, operations, SqliteRunner, STORE_NOW };

export type StoreCode = typeof code;

export { memoryDatabase, operations, SqliteRunner, STORE_NOW };
