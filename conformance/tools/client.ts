/** `npm run do -- grade-client --cmd "python3 client.py"`: says whether a client keeps to the protocol. */
import { commandLine } from '@flower-war/protocol/command-line';
import { visible } from '@flower-war/protocol';
import { DOOR_NAMES, gradeClient, PLAYERS } from '../src/client/gradeClient.ts';

const {
  values: { cmd, door, as, only, seconds },
} = commandLine({
  name: 'do -- grade-client',
  does: 'says whether a client keeps to the protocol',
  flags: {
    cmd: { kind: 'text', of: '"python3 client.py"', isNeeded: true, tells: 'starts the client' },
    door: { kind: 'text', among: DOOR_NAMES, tells: 'the door that the client uses' },
    as: {
      kind: 'text',
      among: PLAYERS,
      tells: 'for whom it plays: a person, or a bot account with scopes for one seat',
    },
    only: { kind: 'text', tells: 'the checks whose name holds this' },
    seconds: { kind: 'whole', usual: 60, least: 1, tells: 'how long a check may take' },
  },
});
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort(new Error('Stopped.')));
try {
  const { passed, failed } = await gradeClient({
    cmd,
    door,
    as,
    only,
    seconds,
    signal: stopped.signal,
    tell: (text) => console.log(text.split('\n').map(visible).join('\n')),
  });
  process.exit(failed.length === 0 && passed.length > 0 ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
