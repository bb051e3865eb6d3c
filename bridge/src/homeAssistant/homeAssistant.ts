/** Describes a temple to Home Assistant as one device. The values come from the topics of the temple. */
import { type Info, type TempleId, type TopicName, topicOf } from '@flower-war/protocol/temple';

export interface HomeDevice {
  readonly temple: TempleId;
  readonly version: string;
  /** The name that the owner gave it. */
  readonly name?: string;
  readonly names?: { readonly war: string; readonly rain: string };
  readonly info?: Info;
}

interface Component {
  readonly platform: 'sensor' | 'binary_sensor';
  readonly name: string;
  readonly topic: TopicName;
  readonly value: string;
  readonly more?: Readonly<Record<string, string>>;
}

/** A template that gives `none` while a topic is empty: Home Assistant shows that as unknown, and logs no error. */
const where = (holds: string, value: string) => `{{ ${value} if value_json is defined${holds} else none }}`;
const total = (tally: string) => where('', `value_json.${tally}.war + value_json.${tally}.rain`);
const diagnostic = { entity_category: 'diagnostic' };
const counting = { state_class: 'total_increasing' };

/** The keys must not change, because Home Assistant remembers entities by them. */
function componentsOf(names: { readonly war: string; readonly rain: string }): Readonly<Record<string, Component>> {
  const sensor = { platform: 'sensor' } as const;
  return {
    war: {
      ...sensor,
      name: names.war,
      topic: 'odometer',
      value: where('', 'value_json.war'),
      more: { ...counting, icon: 'mdi:sword-cross' },
    },
    rain: {
      ...sensor,
      name: names.rain,
      topic: 'odometer',
      value: where('', 'value_json.rain'),
      more: { ...counting, icon: 'mdi:weather-pouring' },
    },
    applied: { ...sensor, name: 'Sacrifices accepted', topic: 'ack', value: total('applied') },
    held: { ...sensor, name: 'Sacrifices held', topic: 'ack', value: total('held'), more: diagnostic },
    refused: { ...sensor, name: 'Sacrifices refused', topic: 'ack', value: total('refused'), more: diagnostic },
    turn: {
      platform: 'binary_sensor',
      name: 'Your turn',
      topic: 'match',
      value: where('', "('ON' if value_json.yourTurn else 'OFF')"),
    },
    apocalypse: {
      ...sensor,
      name: 'Apocalypse in',
      topic: 'match',
      value: where(' and value_json.apocalypse is defined', 'value_json.apocalypse.left'),
      more: { icon: 'mdi:weather-night' },
    },
  };
}

/** The payload of the discovery topic. */
export function discoveryOf(home: HomeDevice): Readonly<Record<string, unknown>> {
  const components = Object.entries(componentsOf(home.names ?? { war: 'Huitzilopochtli', rain: 'Tlaloc' }));
  return {
    device: deviceOf(home),
    origin: { name: 'flower-war-bridge', sw_version: home.version },
    availability_mode: 'all',
    availability: [
      { topic: topicOf('bridge', ''), value_template: '{{ value_json.state }}' },
      { topic: topicOf('availability', home.temple) },
    ],
    qos: 1,
    components: Object.fromEntries(components.map(([key, part]) => [key, entityOf(home.temple, key, part)])),
  };
}

function entityOf(temple: TempleId, key: string, { platform, name, topic, value, more }: Component) {
  const identity = { platform, unique_id: `${temple}_${key}`, name };
  return { ...identity, state_topic: topicOf(topic, temple), value_template: value, ...more };
}

function deviceOf({ temple, name, info }: HomeDevice): Readonly<Record<string, unknown>> {
  return {
    identifiers: [temple],
    ...(info?.mac === undefined ? {} : { connections: [['mac', info.mac]] }),
    name: name ?? `Templo Mayor ${temple.slice('templo-'.length).toUpperCase()}`,
    model: 'Templo Mayor',
    manufacturer: 'Flower War',
    ...(info?.hw === undefined ? {} : { hw_version: info.hw }),
    ...(info?.fw === undefined ? {} : { sw_version: info.fw }),
  };
}
