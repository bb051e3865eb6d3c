/** `npm run do -- broker`: the embedded broker in a process of its own, for a host who runs the bridge elsewhere. */
import { commandLine } from '@flower-war/protocol/command-line';
import { ACCOUNTS, accountPassword } from '@flower-war/protocol/credentials';
import { masterKeyIn } from '@flower-war/protocol/hosting';
import { endProcess, onceToldToStop } from '../src/runtime.ts';
import { describeConfig, explain, openBroker, readConfig } from './broker.ts';

const { values } = commandLine({
  name: 'do -- broker',
  does: 'runs the embedded MQTT broker',
  flags: { passwords: { kind: 'switch', tells: 'prints the passwords of its accounts instead' } },
  more: `Settings, from the environment, with their defaults:\n\n${describeConfig()}`,
});

if (values.passwords) {
  console.log(await passwords());
  process.exit();
}

// Who hears that it listens may tell it to stop at once.
const opening = openBroker();
onceToldToStop(() => void endProcess(0, async () => (await opening).stop()));
await opening;

async function passwords(): Promise<string> {
  try {
    const key = await masterKeyIn(readConfig(process.env).DATA_DIR);
    return ACCOUNTS.map((account) => `${account.padEnd(10)}${accountPassword(key, account)}`).join('\n');
  } catch (error) {
    process.exitCode = 1;
    return explain(error);
  }
}
