/** What Home Assistant 2026.11 accepts of a discovery, as far as this project uses it: read there, and tried with it. */
import { addressed, TOPICS, type Topic } from '@flower-war/protocol/temple';
import { z } from 'zod';

const isOfState = (topic: string) => {
  const found = addressed(topic);
  return found !== undefined && TOPICS[found.name].isRetained && TOPICS[found.name].readers.includes('home' as never);
};
const ourState = z.string().refine(isOfState, 'must be a retained topic of the table that Home Assistant may read');
const reaches = (topic: string, isFromHome: boolean) => {
  const found = addressed(topic);
  if (found === undefined || TOPICS[found.name].isRetained) return false;
  const { from, readers }: Topic = TOPICS[found.name];
  return isFromHome ? from === 'home' : readers.includes('home');
};
/** A retained event would happen again whenever Home Assistant connects. */
const ourEvent = z
  .string()
  .refine((topic) => reaches(topic, false), 'must be read by Home Assistant, and not retained');
const ourCommand = z
  .string()
  .refine((topic) => reaches(topic, true), 'must be written by Home Assistant, not retained');
const template = z.string().regex(/^\{\{ .+ \}\}$/);
const word = z.string().min(1);
const link = z.url({ protocol: /^https?$/ });

const common = {
  unique_id: word,
  name: word,
  icon: z
    .string()
    .regex(/^mdi:[a-z0-9-]+$/)
    .exactOptional(),
  enabled_by_default: z.boolean().exactOptional(),
};
/** Sensors have no settings: Home Assistant refuses the category `config`. */
const shown = {
  ...common,
  state_topic: ourState,
  value_template: template,
  entity_category: z.literal('diagnostic').exactOptional(),
  expire_after: z.int().min(1).exactOptional(),
};
const anyUnit = word;
const DEVICE_CLASSES = z.union([
  z.object({ device_class: z.undefined().optional(), unit_of_measurement: anyUnit.optional() }),
  z.object({ device_class: z.literal('signal_strength'), unit_of_measurement: z.enum(['dB', 'dBm']) }),
  z.object({ device_class: z.enum(['enum', 'timestamp']), unit_of_measurement: z.undefined().optional() }),
  z.object({ device_class: z.literal('duration'), unit_of_measurement: z.enum(['d', 'h', 'min', 's', 'ms']) }),
]);
const sensor = z
  .strictObject({
    ...shown,
    platform: z.literal('sensor'),
    state_class: z.enum(['measurement', 'total', 'total_increasing']).exactOptional(),
    device_class: word.exactOptional(),
    unit_of_measurement: word.exactOptional(),
    options: z.array(word).min(1).exactOptional(),
    json_attributes_topic: ourState.exactOptional(),
    json_attributes_template: template.exactOptional(),
  })
  .refine((given) => DEVICE_CLASSES.safeParse(given).success, 'this device class has no such unit')
  .refine(
    ({ options, state_class, device_class }) =>
      (options !== undefined) === (device_class === 'enum') && !(options && state_class),
    'a choice of words is not a number',
  );

const component = z.discriminatedUnion('platform', [
  sensor,
  z.strictObject({ ...shown, platform: z.literal('binary_sensor') }),
  z.strictObject({
    ...common,
    platform: z.literal('event'),
    state_topic: ourEvent,
    value_template: template,
    event_types: z.array(word).min(1),
  }),
  z.strictObject({
    ...common,
    platform: z.literal('button'),
    command_topic: ourCommand,
    payload_press: word,
    device_class: z.enum(['identify', 'restart', 'update']).exactOptional(),
    entity_category: z.literal('config'),
  }),
  z.strictObject({
    ...common,
    platform: z.literal('number'),
    state_topic: ourState,
    value_template: template,
    command_topic: ourCommand,
    command_template: z.string(),
    entity_category: z.literal('config'),
    unit_of_measurement: word,
    ...{ min: z.number(), max: z.number(), step: z.number() },
  }),
  /** A trigger is not an entity: it has no name and no id of its own. */
  z.strictObject({
    platform: z.literal('device_automation'),
    automation_type: z.literal('trigger'),
    topic: ourEvent,
    value_template: template,
    payload: word,
    type: word,
    subtype: word,
  }),
]);

export const acceptedDiscovery = z.strictObject({
  device: z.strictObject({
    identifiers: z.array(z.string()).min(1),
    connections: z.array(z.tuple([z.string(), z.string()])).optional(),
    name: word.optional(),
    manufacturer: word.optional(),
    model: word.optional(),
    hw_version: word.optional(),
    sw_version: word.optional(),
    configuration_url: link.optional(),
  }),
  origin: z.strictObject({ name: word, sw_version: word.optional(), support_url: link.optional() }),
  availability_mode: z.enum(['all', 'any', 'latest']),
  availability: z.array(z.strictObject({ topic: ourState, value_template: template.optional() })).min(1),
  qos: z.literal([0, 1, 2]),
  components: z.record(z.string(), component),
});
