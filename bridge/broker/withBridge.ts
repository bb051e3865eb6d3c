/** `npm start`: the broker and the bridge in one process. Two would need half as much memory again on a small board. */
import type { Environment } from '@flower-war/protocol/hosting';
import { runBridge } from '../src/process.ts';
import { endProcess, onceToldToStop } from '../src/runtime.ts';
import { openBroker } from './broker.ts';

if (process.argv.includes('--help')) process.exit(0);

const opening = openBroker();
let stopBridge: ReturnType<typeof runBridge> = () => Promise.resolve();
const stop = async (why: string) => {
  await stopBridge(why);
  await (await opening).stop();
};

// Who hears that the broker listens may tell this process to stop at once.
onceToldToStop((why) => void endProcess(0, () => stop(why)));
// The launcher tells where the server is when it knows it: the broker comes first, because the server asks for its port.
process.once('message', (settings: Environment) => {
  stopBridge = runBridge({ ...process.env, ...settings }, () => void endProcess(1, () => stop('refused')));
});
await opening;
