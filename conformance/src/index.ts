export { gradeClient, linesOf } from './client/gradeClient.ts';
export { checkServer } from './server/checkServer.ts';
