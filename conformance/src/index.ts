export { gradeClient, linesOf } from './client/gradeClient.ts';
export { Gateway, type Tampering } from './gateway.ts';
export { Report } from './report.ts';
export { checkServer } from './server/checkServer.ts';
export { Connection } from './wire/connection.ts';
export { FRAME, readFrame, TableReader } from './wire/frames.ts';
