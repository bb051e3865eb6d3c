/** `npm run conformance:client -- --cmd "python3 client.py"`: says whether a client keeps to the protocol. */
import { parseArgs } from 'node:util';
import { gradeClient } from '../src/client/gradeClient.ts';

const { values } = parseArgs({
  options: { cmd: { type: 'string' }, only: { type: 'string' }, seconds: { type: 'string', default: '60' } },
});
if (values.cmd === undefined) {
  console.error(
    'Name the client: npm run conformance:client -- --cmd "python3 client.py" [--only words] [--seconds 60]',
  );
  process.exit(2);
}
const { cmd, only, seconds } = values;
const report = await gradeClient({ cmd, only, seconds: Number(seconds), tell: console.log });
process.exit(report.failed.length === 0 ? 0 : 1);
