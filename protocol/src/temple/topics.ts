/**
 * All MQTT topics: who writes each, how, and what it holds. Access lists, bridge, devices and documents use this table.
 */
import type * as z from 'zod';
import * as payloads from './payloads.ts';

export const TOPIC_ROOT = 'templo/v1';
export const MOST_TOPIC_BYTES = 64;
export const MOST_PAYLOAD_BYTES = 1024;
/** A temple that sends no odometer for this long is offline, even if its availability says `online`. */
export const SILENT_AFTER_MS = 75_000;
export const HEARTBEAT_MS = 30_000;

/** `operator`: programs that use the operator's account of the broker. `home`: Home Assistant. */
export type Party = 'device' | 'bridge' | 'operator' | 'home';

export interface Topic {
  /** `<id>` stands for a temple, `<verb>` for one of the verbs. */
  readonly path: string;
  readonly from: Party;
  /** The parties that read it, besides the bridge. */
  readonly readers: readonly Party[];
  readonly qos: 0 | 1;
  readonly isRetained: boolean;
  /** The schema of the JSON; `text` where the payload has no schema here. */
  readonly payload: z.ZodType | 'text';
  readonly about: string;
}

const state = { qos: 1, isRetained: true } as const;
const once = { qos: 1, isRetained: false } as const;
const shown = { from: 'bridge', readers: ['device', 'operator', 'home'] } as const;
const told = { from: 'device', readers: ['operator', 'home'] } as const;

export const TOPICS = {
  odometer: {
    path: `${TOPIC_ROOT}/<id>/odometer`,
    ...told,
    ...state,
    payload: payloads.odometer,
    about: 'running totals; the only source of sacrifices',
  },
  availability: {
    path: `${TOPIC_ROOT}/<id>/availability`,
    ...told,
    ...state,
    payload: 'text',
    about: 'plain `online` or `offline`; the last will is `offline`',
  },
  info: {
    path: `${TOPIC_ROOT}/<id>/info`,
    ...told,
    ...state,
    payload: payloads.info,
    about: 'hardware, firmware, protocol, features, `configRev`',
  },
  ack: {
    path: `${TOPIC_ROOT}/<id>/ack`,
    ...shown,
    ...state,
    payload: payloads.ack,
    about: 'what became of the beads: the ledger of this temple',
  },
  verdict: {
    path: `${TOPIC_ROOT}/<id>/verdict`,
    from: 'bridge',
    readers: ['operator', 'home'],
    ...once,
    payload: payloads.verdictTold,
    about: 'what has just become of beads; sent once',
  },
  match: {
    path: `${TOPIC_ROOT}/<id>/match`,
    ...shown,
    ...state,
    payload: payloads.matchTold,
    about: 'whose turn, what may be offered, players, counts, countdown',
  },
  config: {
    path: `${TOPIC_ROOT}/<id>/config`,
    ...shown,
    ...state,
    payload: payloads.wanted,
    about: 'wanted settings: debounce, light level, swapped slots, names',
  },
  cmd: {
    path: `${TOPIC_ROOT}/<id>/cmd`,
    from: 'bridge',
    readers: ['device'],
    ...once,
    payload: payloads.command,
    about: '`identify`, `show_code`, `report`; a device refuses a retained one',
  },
  result: {
    path: `${TOPIC_ROOT}/<id>/cmd/result`,
    from: 'device',
    readers: [],
    ...once,
    payload: payloads.commandResult,
    about: 'answer with the same `transaction`',
  },
  set: {
    path: `${TOPIC_ROOT}/<id>/set`,
    from: 'home',
    readers: [],
    ...once,
    payload: payloads.wish,
    about: 'what the house wants: `identify`, light level',
  },
  bridge: {
    path: `${TOPIC_ROOT}/bridge/state`,
    ...shown,
    ...state,
    payload: payloads.bridgeState,
    about: 'whether a bridge is connected; its last will says that it is not',
  },
  request: {
    path: `${TOPIC_ROOT}/bridge/request/<verb>`,
    from: 'operator',
    readers: [],
    ...once,
    payload: 'text',
    about: '`permit_pair`, `temples/list`, `temple/forget`',
  },
  response: {
    path: `${TOPIC_ROOT}/bridge/response/<verb>`,
    from: 'bridge',
    readers: ['operator'],
    ...once,
    payload: payloads.response,
    about: 'answer with the same `transaction`',
  },
  discovery: {
    path: 'homeassistant/device/<id>/config',
    from: 'bridge',
    readers: ['home'],
    ...state,
    payload: 'text',
    about: 'Home Assistant device discovery',
  },
  homeStatus: {
    path: 'homeassistant/status',
    from: 'home',
    readers: [],
    ...state,
    payload: 'text',
    about: 'Home Assistant says `online` when it has started',
  },
} as const satisfies Record<string, Topic>;
export type TopicName = keyof typeof TOPICS;

/** The topic of a temple, or of a verb. */
export function topicOf(name: TopicName, of: string): string {
  return TOPICS[name].path.replace(/<\w+>/, of);
}

/** The filter that subscribes to all temples, or to all verbs. A verb may have a slash in it. */
export function filterOf(name: TopicName): string {
  return topicOf(name, '+').replace(/(?<=bridge\/\w+\/)\+$/, '#');
}

export interface Addressed {
  readonly name: TopicName;
  /** The temple or the verb; empty if the topic names neither. */
  readonly of: string;
}

const ID = 'templo-[0-9a-f]{4,12}';
const PATTERNS = (Object.keys(TOPICS) as TopicName[]).map((name) => {
  const pattern = TOPICS[name].path.replace('<id>', `(?<of>${ID})`).replace('<verb>', '(?<of>[a-z_/]+)');
  return { name, pattern: new RegExp(`^${pattern}$`) };
});

/** Which of our topics this is; `undefined` for any other topic. */
export function addressed(topic: string): Addressed | undefined {
  for (const { name, pattern } of topic.length > MOST_TOPIC_BYTES ? [] : PATTERNS) {
    const match = pattern.exec(topic);
    if (match !== null) return { name, of: match.groups?.['of'] ?? '' };
  }
  return undefined;
}
