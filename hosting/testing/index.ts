/** For tests of other rooms: the proxy as hosts have it, and programs that end with the tests. */
export { missingFor, NGINX_MANY, startProxy, type TestProxy } from '../proxy/proxies.ts';
export { cleanUp } from '../support/cleanUp.ts';
export { StartedProgram } from '../support/program.ts';
