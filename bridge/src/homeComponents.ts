/** The entities of a temple, as data. The keys must not change, because Home Assistant remembers entities by them. */
import { matchPhase, SLOTS, type TopicName, verdict } from '@flower-war/protocol/temple';

export interface Component {
  readonly platform: 'sensor' | 'binary_sensor' | 'event' | 'button' | 'number';
  readonly name: string;
  /** Where the value comes from. A button has none. */
  readonly topic?: TopicName;
  readonly value?: string;
  /** Where its other values come from. */
  readonly attributes?: { readonly topic: TopicName; readonly value: string };
  /** Where its commands go. */
  readonly commands?: TopicName;
  readonly more?: Readonly<Record<string, unknown>>;
}

export interface SlotNames {
  readonly war: string;
  readonly rain: string;
}

/** A template that gives `none` while a topic is empty: Home Assistant shows that as unknown, and logs no error. */
const where = (holds: string, value: string) => `{{ ${value} if value_json is defined${holds} else none }}`;
const given = (path: string) => where(` and value_json.${path} is defined`, `value_json.${path}`);
const total = (tally: string) => where('', `value_json.${tally}.war + value_json.${tally}.rain`);
const yesOrNo = (path: string) => where('', `('ON' if value_json.${path} else 'OFF')`);

/**
 * What the match says is not true any more when it was not repeated for this long: the message itself tells 120 s. What a
 * device counts stays true; its availability tells whether it is there.
 */
const MATCHED = { expire_after: 135 };

const sensor = { platform: 'sensor' } as const;
const yesNo = { platform: 'binary_sensor' } as const;
const beads = { unit_of_measurement: 'beads' };
/** A decrease begins a new count: with a new device, or a new owner. */
const counting = { state_class: 'total_increasing' };
const measured = { state_class: 'measurement' };
const diagnostic = { entity_category: 'diagnostic' };
const hidden = { ...diagnostic, enabled_by_default: false };

export function componentsOf(names: SlotNames): Readonly<Record<string, Component>> {
  return { ...ledger(names), ...match(names), ...device, ...controls };
}

function ledger(names: SlotNames): Readonly<Record<string, Component>> {
  const reported = { ...beads, ...counting };
  return {
    war: {
      ...sensor,
      name: `${names.war} beads, ever`,
      topic: 'odometer',
      value: where('', 'value_json.war'),
      more: { ...reported, icon: 'mdi:sword-cross' },
    },
    rain: {
      ...sensor,
      name: `${names.rain} beads, ever`,
      topic: 'odometer',
      value: where('', 'value_json.rain'),
      more: { ...reported, icon: 'mdi:weather-pouring' },
    },
    applied: {
      ...sensor,
      name: 'Sacrifices accepted',
      topic: 'ack',
      value: total('applied'),
      more: { ...beads, ...counting, icon: 'mdi:check-circle-outline' },
    },
    held: {
      ...sensor,
      name: 'Sacrifices that wait',
      topic: 'ack',
      value: total('held'),
      more: { ...beads, ...measured, ...diagnostic, icon: 'mdi:timer-sand' },
    },
    // A dispute may take some of them back, so that they do not only increase.
    refused: {
      ...sensor,
      name: 'Sacrifices refused',
      topic: 'ack',
      value: total('refused'),
      more: { ...beads, ...measured, ...diagnostic, icon: 'mdi:close-circle-outline' },
    },
  };
}

const NO_MATCH = 'no match';
const MATCH_ATTRIBUTES = [
  "'match': value_json.match | default(none)",
  "'players': value_json.players | default([])",
  "'turn': (value_json.turn | default({})).name | default(none)",
  "'counts': value_json.counts",
].join(', ');

function match(names: SlotNames): Readonly<Record<string, Component>> {
  return {
    match: {
      ...sensor,
      name: 'Match',
      topic: 'match',
      value: where('', `(value_json.phase if value_json.match is defined else '${NO_MATCH}')`),
      attributes: {
        topic: 'match',
        value: `{{ ({${MATCH_ATTRIBUTES}} if value_json is defined else {}) | to_json }}`,
      },
      more: { device_class: 'enum', options: [NO_MATCH, ...matchPhase.options], ...MATCHED, icon: 'mdi:pyramid' },
    },
    deadline: {
      ...sensor,
      name: 'Turn ends',
      topic: 'match',
      value: where(
        ' and value_json.deadlineMs is defined',
        '(now() + timedelta(milliseconds=value_json.deadlineMs)).replace(microsecond=0).isoformat()',
      ),
      more: { device_class: 'timestamp', ...MATCHED },
    },
    turn: {
      ...yesNo,
      name: 'Your turn',
      topic: 'match',
      value: yesOrNo('yourTurn'),
      more: { ...MATCHED, icon: 'mdi:bell-ring-outline' },
    },
    mayWar: {
      ...yesNo,
      name: `${names.war}: you may offer`,
      topic: 'match',
      value: yesOrNo('mayOffer.war'),
      more: { ...MATCHED, icon: 'mdi:sword-cross' },
    },
    mayRain: {
      ...yesNo,
      name: `${names.rain}: you may offer`,
      topic: 'match',
      value: yesOrNo('mayOffer.rain'),
      more: { ...MATCHED, icon: 'mdi:weather-pouring' },
    },
    apocalypse: {
      ...sensor,
      name: 'Apocalypse in',
      topic: 'match',
      value: where(' and value_json.apocalypse is defined', 'value_json.apocalypse.left'),
      more: { unit_of_measurement: 'rounds', ...measured, ...MATCHED, icon: 'mdi:weather-night' },
    },
  };
}

const device: Readonly<Record<string, Component>> = {
  signal: {
    ...sensor,
    name: 'Signal',
    topic: 'odometer',
    value: given('rssi'),
    more: { ...hidden, ...measured, device_class: 'signal_strength', unit_of_measurement: 'dBm' },
  },
  uptime: {
    ...sensor,
    name: 'Uptime',
    topic: 'odometer',
    value: given('up'),
    more: { ...hidden, ...counting, device_class: 'duration', unit_of_measurement: 's' },
  },
  boots: {
    ...sensor,
    name: 'Boots',
    topic: 'odometer',
    value: given('boot'),
    more: { ...hidden, ...counting, icon: 'mdi:restart' },
  },
};

const SLOT_AND_VERDICT = "value_json.slot ~ '_' ~ value_json.verdict";
const VERDICT_ATTRIBUTES = ["'slot': value_json.slot", "'verdict': value_json.verdict", "'count': value_json.count"];

const controls: Readonly<Record<string, Component>> = {
  sacrifice: {
    platform: 'event',
    name: 'Sacrifice',
    topic: 'verdict',
    value: `{{ {'event_type': ${SLOT_AND_VERDICT}, ${VERDICT_ATTRIBUTES.join(', ')}, 'why': value_json.why | default(none)} | to_json }}`,
    more: {
      event_types: SLOTS.flatMap((slot) => verdict.options.map((became) => `${slot}_${became}`)),
      icon: 'mdi:skull-outline',
    },
  },
  identify: {
    platform: 'button',
    name: 'Identify',
    commands: 'set',
    more: { device_class: 'identify', entity_category: 'config', payload_press: '{"identify":true}' },
  },
  light: {
    platform: 'number',
    name: 'Light level',
    topic: 'config',
    value: given('light'),
    commands: 'set',
    more: {
      command_template: '{"light":{{ value | int }}}',
      entity_category: 'config',
      ...{ min: 0, max: 100, step: 1, unit_of_measurement: '%', icon: 'mdi:brightness-6' },
    },
  },
};

/** What an automation may wait for, in the words that Home Assistant shows. */
const TOLD = { applied: 'sacrifice accepted', held: 'sacrifice waits', refused: 'sacrifice refused' } as const;

export interface DeviceTrigger {
  readonly topic: TopicName;
  readonly value: string;
  readonly payload: string;
  readonly type: string;
  readonly subtype: string;
}

export const TRIGGERS: Readonly<Record<string, DeviceTrigger>> = Object.fromEntries(
  SLOTS.flatMap((slot) =>
    verdict.options.map((became) => {
      const payload = `${slot}_${became}`;
      const trigger = {
        topic: 'verdict',
        value: `{{ ${SLOT_AND_VERDICT} }}`,
        payload,
        type: TOLD[became],
        subtype: slot,
      };
      return [`on_${payload}`, trigger as DeviceTrigger];
    }),
  ),
);
