export { checkServer } from './server/checkServer.ts';
