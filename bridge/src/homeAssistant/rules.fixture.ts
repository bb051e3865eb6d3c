/** What Home Assistant 2026.11 accepts of a discovery, as far as this project uses it: read there, and tried with it. */
import { addressed, TOPICS } from '@flower-war/protocol/temple';
import { z } from 'zod';

const isOfState = (topic: string) => {
  const found = addressed(topic);
  return found !== undefined && TOPICS[found.name].isRetained && TOPICS[found.name].readers.includes('home' as never);
};
const ourState = z.string().refine(isOfState, 'must be a retained topic of the table that Home Assistant may read');
const template = z.string().regex(/^\{\{ .+ \}\}$/);
const word = z.string().min(1);
const link = z.url({ protocol: /^https?$/ });

const common = {
  unique_id: word,
  name: word,
  icon: z
    .string()
    .regex(/^mdi:[a-z-]+$/)
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
  z.object({ device_class: z.literal('duration'), unit_of_measurement: z.enum(['d', 'h', 'min', 's', 'ms']) }),
]);
const sensor = z
  .strictObject({
    ...shown,
    platform: z.literal('sensor'),
    state_class: z.enum(['measurement', 'total', 'total_increasing']).exactOptional(),
    device_class: word.exactOptional(),
    unit_of_measurement: word.exactOptional(),
  })
  .refine((given) => DEVICE_CLASSES.safeParse(given).success, 'this device class has no such unit');

const component = z.discriminatedUnion('platform', [
  sensor,
  z.strictObject({ ...shown, platform: z.literal('binary_sensor') }),
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
