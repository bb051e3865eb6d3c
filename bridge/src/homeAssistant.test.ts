/** Checks the discovery against the rules of Home Assistant; `npm run do -- home-assistant` tries it with the real one. */
import { filterOf, MOST_PAYLOAD_BYTES, wish } from '@flower-war/protocol/temple';
import { expect, test } from 'vitest';
import { MOST_MESSAGE_BYTES } from '../broker/access.ts';
import { ManualClock } from '../testing/index.ts';
import { acceptedDiscovery } from './homeAssistant.fixture.ts';
import { discoveryOf, type HomeDevice, HomePublisher } from './homeAssistant.ts';

const T = 'templo-7f3a';
const full: HomeDevice = {
  temple: T,
  version: '1.2.3',
  page: 'http://host:2567',
  match: 'K7Q42M8A',
  name: 'Of the hall',
  names: { war: 'Krieg', rain: 'Regen' },
  info: { v: 1, fw: '1.0.0', hw: 'r2', mac: '24:6f:28:aa:7f:3a' },
};

/** Home Assistant remembers entities by these. A house that has them would lose its history with another key. */
const SINCE_VERSION_1 = ['war', 'rain', 'applied', 'held', 'refused', 'turn', 'apocalypse'];

test.each([[{ temple: T, version: '1' } as HomeDevice], [full]])('%j becomes what Home Assistant accepts', (home) => {
  const parsed = acceptedDiscovery.parse(discoveryOf(home));
  const names = Object.keys(parsed.components);
  expect(names).toEqual(expect.arrayContaining(SINCE_VERSION_1));
  for (const name of names.filter((key) => !key.startsWith('on_')))
    expect(parsed.components[name]).toMatchObject({ unique_id: `${T}_${name}` });
});

test('it carries what the device and its owner say of it', () => {
  const { device, components } = acceptedDiscovery.parse(discoveryOf(full));
  expect(device).toMatchObject({ identifiers: [T], name: 'Of the hall', hw_version: 'r2', sw_version: '1.0.0' });
  expect(device.connections).toEqual([['mac', '24:6f:28:aa:7f:3a']]);
  expect(components['war']).toMatchObject({ name: 'Krieg beads, ever' });
});

test('while a topic is empty its value is unknown, and no error', () => {
  const { components } = acceptedDiscovery.parse(discoveryOf(full));
  const states = Object.values(components).flatMap((part) =>
    'state_topic' in part && part.platform !== 'event' ? [part] : [],
  );
  for (const { value_template } of states)
    expect(value_template).toMatch(/ if value_json is defined( and [^}]+)? else none \}\}$/);
});

test('a temple is there when the bridge and the device are', () => {
  const { availability, availability_mode } = acceptedDiscovery.parse(discoveryOf(full));
  expect(availability_mode).toBe('all');
  expect(availability.map(({ topic }) => topic)).toEqual([filterOf('bridge'), `templo/v1/${T}/availability`]);
});

test('it is larger than what devices must hold, and smaller than what brokers take', () => {
  const bytes = Buffer.byteLength(JSON.stringify(discoveryOf(full)));
  expect(bytes).toBeGreaterThan(MOST_PAYLOAD_BYTES);
  expect(bytes).toBeLessThanOrEqual(MOST_MESSAGE_BYTES);
});

test('its links lead to the match for which it counts, or else to the temples', () => {
  const { device, origin } = acceptedDiscovery.parse(discoveryOf(full));
  expect([device.configuration_url, origin.support_url]).toEqual([
    'http://host:2567/?match=K7Q42M8A',
    'http://host:2567/temples',
  ]);
  const { match: _, ...unbound } = full;
  expect(acceptedDiscovery.parse(discoveryOf(unbound)).device.configuration_url).toBe('http://host:2567/temples');
});

test('numbers of beads and rounds have units, and what is of use to few is off', () => {
  const { components } = acceptedDiscovery.parse(discoveryOf(full));
  const units = Object.entries(components).map(([key, part]) => [
    key,
    'unit_of_measurement' in part && part.unit_of_measurement,
  ]);
  expect(Object.fromEntries(units)).toMatchObject({ war: 'beads', held: 'beads', apocalypse: 'rounds', signal: 'dBm' });
  const off = Object.keys(components).filter((key) =>
    JSON.stringify(components[key]).includes('"enabled_by_default":false'),
  );
  expect(off).toEqual(['signal', 'uptime', 'boots']);
});

test('a sacrifice is an event and a trigger, one for each slot and verdict', () => {
  const { components } = acceptedDiscovery.parse(discoveryOf(full));
  const kinds = ['war_applied', 'war_held', 'war_refused', 'rain_applied', 'rain_held', 'rain_refused'];
  expect(components['sacrifice']).toMatchObject({ platform: 'event', event_types: kinds });
  expect(kinds.map((kind) => components[`on_${kind}`])).toMatchObject(kinds.map((payload) => ({ payload })));
});

test('what its controls send is what the bridge reads', () => {
  const { components } = acceptedDiscovery.parse(discoveryOf(full));
  const sent = [components['identify']?.platform === 'button' ? components['identify'].payload_press : ''];
  const { command_template = '' } = components['light']?.platform === 'number' ? components['light'] : {};
  sent.push(command_template.replace('{{ value | int }}', '40'));
  expect(sent.map((text) => wish.parse(JSON.parse(text)))).toEqual([{ identify: true }, { light: 40 }]);
});

test('each new description brings the match again once it was read', () => {
  const clock = new ManualClock();
  const described: string[] = [];
  const outbox = { put: () => {}, repeat: () => {} };
  const onDescribed = (temple: string) => described.push(temple);
  const home = new HomePublisher({ clock, outbox, version: '1.2.3', random: () => 0, onDescribed });
  const tell = (name: string) => home.templeChanged({ temple: T, config: { v: 1, rev: 1, name } });
  tell('Of the hall');
  expect(described).toEqual([]);
  clock.advance(2000);
  tell('Of the hall');
  clock.advance(2000);
  expect(described).toEqual([T]);
  tell('Of the garden');
  clock.advance(2000);
  expect(described).toEqual([T, T]);
});
