export { gradeClient, linesOf } from './client/gradeClient.ts';
export { Gateway } from './gateway.ts';
export { checkServer } from './server/checkServer.ts';
