/** An example of each body and each answer. A test checks each against the schema that checks real ones. */
import type { AnswerName, BODIES } from '../routeTable.ts';
import { hostAnswerExamples, hostBodyExamples } from './operator.ts';
import { peopleAnswerExamples, peopleBodyExamples } from './people.ts';
import { plainAnswerExamples, plainBodyExamples, playAnswerExamples, playBodyExamples } from './play.ts';
import { BEN, MATCH, MINUTE, NOW, TEMPLE } from './story.ts';

// Examples of temples.

const templeBodyExamples = {
  claimTemple: { temple: TEMPLE, code: 'K7QX-2M4P' },
  showCode: { temple: TEMPLE },
  giveTemple: { player: BEN.player },
  bindTemple: { match: MATCH, to: 'seat' },
  returnBeads: { slot: 'war', n: 2 },
  setTemple: { name: 'Sol', light: 40, names: { war: 'Huitzilopochtli', rain: 'Tlaloc' } },
};

const none = { war: 0, rain: 0 };

const account = {
  sensed: { war: 5, rain: 1 },
  applied: { war: 2, rain: 1 },
  held: { war: 1, rain: 0 },
  refused: { war: 2, rain: 0 },
};

const temple = {
  temple: TEMPLE,
  name: 'Sol',
  online: true,
  device: { proto: 'templo/1.0', hw: 'esp32', flash: 'wal', ui: ['leds:12', 'display'], configRev: 1 },
  ledger: { ...account, toTake: none, last: { slot: 'war', ordinal: 5, verdict: 'held', why: 'not-your-turn' } },
  waiting: [{ slot: 'war', n: 1, why: 'not-your-turn' }],
  bound: { match: MATCH, seat: 0 },
  settings: { rev: 1, name: 'Sol', light: 40, names: { war: 'Huitzilopochtli', rain: 'Tlaloc' } },
  quarantined: false,
};

const order = ['war', 'rain', 'war', 'rain', 'war'];

const templeAnswerExamples = {
  Temple: temple,
  TempleList: { temples: [temple] },
  CodeShown: { until: NOW + 2 * MINUTE },
  Knock: { knock: '63537ed6-848a-426d-8bd4-fc25a9da5fcc', order, until: NOW + MINUTE },
  KnockState: { state: 'waiting', order, until: NOW + MINUTE },
  TempleReleased: { released: true },
  TempleIdentified: { identified: true },
  TempleLog: {
    entries: [
      { seq: 2, at: NOW + MINUTE, kind: 'bound', match: MATCH, seat: 0 },
      { seq: 1, at: NOW, kind: 'counted', epoch: 7, war: 5, rain: 1 },
      { seq: 0, at: NOW, kind: 'claimed', how: 'printed' },
    ],
    next: 0,
  },
};

export const BODY_EXAMPLES: Readonly<Record<keyof typeof BODIES, unknown>> = {
  ...peopleBodyExamples,
  ...playBodyExamples,
  ...plainBodyExamples,
  ...templeBodyExamples,
  ...hostBodyExamples,
};

export const ANSWER_EXAMPLES: Readonly<Record<Exclude<AnswerName, 'Refusal'>, unknown>> = {
  ...peopleAnswerExamples,
  ...playAnswerExamples,
  ...plainAnswerExamples,
  ...templeAnswerExamples,
  ...hostAnswerExamples,
};
