/** The temples of players. */
import { z } from 'zod';
import { info, lastBead, slot, sums, templeId, wanted, why } from '../../temple/payloads.ts';
import { printable } from '../../wire/printable.ts';
import type { RoutesOf } from './route.ts';

const id = z.string().min(1).max(64);
const seat = z.int().min(0).max(5);
const slotName = printable(32);

export const templeBodies = {
  /** Printed on the temple, or shown by it; case, spaces and dashes do not matter. */
  claimTemple: z.strictObject({ temple: templeId, code: z.string().min(1).max(64) }),
  showCode: z.strictObject({ temple: templeId }),
  giveTemple: z.strictObject({ player: id }),
  /** `seat`: the one that the owner holds there; `table`: all seats, as the one temple on the table. */
  bindTemple: z.strictObject({ match: id, to: z.enum(['seat', 'table']) }),
  /** Beads that the owner took out of the temple while it counted for no match. */
  returnBeads: z.strictObject({ slot, n: z.int().min(1).max(0xffffffff) }),
  /** What is left out stays as it was. */
  setTemple: z.strictObject({
    name: printable(32).exactOptional(),
    /** In percent. */
    light: z.int().min(0).max(100).exactOptional(),
    debounceMs: z.int().min(0).max(1000).exactOptional(),
    /** The slots were wired the other way round. */
    swapped: z.boolean().exactOptional(),
    /** What the slots are called. */
    names: z.strictObject({ war: slotName, rain: slotName }).exactOptional(),
  }),
} as const;
export type TempleSettings = z.infer<typeof templeBodies.setTemple>;
export type BindTo = z.infer<typeof templeBodies.bindTemple>['to'];

export const templeLogQuery = z.strictObject({
  /** `next` of the page before. */
  before: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

const ledger = {
  /** For each slot, applied + held + refused == sensed. */
  ...{ sensed: sums, applied: sums, held: sums, refused: sums },
};

export const ownTemple = z.object({
  temple: templeId,
  name: z.string(),
  /** It was heard of within 75 seconds, and has not said that it goes. */
  online: z.boolean(),
  /** What it says of itself, since the server started. */
  device: info.omit({ v: true, id: true, mac: true }).exactOptional(),
  ledger: z.object({
    ...ledger,
    /** Of the refused ones, those that are still in the temple. */
    toTake: sums,
    last: lastBead.exactOptional(),
  }),
  /** The held beads, in the order in which they came; `seat`: whose they are, at a temple on a table. */
  waiting: z.array(z.object({ slot, n: z.int(), why, seat: seat.exactOptional() })),
  /** The match for which it counts; without a seat it is the one temple on the table. */
  bound: z.object({ match: id, seat: seat.exactOptional() }).exactOptional(),
  /** What its device is wanted to be; `rev` is told as `configRev` by a device that has taken it. */
  settings: wanted.omit({ v: true }),
  /** Two devices seem to share this name: all that it counts waits for the owner's confirmation. */
  quarantined: z.boolean(),
});
export type OwnTemple = z.infer<typeof ownTemple>;
export const ownTemples = z.object({ temples: z.array(ownTemple) });

/** It shows six characters until then, in milliseconds since 1970. */
export const codeShown = z.object({ until: z.int() });
export type CodeShown = z.infer<typeof codeShown>;

export const knock = z.object({
  knock: id,
  /** To be dropped into the temple, one bead after another. */
  order: z.array(slot),
  until: z.int(),
});
export type Knock = z.infer<typeof knock>;

/** `over`: the time ran out, another knock took its place, or it is none of the caller's. */
export const knockState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting'), order: z.array(slot), until: z.int() }),
  z.object({ state: z.literal('claimed'), temple: templeId }),
  z.object({ state: z.literal('over') }),
]);
export type KnockState = z.infer<typeof knockState>;

export const templeReleased = z.object({ released: z.literal(true) });
export const templeIdentified = z.object({ identified: z.literal(true) });

const totals = { epoch: z.int(), war: z.int(), rain: z.int() };
const at = { seq: z.int(), at: z.int() };

export const templeLog = z.object({
  /** The newest first, from the caller's claim on. */
  entries: z.array(
    z.discriminatedUnion('kind', [
      z.object({ ...at, kind: z.literal('claimed'), how: z.enum(['printed', 'shown', 'knock', 'given']) }),
      z.object({ ...at, kind: z.literal('based'), ...totals }),
      z.object({ ...at, kind: z.literal('counted'), ...totals, doubtful: z.literal(true).exactOptional() }),
      z.object({ ...at, kind: z.literal('returned'), slot, n: z.int() }),
      z.object({ ...at, kind: z.literal('confirmed') }),
      z.object({ ...at, kind: z.literal('bound'), match: id, seat: seat.exactOptional() }),
      /** What it had counted by then. */
      z.object({ ...at, kind: z.literal('unbound'), ...ledger }),
      z.object({ ...at, kind: z.literal('wanted') }),
    ]),
  ),
  next: z.int().exactOptional(),
});
export type TempleLog = z.infer<typeof templeLog>;

export const templeQueries = { templeLog: templeLogQuery } as const;

export const templeAnswers = {
  Temple: ownTemple,
  Temples: ownTemples,
  CodeShown: codeShown,
  Knock: knock,
  KnockState: knockState,
  TempleReleased: templeReleased,
  TempleIdentified: templeIdentified,
  TempleLog: templeLog,
} as const;

export const templeRoutes = {
  claimLink: {
    about: 'where the picture code on a temple leads',
    needs: 'nothing',
    answer: 'Words',
  },
  claimTemple: {
    about: 'makes it mine, by the code that is printed on it or that it shows',
    needs: 'temple',
    token: 'must',
    body: 'claimTemple',
    answer: 'Temple',
    limit: 'pairing',
    codes: ['wrong-temple-code', 'too-many-guesses', 'temple-owned', 'no-such-temple', 'limit-reached'],
  },
  showTempleCode: {
    about: 'has a temple of nobody show me six characters',
    needs: 'temple',
    token: 'must',
    body: 'showCode',
    answer: 'CodeShown',
    limit: 'pairing',
    codes: ['temple-silent'],
  },
  startKnock: {
    about: 'an order of beads: the temple that performs it is mine',
    needs: 'nothing',
    token: 'must',
    answer: 'Knock',
    limit: 'pairing',
    codes: ['limit-reached'],
  },
  getKnock: {
    about: 'whether a temple has performed it',
    needs: 'nothing',
    token: 'must',
    answer: 'KnockState',
  },
  listTemples: {
    about: 'my temples',
    needs: 'nothing',
    token: 'must',
    answer: 'Temples',
  },
  releaseTemple: {
    about: 'it is nobody’s, and counts for no match',
    needs: 'temple',
    token: 'must',
    answer: 'TempleReleased',
    limit: 'temples',
    codes: ['no-such-temple'],
  },
  giveTemple: {
    about: 'it is another player’s',
    needs: 'temple',
    token: 'must',
    body: 'giveTemple',
    answer: 'TempleReleased',
    limit: 'temples',
    codes: ['no-such-temple', 'no-such-player', 'limit-reached'],
  },
  setTemple: {
    about: 'what its device is to be',
    needs: 'temple',
    token: 'must',
    body: 'setTemple',
    answer: 'Temple',
    limit: 'temples',
    codes: ['no-such-temple', 'name-refused'],
  },
  identifyTemple: {
    about: 'it blinks',
    needs: 'temple',
    token: 'must',
    answer: 'TempleIdentified',
    limit: 'temples',
    codes: ['no-such-temple', 'temple-silent'],
  },
  getTempleLog: {
    about: 'what happened to it since it is mine, the newest first',
    needs: 'temple',
    token: 'must',
    query: 'templeLog',
    answer: 'TempleLog',
    limit: 'temples',
    codes: ['no-such-temple'],
  },
  bindTemple: {
    about: 'it counts for a match, for my seat, or where I am the host for all at the table',
    needs: 'temple',
    token: 'must',
    body: 'bindTemple',
    answer: 'Temple',
    limit: 'temples',
    codes: [
      'no-such-temple',
      'no-such-match',
      'not-seated',
      'forbidden',
      'temple-bound',
      'no-temple-here',
      'match-over',
    ],
  },
  unbindTemple: {
    about: 'it counts for its match no more',
    needs: 'temple',
    token: 'must',
    answer: 'Temple',
    limit: 'temples',
    codes: ['no-such-temple'],
  },
  returnBeads: {
    about: 'beads that no match wanted were taken out',
    needs: 'temple',
    token: 'must',
    body: 'returnBeads',
    answer: 'Temple',
    limit: 'temples',
    codes: ['no-such-temple', 'temple-bound', 'beads-refused'],
  },
  confirmBeads: {
    about: 'so many beads at once were meant',
    needs: 'temple',
    token: 'must',
    answer: 'Temple',
    limit: 'temples',
    codes: ['no-such-temple', 'temple-bound', 'beads-refused'],
  },
} as const satisfies RoutesOf;
