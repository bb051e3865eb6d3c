/** `npm run do -- bridge`: a bridge in a process of its own. */
import { commandLine } from '@flower-war/protocol/command-line';
import { describeConfig, runBridge } from './process.ts';
import { endProcess, onceToldToStop } from './runtime.ts';

commandLine({
  name: 'do -- bridge',
  does: 'connects temples with a server',
  more: `Settings, from the environment, with their defaults:\n\n${describeConfig()}`,
});

const stop = runBridge(process.env, () => void endProcess(1, () => stop('refused')));
onceToldToStop((why) => void endProcess(0, () => stop(why)));
