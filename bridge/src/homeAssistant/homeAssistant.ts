/** Describes a temple to Home Assistant as one device. The values come from the topics of the temple. */
import { type Info, type TempleId, topicOf } from '@flower-war/protocol/temple';
import { type Component, componentsOf, type DeviceTrigger, type SlotNames, TRIGGERS } from './components.ts';

export interface HomeDevice {
  readonly temple: TempleId;
  readonly version: string;
  /** Where people open the server in a browser. */
  readonly page?: string;
  /** The match for which it counts. */
  readonly match?: string;
  /** The name that the owner gave it. */
  readonly name?: string;
  readonly names?: SlotNames;
  readonly info?: Info;
}

/** The payload of the discovery topic. */
export function discoveryOf(home: HomeDevice): Readonly<Record<string, unknown>> {
  const components = Object.entries(componentsOf(home.names ?? { war: 'War', rain: 'Rain' }));
  return {
    device: deviceOf(home),
    origin: originOf(home),
    availability_mode: 'all',
    availability: [
      { topic: topicOf('bridge', ''), value_template: '{{ value_json.state }}' },
      { topic: topicOf('availability', home.temple) },
    ],
    qos: 1,
    components: {
      ...Object.fromEntries(components.map(([key, part]) => [key, entityOf(home.temple, key, part)])),
      ...Object.fromEntries(Object.entries(TRIGGERS).map(([key, part]) => [key, triggerOf(home.temple, part)])),
    },
  };
}

function entityOf(temple: TempleId, key: string, part: Component): Readonly<Record<string, unknown>> {
  const { platform, name, topic, value, attributes, commands, more } = part;
  return {
    platform,
    unique_id: `${temple}_${key}`,
    name,
    ...(topic && { state_topic: topicOf(topic, temple) }),
    ...(value && { value_template: value }),
    ...(attributes && {
      json_attributes_topic: topicOf(attributes.topic, temple),
      json_attributes_template: attributes.value,
    }),
    ...(commands && { command_topic: topicOf(commands, temple) }),
    ...more,
  };
}

function triggerOf(temple: TempleId, { topic, value, ...trigger }: DeviceTrigger): Readonly<Record<string, unknown>> {
  const platform = { platform: 'device_automation', automation_type: 'trigger' };
  return { ...platform, topic: topicOf(topic, temple), value_template: value, ...trigger };
}

function originOf({ version, page }: HomeDevice): Readonly<Record<string, string>> {
  return { name: 'flower-war-bridge', sw_version: version, ...(page && { support_url: `${page}/temples` }) };
}

function deviceOf({ temple, name, info, page, match }: HomeDevice): Readonly<Record<string, unknown>> {
  return {
    identifiers: [temple],
    ...(info?.mac === undefined ? {} : { connections: [['mac', info.mac]] }),
    name: name ?? `Templo Mayor ${temple.slice('templo-'.length).toUpperCase()}`,
    model: 'Templo Mayor',
    manufacturer: 'Flower War',
    ...(page && { configuration_url: match === undefined ? `${page}/temples` : linkTo(page, match) }),
    ...(info?.hw === undefined ? {} : { hw_version: info.hw }),
    ...(info?.fw === undefined ? {} : { sw_version: info.fw }),
  };
}

/** The match in a browser. It holds no code: who may not enter sees what strangers see. */
function linkTo(page: string, match: string): string {
  return `${page}/?${new URLSearchParams({ match })}`;
}
