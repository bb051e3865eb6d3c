/** `npm run conformance:client -- --cmd "python3 client.py"`: says whether a client keeps to the protocol. */
import { parseArgs } from 'node:util';
import { visible } from '@flower-war/protocol';
import { DOOR_NAMES } from '../src/client/doors.ts';
import { gradeClient } from '../src/client/gradeClient.ts';

const { values } = parseArgs({
  options: {
    cmd: { type: 'string' },
    door: { type: 'string' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '60' },
  },
});
const { cmd, only, seconds } = values;
const door = DOOR_NAMES.find((name) => name === values.door);
if (cmd === undefined || door !== values.door) {
  console.error(
    'Name the client: npm run conformance:client -- --cmd "python3 client.py" [--door socket|plain] [--only words] [--seconds 60]',
  );
  process.exit(2);
}
try {
  const { passed, failed } = await gradeClient({
    cmd,
    door,
    only,
    seconds: Number(seconds),
    tell: (text) => console.log(text.split('\n').map(visible).join('\n')),
  });
  process.exit(failed.length === 0 && passed.length > 0 ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
