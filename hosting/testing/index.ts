/** For tests of other rooms: the proxy as hosts have it, and programs that end with the tests. */
export { cleanUp, StartedProgram } from './programs.ts';
export { missingFor, NGINX_MANY, startProxy, type TestProxy } from './proxies.ts';
