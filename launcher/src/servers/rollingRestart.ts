/** `npm run do -- rolling-restart`: asks the launcher of this data folder to start its server processes anew, one by one. */

import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { commandLine } from '@flower-war/protocol/command-line';
import { type Answer, ROLLING_RESTART, socketIn } from './fleet.ts';

commandLine({
  name: 'do -- rolling-restart',
  does: 'starts the server processes of npm start anew, one after the other',
});

const { DATA_DIR = 'data' } = process.env;
const socket = connect(socketIn(DATA_DIR || 'data'), () => socket.write(`${ROLLING_RESTART}\n`));
let problem = 'npm start ended before all processes were new.';

socket.on('error', () => {
  problem = `No npm start with --processes runs with the data folder ${DATA_DIR || 'data'}. Name its folder in DATA_DIR.`;
});
socket.on('close', () => {
  if (problem !== '') console.error(problem);
  process.exitCode = problem === '' ? 0 : 1;
});
createInterface({ input: socket })
  .on('line', (line) => hear(JSON.parse(line) as Answer))
  .on('error', () => {}); // the socket tells its errors itself

function hear(answer: Answer): void {
  switch (answer.kind) {
    case 'step':
      console.log(answer.text);
      return;
    case 'done':
      problem = '';
      console.log('All processes are new.');
      return;
    case 'failed':
      problem = answer.text;
      return;
  }
}
