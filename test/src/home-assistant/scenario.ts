/** A temple's life in a house with Home Assistant: a match, deaths of every part, and another owner. */
import { type Table, toOffering } from '../temples/hall.ts';
import { differences, entitiesOf, flawsOfEntities, stateOf } from './entities.ts';
import type { Home, MqttBroker } from './home.ts';
import type { Household } from './household.ts';
import { until } from './until.ts';

export interface Around {
  readonly home: Home;
  readonly house: Household;
  readonly protocol: MqttBroker['protocol'];
  readonly say: (line: string) => void;
}

/** Rejects at the first step that does not hold. */
export async function live({ home, house, protocol, say }: Around): Promise<void> {
  await home.addMqtt({ port: house.broker.port, protocol, ...house.broker.login('home') });
  await until('the device', async () => (await flawsOfEntities(home)).length === 0).catch(async (error) => {
    throw new Error(`${error.message}: ${(await flawsOfEntities(home)).join(', ')}`);
  });
  say('the device is there with all its entities and triggers');
  await triggersAreThere(home);
  await house.claim(house.owner);
  const table = await house.table();
  await same(home, house, 'it counts for a match');
  await offers({ home, house, table, say });
  await controls(home, house);
  say('its button and its light level reach the temple');
  await deaths({ home, house, say });
  await otherOwner({ home, house });
  say('release, forget and claim by another player are followed');
  table.live.close();
  table.other.close();
}

async function triggersAreThere(home: Home): Promise<void> {
  const [one] = (await entitiesOf(home)).values();
  const triggers: readonly { domain: string }[] = await home.ask('device_automation/trigger/list', {
    device_id: one?.device_id,
  });
  const count = triggers.filter(({ domain }) => domain === 'mqtt').length;
  if (count !== 6) throw new Error(`there are ${count} triggers instead of 6`);
}

type Playing = Pick<Around, 'home' | 'house' | 'say'> & { readonly table: Table };

async function offers({ home, house, table, say }: Playing): Promise<void> {
  for (const times of [1, 2]) {
    await toOffering(table, 1);
    await same(home, house, `offering ${times} may begin`);
    const before = (await stateOf(home, 'sacrifice')).state;
    house.twin.drop('war');
    await until('the sacrifice', async () => (await stateOf(home, 'sacrifice')).state !== before);
    const { attributes } = await stateOf(home, 'sacrifice');
    if (attributes['event_type'] !== 'war_applied') throw new Error(`the event was ${JSON.stringify(attributes)}`);
    await same(home, house, `offering ${times}`);
    await table.live.play(table.live.legal.find((move) => move === 'done') ?? table.live.legal[0] ?? '');
  }
  const { attributes } = await stateOf(home, 'match');
  if (JSON.stringify(attributes['players']) !== '["Itzel","Xoco"]')
    throw new Error(`the match has the attributes ${JSON.stringify(attributes)}`);
  say('a bead is an event, and every value is that of the ledger');
}

async function controls(home: Home, house: Household): Promise<void> {
  const entities = await entitiesOf(home);
  const of = (key: string) => ({ entity_id: entities.get(key)?.entity_id });
  await home.act('button/press', of('identify'));
  await until('the temple to show itself', () => house.twin.display.isIdentifying);
  await home.act('number/set_value', { ...of('light'), value: 40 });
  await until('the light level', async () => (await stateOf(home, 'light')).state === '40');
  if (house.temple.state.wanted.light !== 40) throw new Error('the server has another light level');
}

/** After each death every value is that of the ledger again, and no sacrifice happens twice. */
async function deaths({ home, house, say }: Pick<Around, 'home' | 'house' | 'say'>): Promise<void> {
  const kills: Readonly<Record<string, () => Promise<void>>> = {
    temple: async () => house.twin.reboot({ isTorn: true }),
    bridge: async () => {
      await house.killBridge();
      house.startBridge();
    },
    broker: async () => {
      await house.broker.kill();
      await until('Home Assistant to notice', async () => (await stateOf(home, 'war')).state === 'unavailable');
      await house.broker.restart();
    },
    'Home Assistant': async () => {
      await home.kill();
      await home.up();
    },
  };
  for (const [name, kill] of Object.entries(kills)) {
    await moment(2000); // Home Assistant writes down a moment later who is logged in.
    const before = (await stateOf(home, 'sacrifice')).state;
    await kill();
    await house.twin.connected();
    await same(home, house, `the ${name} died`);
    await until(
      'the sacrifice to be available',
      async () => (await stateOf(home, 'sacrifice')).state !== 'unavailable',
    );
    const after = (await stateOf(home, 'sacrifice')).state;
    // Home Assistant stores its states every 15 minutes, so that after its death it may know an earlier sacrifice or none.
    if (after !== 'unknown' && after > before)
      throw new Error(`after the death of the ${name} a sacrifice of ${before} happened again at ${after}`);
    // Home Assistant subscribes again a moment after it says that it is connected.
    await moment(5000);
    house.twin.drop('rain');
    await until('the next sacrifice', async () => (await stateOf(home, 'sacrifice')).state !== after);
    await same(home, house, `a bead after the death of the ${name}`);
    say(`the ${name} was killed: every value is that of the ledger again`);
  }
}

async function otherOwner({ home, house }: Pick<Around, 'home' | 'house'>): Promise<void> {
  await house.release();
  await same(home, house, 'its owner released it');
  house.twin.powerOff({ isTold: true });
  await until('the temple to be away', () => !house.temple.isFresh, 120_000);
  await house.forget();
  await until('Home Assistant to forget it', async () => (await entitiesOf(home)).size === 0);
  house.twin.powerOn();
  await house.twin.connected();
  await until('the server to hear of it', () => house.temple.isFresh);
  await house.claim(house.guest);
  await until('the device to come back', async () => (await flawsOfEntities(home)).length === 0);
  await same(home, house, 'another player claimed it');
}

async function same(home: Home, house: Household, when: string): Promise<void> {
  await until('equal values', async () => (await differences(home, house)).length === 0).catch(async () => {
    throw new Error(`${when}, and ${(await differences(home, house)).join('; ')}`);
  });
}

const moment = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** While the broker is dead, Home Assistant has to say so. */
const ITS_OWN = /Disconnected from MQTT server|Failed to connect to MQTT server|Error returned from MQTT server/;

/** What it logged above INFO because of us. */
export async function ourWarnings(home: Home): Promise<readonly string[]> {
  const lines = await home.warnings();
  return lines.filter((line) => /mqtt|templ|sensor\.|event\./i.test(line) && !ITS_OWN.test(line));
}
