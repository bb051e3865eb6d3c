/** The temples of players. */
import * as z from 'zod';
import { lastBead, slot, sums, templeId, verdict, why } from '../../temple/beads.ts';
import { deviceSlotNames, flashKind, info, wanted } from '../../temple/payloads.ts';
import { printable } from '../../wire/printable.ts';
import { amount, digits, knockId, limitOf, matchId, playerId, type RoutesOf, seat, time } from './route.ts';

const slotName = printable(32).describe('The name of a slot.');
const slotNames = z.strictObject({ war: slotName, rain: slotName }).describe('The names of the slots.');
const bindTo = z
  .enum(['seat', 'table'])
  .describe('`seat`: for the seat that the owner holds there. `table`: for all seats, as the one temple on the table.');

export const templeBodies = {
  claimTemple: z.strictObject({
    temple: templeId,
    code: z
      .string()
      .min(1)
      .max(64)
      .describe('The code is printed on the temple, or the temple shows it. Case, spaces and dashes do not matter.'),
  }),
  showCode: z.strictObject({ temple: templeId }),
  giveTemple: z.strictObject({ player: playerId }),
  bindTemple: z.strictObject({ match: matchId, to: bindTo }),
  /** Beads that the owner took out of the temple while it counted for no match. */
  returnBeads: z.strictObject({ slot, n: z.int().min(1).max(0xffffffff).describe('How many beads.') }),
  /** An absent field stays as it was. */
  setTemple: z.strictObject({
    name: printable(32).describe('The name of the temple.').exactOptional(),
    light: z.int().min(0).max(100).describe('In percent.').exactOptional(),
    debounceMs: z.int().min(0).max(1000).exactOptional(),
    swapped: z.boolean().describe('The slots were wired the other way round.').exactOptional(),
    names: slotNames.exactOptional(),
  }),
} as const;
export type TempleSettings = z.infer<typeof templeBodies.setTemple>;
export type BindTo = z.infer<typeof bindTo>;

export const templeLogQuery = z.strictObject({
  before: digits(z.number().min(0)).describe('`next` of the page before.').optional(),
  limit: limitOf(100, 50),
});

/** For each slot, applied + held + refused == sensed. */
const accountFields = { sensed: sums, applied: sums, held: sums, refused: sums };
const ledger = z
  .object({
    ...accountFields,
    toTake: sums.describe('The refused beads that are still in the temple.'),
    last: lastBead.exactOptional(),
  })
  .describe('What became of the beads: for each slot, applied + held + refused == sensed.');

const device = info
  .omit({ v: true, id: true, mac: true })
  .describe('What the device has said about itself since the server started.');
const deviceSettings = wanted
  .omit({ v: true })
  .describe('The settings that the device should have. A device that has taken them reports their `rev`.');
const waitingBeads = z.object({
  slot,
  n: z.int(),
  why,
  seat: seat.describe('The seat that owns them, at a temple on a table.').exactOptional(),
});
const bound = z
  .object({ match: matchId, seat: seat.exactOptional() })
  .describe('The match for which the temple counts. Without a seat it is the one temple on the table.');

export const ownTemple = z.object({
  temple: templeId,
  name: z.string(),
  online: z
    .boolean()
    .describe('Whether the server heard of the temple within 75 seconds, and the temple has not said goodbye.'),
  device: device.exactOptional(),
  ledger,
  waiting: z.array(waitingBeads).describe('The held beads, in the order in which they came.'),
  bound: bound.exactOptional(),
  settings: deviceSettings,
  quarantined: z
    .boolean()
    .describe("Two devices seem to share this id: all beads that they count wait for the owner's confirmation."),
});
export type OwnTemple = z.infer<typeof ownTemple>;
export const ownTemples = z.object({ temples: z.array(ownTemple) });

export const codeShown = z.object({ until: time.describe('How long the temple shows its six characters.') });
export type CodeShown = z.infer<typeof codeShown>;

const order = z.array(slot).describe('The slots into which the player drops one bead after another.');

export const knock = z.object({ knock: knockId, order, until: time });
export type Knock = z.infer<typeof knock>;

const knockWaiting = z.object({ state: z.literal('waiting'), order, until: time });
const knockClaimed = z.object({ state: z.literal('claimed'), temple: templeId });
const knockOver = z
  .object({ state: z.literal('over') })
  .describe('The time ran out, another knock took its place, or the caller has no such knock.');
export const knockState = z.discriminatedUnion('state', [knockWaiting, knockClaimed, knockOver]);
export type KnockState = z.infer<typeof knockState>;

export const templeReleased = z.object({ released: z.literal(true) });
export const templeIdentified = z.object({ identified: z.literal(true) });

const totals = { epoch: z.int(), war: amount, rain: amount };
const at = { seq: amount, at: time };
const claimWay = z.enum(['printed', 'shown', 'knock', 'given']);

const logged = {
  TempleClaimed: z.object({ ...at, kind: z.literal('claimed'), how: claimWay }),
  TempleBased: z.object({ ...at, kind: z.literal('based'), ...totals }),
  TempleCounted: z.object({ ...at, kind: z.literal('counted'), ...totals, doubtful: z.literal(true).exactOptional() }),
  TempleReturned: z.object({ ...at, kind: z.literal('returned'), slot, n: z.int() }),
  TempleConfirmed: z.object({ ...at, kind: z.literal('confirmed') }),
  TempleBound: z.object({ ...at, kind: z.literal('bound'), match: matchId, seat: seat.exactOptional() }),
  TempleUnbound: z
    .object({ ...at, kind: z.literal('unbound'), ...accountFields })
    .describe('What the temple had counted by then.'),
  TempleWanted: z.object({ ...at, kind: z.literal('wanted') }).describe('Its settings changed.'),
} as const;

const templeEvent = z.discriminatedUnion('kind', [
  logged.TempleClaimed,
  logged.TempleBased,
  logged.TempleCounted,
  logged.TempleReturned,
  logged.TempleConfirmed,
  logged.TempleBound,
  logged.TempleUnbound,
  logged.TempleWanted,
]);

export const templeLog = z.object({
  entries: z.array(templeEvent).describe("The newest entry comes first. The log begins with the caller's claim."),
  next: amount
    .describe('Where the next page begins: send it as `before`. It is absent on the last page.')
    .exactOptional(),
});
export type TempleLog = z.infer<typeof templeLog>;

export const templeQueries = { templeLog: templeLogQuery } as const;

export const templeAnswers = {
  Temple: ownTemple,
  TempleList: ownTemples,
  CodeShown: codeShown,
  Knock: knock,
  KnockState: knockState,
  TempleReleased: templeReleased,
  TempleIdentified: templeIdentified,
  TempleLog: templeLog,
} as const;

export const templeParts = {
  ...logged,
  TempleEvent: templeEvent,
  ClaimWay: claimWay,
  KnockWaiting: knockWaiting,
  KnockClaimed: knockClaimed,
  KnockOver: knockOver,
  TempleLedger: ledger,
  BeadSums: sums,
  LastBead: lastBead,
  BeadVerdict: verdict,
  BeadReason: why,
  WaitingBeads: waitingBeads,
  BoundTo: bound,
  BindTo: bindTo,
  Slot: slot,
  SlotNames: slotNames,
  DeviceSlotNames: deviceSlotNames,
  TempleDevice: device,
  TempleSettings: deviceSettings,
  FlashKind: flashKind,
} as const;

export const templeRoutes = {
  claimLink: {
    about: 'a few words for people who scan the QR code on a temple',
    answer: 'Words',
  },
  claimTemple: {
    about: 'makes a temple mine, by the code that is printed on it or that it shows',
    ownedBy: 'temple',
    token: 'must',
    scope: 'temples',
    body: 'claimTemple',
    answer: 'Temple',
    limit: 'pairing',
    codes: ['wrong-temple-code', 'too-many-guesses', 'temple-owned', 'no-such-temple', 'limit-reached'],
  },
  showTempleCode: {
    about: 'makes a temple without an owner show six characters',
    ownedBy: 'temple',
    token: 'must',
    scope: 'temples',
    body: 'showCode',
    answer: 'CodeShown',
    limit: 'pairing',
    codes: ['temple-silent'],
  },
  startKnock: {
    about: 'an order of beads; the temple that gets its beads in this order is mine',
    ownedBy: 'pairing',
    token: 'must',
    scope: 'temples',
    answer: 'Knock',
    limit: 'pairing',
    codes: ['limit-reached'],
  },
  getKnock: {
    about: 'whether a temple has got its beads in this order',
    ownedBy: 'pairing',
    token: 'must',
    scope: 'temples',
    answer: 'KnockState',
  },
  listTemples: {
    about: 'my temples',
    token: 'must',
    scope: 'temples',
    answer: 'TempleList',
  },
  releaseTemple: {
    about: 'gives a temple up; it has no owner then and counts for no match',
    ownedBy: 'temple',
    token: 'must',
    scope: 'temples',
    answer: 'TempleReleased',
    limit: 'temples',
    codes: ['no-such-temple'],
  },
  giveTemple: {
    about: 'gives a temple to another player',
    ownedBy: 'temple',
    token: 'must',
    scope: 'temples',
    body: 'giveTemple',
    answer: 'TempleReleased',
    limit: 'temples',
    codes: ['no-such-temple', 'no-such-player', 'bots-not-allowed', 'limit-reached'],
  },
  setTemple: {
    about: 'changes the settings of a temple',
    ownedBy: 'temple',
    token: 'must',
    scope: 'temples',
    body: 'setTemple',
    answer: 'Temple',
    limit: 'temples',
    codes: ['no-such-temple', 'name-refused'],
  },
  identifyTemple: {
    about: 'makes a temple blink',
    ownedBy: 'temple',
    token: 'must',
    scope: 'temples',
    answer: 'TempleIdentified',
    limit: 'temples',
    codes: ['no-such-temple', 'temple-silent'],
  },
  getTempleLog: {
    about: 'what has happened to a temple since I own it, the newest first',
    ownedBy: 'temple',
    token: 'must',
    scope: 'temples',
    query: 'templeLog',
    answer: 'TempleLog',
    limit: 'temples',
    codes: ['no-such-temple'],
  },
  bindTemple: {
    about: 'makes a temple count for a match: for my seat, or, if I am the host, for all at the table',
    ownedBy: 'match',
    token: 'must',
    scope: 'temples',
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
    ownedBy: 'temple',
    token: 'must',
    scope: 'temples',
    answer: 'Temple',
    limit: 'temples',
    codes: ['no-such-temple'],
  },
  returnBeads: {
    about: 'says that I took out beads that counted for no match',
    ownedBy: 'temple',
    token: 'must',
    scope: 'temples',
    body: 'returnBeads',
    answer: 'Temple',
    limit: 'temples',
    codes: ['no-such-temple', 'temple-bound', 'beads-refused'],
  },
  confirmBeads: {
    about: 'says that I really dropped that many beads at once',
    ownedBy: 'temple',
    token: 'must',
    scope: 'temples',
    answer: 'Temple',
    limit: 'temples',
    codes: ['no-such-temple', 'temple-bound', 'beads-refused'],
  },
} as const satisfies RoutesOf;
