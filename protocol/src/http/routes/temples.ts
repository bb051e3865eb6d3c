/** The temples of players. */
import * as z from 'zod';
import { lastBead, slot, sums, templeId, why } from '../../temple/beads.ts';
import { info, wanted } from '../../temple/payloads.ts';
import { printable } from '../../wire/printable.ts';
import type { RoutesOf } from './route.ts';

const id = z.string().min(1).max(64);
const seat = z.int().min(0).max(5);
const slotName = printable(32);

export const templeBodies = {
  /** The code is printed on the temple, or the temple shows it. Case, spaces and dashes do not matter. */
  claimTemple: z.strictObject({ temple: templeId, code: z.string().min(1).max(64) }),
  showCode: z.strictObject({ temple: templeId }),
  giveTemple: z.strictObject({ player: id }),
  /** `seat`: for the seat that the owner holds there. `table`: for all seats, as the one temple on the table. */
  bindTemple: z.strictObject({ match: id, to: z.enum(['seat', 'table']) }),
  /** Beads that the owner took out of the temple while it counted for no match. */
  returnBeads: z.strictObject({ slot, n: z.int().min(1).max(0xffffffff) }),
  /** An absent field stays as it was. */
  setTemple: z.strictObject({
    name: printable(32).exactOptional(),
    /** In percent. */
    light: z.int().min(0).max(100).exactOptional(),
    debounceMs: z.int().min(0).max(1000).exactOptional(),
    /** The slots were wired the other way round. */
    swapped: z.boolean().exactOptional(),
    /** The names of the slots. */
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

/** For each slot, applied + held + refused == sensed. */
const ledger = { sensed: sums, applied: sums, held: sums, refused: sums };

export const ownTemple = z.object({
  temple: templeId,
  name: z.string(),
  /** The server heard of the temple within 75 seconds, and the temple has not said that it goes offline. */
  online: z.boolean(),
  /** What the device has said about itself since the server started. */
  device: info.omit({ v: true, id: true, mac: true }).exactOptional(),
  ledger: z.object({
    ...ledger,
    /** The refused beads that are still in the temple. */
    toTake: sums,
    last: lastBead.exactOptional(),
  }),
  /** The held beads, in the order in which they came. `seat`: the seat that owns them, at a temple on a table. */
  waiting: z.array(z.object({ slot, n: z.int(), why, seat: seat.exactOptional() })),
  /** The match for which the temple counts. Without a seat it is the one temple on the table. */
  bound: z.object({ match: id, seat: seat.exactOptional() }).exactOptional(),
  /** The settings that the device should have. A device that has taken them reports their `rev` as `configRev`. */
  settings: wanted.omit({ v: true }),
  /** Two devices seem to share this id: all beads that they count wait for the owner's confirmation. */
  quarantined: z.boolean(),
});
export type OwnTemple = z.infer<typeof ownTemple>;
export const ownTemples = z.object({ temples: z.array(ownTemple) });

/** How long the temple shows its six characters, in milliseconds since 1970. */
export const codeShown = z.object({ until: z.int() });
export type CodeShown = z.infer<typeof codeShown>;

export const knock = z.object({
  knock: id,
  /** The slots into which the player drops one bead after another. */
  order: z.array(slot),
  until: z.int(),
});
export type Knock = z.infer<typeof knock>;

/** `over`: the time ran out, another knock took its place, or the caller has no such knock. */
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
  /** The newest entry comes first. The log begins with the caller's claim. */
  entries: z.array(
    z.discriminatedUnion('kind', [
      z.object({ ...at, kind: z.literal('claimed'), how: z.enum(['printed', 'shown', 'knock', 'given']) }),
      z.object({ ...at, kind: z.literal('based'), ...totals }),
      z.object({ ...at, kind: z.literal('counted'), ...totals, doubtful: z.literal(true).exactOptional() }),
      z.object({ ...at, kind: z.literal('returned'), slot, n: z.int() }),
      z.object({ ...at, kind: z.literal('confirmed') }),
      z.object({ ...at, kind: z.literal('bound'), match: id, seat: seat.exactOptional() }),
      /** What the temple had counted by then. */
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
    about: 'a few words for people who scan the QR code on a temple',
    needs: 'nothing',
    answer: 'Words',
  },
  claimTemple: {
    about: 'makes a temple mine, by the code that is printed on it or that it shows',
    needs: 'temple',
    token: 'must',
    body: 'claimTemple',
    answer: 'Temple',
    limit: 'pairing',
    codes: ['wrong-temple-code', 'too-many-guesses', 'temple-owned', 'no-such-temple', 'limit-reached'],
  },
  showTempleCode: {
    about: 'makes a temple without an owner show six characters',
    needs: 'temple',
    token: 'must',
    body: 'showCode',
    answer: 'CodeShown',
    limit: 'pairing',
    codes: ['temple-silent'],
  },
  startKnock: {
    about: 'an order of beads; the temple that gets its beads in this order is mine',
    needs: 'nothing',
    token: 'must',
    answer: 'Knock',
    limit: 'pairing',
    codes: ['limit-reached'],
  },
  getKnock: {
    about: 'whether a temple has got its beads in this order',
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
    about: 'gives a temple up; it has no owner then and counts for no match',
    needs: 'temple',
    token: 'must',
    answer: 'TempleReleased',
    limit: 'temples',
    codes: ['no-such-temple'],
  },
  giveTemple: {
    about: 'gives a temple to another player',
    needs: 'temple',
    token: 'must',
    body: 'giveTemple',
    answer: 'TempleReleased',
    limit: 'temples',
    codes: ['no-such-temple', 'no-such-player', 'limit-reached'],
  },
  setTemple: {
    about: 'changes the settings of a temple',
    needs: 'temple',
    token: 'must',
    body: 'setTemple',
    answer: 'Temple',
    limit: 'temples',
    codes: ['no-such-temple', 'name-refused'],
  },
  identifyTemple: {
    about: 'makes a temple blink',
    needs: 'temple',
    token: 'must',
    answer: 'TempleIdentified',
    limit: 'temples',
    codes: ['no-such-temple', 'temple-silent'],
  },
  getTempleLog: {
    about: 'what has happened to a temple since I own it, the newest first',
    needs: 'temple',
    token: 'must',
    query: 'templeLog',
    answer: 'TempleLog',
    limit: 'temples',
    codes: ['no-such-temple'],
  },
  bindTemple: {
    about: 'makes a temple count for a match: for my seat, or, if I am the host, for all at the table',
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
    about: 'takes a temple out of its match',
    needs: 'temple',
    token: 'must',
    answer: 'Temple',
    limit: 'temples',
    codes: ['no-such-temple'],
  },
  returnBeads: {
    about: 'says that I took out beads that counted for no match',
    needs: 'temple',
    token: 'must',
    body: 'returnBeads',
    answer: 'Temple',
    limit: 'temples',
    codes: ['no-such-temple', 'temple-bound', 'beads-refused'],
  },
  confirmBeads: {
    about: 'says that I really dropped so many beads at once',
    needs: 'temple',
    token: 'must',
    answer: 'Temple',
    limit: 'temples',
    codes: ['no-such-temple', 'temple-bound', 'beads-refused'],
  },
} as const satisfies RoutesOf;
