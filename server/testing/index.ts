/** For tests of other rooms: the databases that a server needs. */
export { noRedis, TestRedis } from '../src/announcing/redis.fixture.ts';
export type { Call, Engine, Work } from '../src/store/engine/engine.ts';
export { noPostgres, TestPostgres } from '../src/store/engine/postgres/postgres.fixture.ts';
export type { Append } from '../src/store/journal/journal.ts';
export { type OpenedStores, postgresStores, storesOnDisk } from '../src/store/openedStores.fixture.ts';
export { memoryStore } from '../src/store/store.fixture.ts';
export { digestOf, playRandom, RANDOM_GAMES } from './randomMatches.ts';
export type { ServerCode } from './simulatedServer.ts';
export type { StoreCode } from './simulatedStore.ts';
