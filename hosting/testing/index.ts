/** For tests of other rooms: the proxy as hosts have it, and programs that end with the tests. */
export { type Changes, cleanUp, StartedProgram, startServer } from './programs.ts';
export {
  CADDY,
  HAPROXY,
  type Kind,
  missingFor,
  NGINX,
  NGINX_MANY,
  startProxy,
  type TestProxy,
} from './proxies.ts';
