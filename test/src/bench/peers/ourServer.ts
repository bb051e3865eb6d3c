/** This server: with the game of the bench, in memory or on disk; or as `npm start` runs it. */
import { readConfig, startServer } from '@flower-war/server';
import { UNLIMITED } from '../../support/unlimited.ts';
import { gamesWithBoard } from '../board.ts';

export async function startReal(dataFolder: string): Promise<string> {
  const settings = { PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dataFolder };
  return (await startServer(readConfig({ ...settings, ...UNLIMITED }))).address;
}

export async function startOurs(dataFolder: string): Promise<string> {
  const settings = { PORT: '0', LOG_LEVEL: 'silent', MESSAGES_PER_SECOND: '100000', HEARTBEAT_SECONDS: '3600' };
  const journal = dataFolder === '' ? { JOURNAL: 'memory' } : { DATA_DIR: dataFolder };
  return (await startServer(readConfig({ ...settings, ...UNLIMITED, ...journal }), { games: gamesWithBoard() }))
    .address;
}
