/** The store in PostgreSQL. */
import { PostgresEngine } from './engine/postgres/postgres.ts';
import { appendAll } from './journal/postgresAppend.ts';
import { operations } from './operations.ts';

export function postgresAt(url: string): PostgresEngine {
  return new PostgresEngine(url, { groups: operations, inOneStatement: { 'records.append': appendAll } });
}
