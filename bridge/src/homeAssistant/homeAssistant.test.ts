/** Checks the discovery against Home Assistant's rules, which are written here field by field: it does not run here. */
import { addressed, filterOf, MOST_PAYLOAD_BYTES, TOPICS } from '@flower-war/protocol/temple';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { discoveryOf, type HomeDevice } from './homeAssistant.ts';

const ourTopic = z.string().refine((topic) => {
  const found = addressed(topic);
  return found !== undefined && TOPICS[found.name].isRetained && TOPICS[found.name].from !== 'home';
}, 'must be a retained topic of the table');
const template = z.string().regex(/^\{\{ .+ \}\}$/);
const common = {
  unique_id: z.string().min(1),
  name: z.string().min(1),
  state_topic: ourTopic,
  value_template: template,
  icon: z.string().regex(/^mdi:/).optional(),
  entity_category: z.literal('diagnostic').optional(),
};
const component = z.discriminatedUnion('platform', [
  z.strictObject({ ...common, platform: z.literal('sensor'), state_class: z.literal('total_increasing').optional() }),
  z.strictObject({ ...common, platform: z.literal('binary_sensor') }),
]);
const word = z.string().min(1).optional();
const discovery = z.strictObject({
  device: z.strictObject({
    identifiers: z.array(z.string()).min(1),
    connections: z.array(z.tuple([z.string(), z.string()])).optional(),
    name: word,
    manufacturer: word,
    model: word,
    hw_version: word,
    sw_version: word,
  }),
  origin: z.strictObject({ name: z.string().min(1), sw_version: word }),
  availability_mode: z.enum(['all', 'any', 'latest']),
  availability: z.array(z.strictObject({ topic: ourTopic, value_template: template.optional() })).min(1),
  qos: z.literal([0, 1, 2]),
  components: z.record(z.string(), component),
});

const T = 'templo-7f3a';
const full: HomeDevice = {
  temple: T,
  version: '1.2.3',
  name: 'Of the hall',
  names: { war: 'Krieg', rain: 'Regen' },
  info: { v: 1, fw: '1.0.0', hw: 'r2', mac: '24:6f:28:aa:7f:3a' },
};

test.each([[{ temple: T, version: '1' } as HomeDevice], [full]])('%j becomes what Home Assistant accepts', (home) => {
  const parsed = discovery.parse(discoveryOf(home));
  const names = ['war', 'rain', 'applied', 'held', 'refused', 'turn', 'apocalypse'];
  expect(Object.keys(parsed.components)).toEqual(names);
  expect(Object.values(parsed.components).map(({ unique_id }) => unique_id)).toEqual(
    names.map((name) => `${T}_${name}`),
  );
});

test('it carries what the device and its owner say of it', () => {
  const { device, components } = discovery.parse(discoveryOf(full));
  expect(device).toMatchObject({ identifiers: [T], name: 'Of the hall', hw_version: 'r2', sw_version: '1.0.0' });
  expect(device.connections).toEqual([['mac', '24:6f:28:aa:7f:3a']]);
  expect(components['war']?.name).toBe('Krieg');
});

test('while a topic is empty its value is unknown, and no error', () => {
  for (const { value_template } of Object.values(discovery.parse(discoveryOf(full)).components))
    expect(value_template).toMatch(/ if value_json is defined( and [^}]+)? else none \}\}$/);
});

test('a temple is there when the bridge and the device are', () => {
  const { availability, availability_mode } = discovery.parse(discoveryOf(full));
  expect(availability_mode).toBe('all');
  expect(availability.map(({ topic }) => topic)).toEqual([filterOf('bridge'), `templo/v1/${T}/availability`]);
});

test('it is larger than what devices must hold, and smaller than what brokers take', () => {
  const bytes = Buffer.byteLength(JSON.stringify(discoveryOf(full)));
  expect(bytes).toBeGreaterThan(MOST_PAYLOAD_BYTES);
  expect(bytes).toBeLessThan(4096);
});
