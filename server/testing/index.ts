/** For tests of other rooms: the databases that a server needs. */
export { noRedis, TestRedis } from '../src/announcing/redis/redis.fixture.ts';
export { noPostgres, TestPostgres } from '../src/store/engine/postgres/postgres.fixture.ts';
export { postgresStores } from '../src/store/engine/postgres/postgresStores.fixture.ts';
