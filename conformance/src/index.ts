export { gradeClient, linesOf } from './client/gradeClient.ts';
export { checkServer } from './server/checkServer.ts';
export { Gateway } from './gateway/gateway.ts';
