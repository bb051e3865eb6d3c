/** `npm start`: the server, the broker and the bridge as three processes, so that the fall of one leaves the others standing. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BadArgument, HELP, readWishes, type Wishes } from './launcher/config.ts';
import { type House, NotStarted, openHouse } from './launcher/house.ts';
import { lanAddresses, lanNotice } from './launcher/lan.ts';

/** Where `npm run temple` looks by itself. */
const USUAL_MQTT_PORT = 1883;

const wishes = wishesOrEnd();
if (wishes.wantsHelp) {
  console.log(HELP);
  const server = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
  process.exit(spawnSync(process.execPath, [server, '--help'], { stdio: 'inherit' }).status ?? 1);
}

/** Whoever ends it while it starts need not wait for more than that, and leaves nobody behind. */
const ending = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve());
});
const house = await houseOrEnd(wishes);
if (wishes.hasTemples) console.log(templesLine(wishes, house));
if (wishes.isOnLan) console.log(lanNotice(lanAddresses(), { http: Number(house.server.port), mqtt: house.mqttPort }));
await ending;
await house.stop();
process.exit(0);

function templesLine({ MQTT_URL }: Wishes, { mqttPort }: House): string {
  if (mqttPort === undefined) return `Temples: your own broker, ${new URL(MQTT_URL ?? '').host}`;
  const broker = `mqtt://127.0.0.1:${mqttPort}`;
  const more = mqttPort === USUAL_MQTT_PORT ? '' : ` -- --mqtt ${broker}`;
  return `Temples: ${broker}, each with its own password; try: npm run temple${more}`;
}

function wishesOrEnd(): Wishes {
  try {
    return readWishes(process.argv.slice(2), process.env);
  } catch (error) {
    console.error(error instanceof BadArgument ? error.message : error);
    process.exit(1);
  }
}

async function houseOrEnd(given: Wishes): Promise<House> {
  try {
    return await openHouse(given);
  } catch (error) {
    if (!(error instanceof NotStarted)) console.error(error instanceof Error ? error.message : error);
    process.exit(error instanceof NotStarted ? error.code : 1);
  }
}
