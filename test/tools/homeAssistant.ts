/** npm run do -- home-assistant: a temple in a real Home Assistant. Exits with 1 when it shows or logs what it must not. */
import { commandLine } from '@flower-war/protocol/command-line';
import {
  type BrokerKind,
  CannotBeHad,
  Home,
  Household,
  installedIn,
  type MqttBroker,
  reasonToSkip,
} from '../src/home-assistant/home.ts';
import { life, ourWarnings } from '../src/home-assistant/scenario.ts';

const { values } = commandLine({
  name: 'do -- home-assistant',
  does: 'lets a temple live in a house with Home Assistant',
  flags: {
    folder: {
      kind: 'text',
      of: 'FOLDER',
      usual: '.ci/home-assistant',
      tells: 'where Home Assistant is installed, or is to be',
    },
    broker: { kind: 'text', among: ['aedes', 'mosquitto'], tells: 'this broker alone' },
    protocol: { kind: 'text', among: ['3.1.1', '5'], usual: '5', tells: 'of Home Assistant with the embedded broker' },
  },
});

const hass = await installedIn(values.folder).catch((error: unknown) => {
  if (!(error instanceof CannotBeHad)) throw error;
  console.log(`skipped, because Home Assistant cannot be had here: ${error.message}`);
  process.exit(0);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(1));

const OTHER = 'only the other was asked for';
const say = (line: string) => console.log(`  ${line}`);
let failed = 0;
console.log('Home Assistant starts; the first time takes minutes');
const home = await Home.start(hass);
for (const kind of ['mosquitto', 'aedes'] as const) {
  const reason = values.broker === undefined || values.broker === kind ? reasonToSkip(kind) : OTHER;
  if (reason === undefined) await tryWith(kind);
  else console.log(`${kind}: skipped, because ${reason}`);
}
await end(failed);

async function tryWith(kind: BrokerKind): Promise<void> {
  const protocol = (kind === 'aedes' ? values.protocol : '5') as MqttBroker['protocol'];
  console.log(`${kind}, MQTT ${protocol}`);
  const house = await Household.open(kind);
  const before = (await ourWarnings(home)).length;
  const trouble = await life({ home, house, say }, protocol).catch((error: unknown) => error);
  if (trouble !== undefined) failed = 1;
  if (trouble !== undefined) console.error(trouble);
  const warnings = (await ourWarnings(home)).slice(before);
  if (warnings.length > 0) failed = 1;
  console.log(`  ${warnings.length} lines above INFO are ours`);
  for (const line of warnings.slice(0, 10)) console.error(`  ${line.slice(0, 400)}`);
  await home.removeMqtt();
  await house.close();
}

async function end(code: number): Promise<void> {
  await home.stop();
  process.exit(code);
}
