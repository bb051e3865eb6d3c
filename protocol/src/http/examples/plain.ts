/** Examples of the plain door. */
import { BEN, TEMPLE } from './values.ts';

const id = '3f2b8e5c9d7a4160';

export const plainBodyExamples = {
  act: { id: 4711, decision: 2, move: 'toss' },
  resign: { id },
  asks: { id, what: 'attacks' },
  offer: { id, what: 'pause', minutes: 30 },
  reply: { id, accept: true },
  back: { id },
  beads: { id, said: { what: 'returned', temple: TEMPLE, slot: 'war', n: 2 } },
  say: { id, text: 'Well played.' },
  phrase: { id, phrase: 'well-played' },
  silence: { id, player: BEN.player, is: true },
  habits: { id, keeps: 'usual' },
};

const step = {
  kind: 'step',
  from: 6,
  step: 8,
  table: {},
  view: { phase: 'acting', roll: 3, tosses: 2 },
  events: [{ kind: 'tossed', seat: 0, heads: 3 }],
  legal: ['introduce'],
  decision: 2,
  awaited: true,
};

export const plainAnswerExamples = {
  StreamLine: step,
  Stream: step,
  Heard: { streams: 1 },
  Acted: { kind: 'accepted', step: 8 },
};
