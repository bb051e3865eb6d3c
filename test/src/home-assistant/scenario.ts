/** A temple's life in a house with Home Assistant: a whole match, deaths of every part, and another owner. */
import type { LiveMatch } from '@flower-war/client';
import { type Dying, deaths } from './deaths.ts';
import { entitiesOf, flawsOfEntities, same, stateOf } from './entities.ts';
import { type Home, isLoss, type MqttBroker } from './home.ts';
import type { Household } from './household.ts';
import { play } from './playing.ts';
import { until } from './until.ts';

export interface Around extends Dying {
  readonly protocol: MqttBroker['protocol'];
}

/** Rejects at the first step that does not hold. */
export async function life({ home, house, protocol, say }: Around): Promise<void> {
  await home.addMqtt({ ...house.game.forHome, protocol });
  await until('the device', async () => (await flawsOfEntities(home)).length === 0).catch(async (error) => {
    throw new Error(`${error.message}: ${(await flawsOfEntities(home)).join(', ')}`);
  });
  await triggersAreThere(home);
  say('the device is there with all its entities and triggers');
  await house.claim(house.owner);
  const live = await house.match();
  await same(home, house, 'it counts for a match');
  const begun = await play({ home, house, live }, 2);
  await playersAreTold(home, live);
  await controls(home, house);
  say('its button and its light level reach the temple');
  await deaths({ home, house, say });
  const { moves, beads } = await play({ home, house, live });
  live.close();
  await same(home, house, 'the match is over');
  say(`a match of ${begun.moves + moves} moves of its own and ${begun.beads + beads} beads was followed to its end`);
  await otherOwner({ home, house });
  say('release, forget and claim by another player are followed');
}

async function triggersAreThere(home: Home): Promise<void> {
  const [one] = (await entitiesOf(home)).values();
  const triggers: readonly { domain: string }[] = await home.ask('device_automation/trigger/list', {
    device_id: one?.device_id,
  });
  const count = triggers.filter(({ domain }) => domain === 'mqtt').length;
  if (count !== 6) throw new Error(`there are ${count} triggers instead of 6`);
}

async function playersAreTold(home: Home, live: LiveMatch<'flower-war'>): Promise<void> {
  const { attributes } = await stateOf(home, 'match');
  const names = live.table.seats.map(({ name }) => name);
  if (JSON.stringify(attributes['players']) !== JSON.stringify(names))
    throw new Error(`${names} play, but the match has the attributes ${JSON.stringify(attributes)}`);
}

async function controls(home: Home, house: Household): Promise<void> {
  const entities = await entitiesOf(home);
  const of = (key: string) => ({ entity_id: entities.get(key)?.entity_id });
  await home.act('button/press', of('identify'));
  await until('the temple to show itself', () => house.twin.display.isIdentifying);
  await home.act('number/set_value', { ...of('light'), value: 40 });
  await until('the light level', async () => (await stateOf(home, 'light')).state === '40');
  const light = await house.light();
  if (light !== 40) throw new Error(`the server has the light level ${light}`);
}

async function otherOwner({ home, house }: Pick<Around, 'home' | 'house'>): Promise<void> {
  await house.release();
  await same(home, house, 'its owner released it');
  house.twin.powerOff({ isTold: true });
  await until('the temple to be forgotten', async () => !(await house.forget()), 120_000);
  await until('Home Assistant to forget it', async () => (await entitiesOf(home)).size === 0);
  house.twin.powerOn();
  await house.twin.connected();
  await house.claim(house.guest);
  await until('the device to come back', async () => (await flawsOfEntities(home)).length === 0);
  await same(home, house, 'another player claimed it');
}

/** What it logged above INFO because of us. While the broker is dead, Home Assistant has to say so. */
export async function ourWarnings(home: Home): Promise<readonly string[]> {
  const lines = await home.warnings();
  return lines.filter((line) => /mqtt|templ|sensor\.|event\./i.test(line) && !isLoss(line));
}
