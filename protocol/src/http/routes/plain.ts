/** The plain door: a match without a socket, as a stream of lines and a POST request for each action. */
import * as z from 'zod';
import { actionId, agreementKind, asks, keeps, notation, pauseMinutes } from '../../wire/actionFields.ts';
import { type Action, type ActionName, beadWord, decision, settledAs } from '../../wire/actions.ts';
import type { Code } from '../../wire/errors.ts';
import { phraseId, spokenText } from '../../wire/talk.ts';
import { amount, digits, playerId, type RoutesOf } from './route.ts';
import { streamLine, streamParts } from './stream.ts';

const id = actionId.describe('A fresh id for each action. A repeat with the same id gets the same answer.');
const code = z
  .string()
  .min(1)
  .max(16)
  .describe('The code of a private match. Its participants need none. Case, spaces and dashes do not matter.')
  .optional();
const from = digits(z.number().min(0)).describe('The last step that the viewer has seen.').optional();

export const plainQueries = {
  stream: z.strictObject({ from, code }),
  talk: z.strictObject({ code }),
} as const;

const said = beadWord.describe('What the player says about beads in a temple.');

const offerOfPause = z.strictObject({ id, what: z.literal('pause'), minutes: pauseMinutes });
const otherAgreement = agreementKind.exclude(['pause']);
const otherOffer = z.strictObject({ id, what: otherAgreement });

/** Each action with named fields. It becomes the list that the socket takes. */
export const plainBodies = {
  act: z
    .strictObject({ id, decision, move: notation.describe('One of the legal moves, in notation.') })
    .transform((one): Action<'act'> => [one.id, one.decision, one.move]),
  resign: z.strictObject({ id }).transform((one): Action<'resign'> => [one.id]),
  asks: z.strictObject({ id, what: asks }).transform((one): Action<'asks'> => [one.id, one.what]),
  offer: z
    .union([offerOfPause, otherOffer])
    .transform((one): Action<'offer'> => ('minutes' in one ? [one.id, one.what, one.minutes] : [one.id, one.what])),
  reply: z.strictObject({ id, accept: z.boolean() }).transform((one): Action<'reply'> => [one.id, one.accept]),
  back: z.strictObject({ id }).transform((one): Action<'back'> => [one.id]),
  beads: z.strictObject({ id, said }).transform((one): Action<'beads'> => [one.id, one.said]),
  say: z.strictObject({ id, text: spokenText }).transform((one): Action<'say'> => [one.id, one.text]),
  phrase: z.strictObject({ id, phrase: phraseId }).transform((one): Action<'phrase'> => [one.id, one.phrase]),
  silence: z
    .strictObject({ id, player: playerId, is: z.boolean() })
    .transform((one): Action<'silence'> => [one.id, one.player, one.is]),
  habits: z.strictObject({ id, keeps }).transform((one): Action<'habits'> => [one.id, one.keeps]),
} as const satisfies { readonly [N in ActionName]: z.ZodType<Action<N>> };

const acceptedAction = z.object({
  kind: z.literal('accepted'),
  step: amount.describe('The step that showed the action to its player. Of something said: the number of its line.'),
  repeated: z.literal(true).describe('The server accepted and showed this action before.').exactOptional(),
});
const unknownAction = z
  .object({ kind: z.literal('retry') })
  .describe('The outcome is not known yet. Send the same action, with the same id, again.');
const acted = z.discriminatedUnion('kind', [acceptedAction, unknownAction]).describe('An action that was not refused.');
export type Acted = z.infer<typeof acted>;

const heard = z.object({ streams: amount.describe('How many streams of the player the match has.') });

export const plainAnswers = { StreamLine: streamLine, Heard: heard, Acted: acted } as const;

const [returned, confirmed, claimed, byHand, disputed, settled] = beadWord.options;

export const plainParts = {
  ...streamParts,
  ActionId: id,
  OfferOfPause: offerOfPause,
  OtherAgreement: otherAgreement,
  OtherOffer: otherOffer,
  BeadWord: said,
  BeadsReturned: returned,
  BeadsConfirmed: confirmed,
  BeadsClaimed: claimed,
  OfferingByHand: byHand,
  BeadsDisputed: disputed,
  DisputeSettled: settled,
  SettledAs: settledAs,
  Keeps: keeps,
  AcceptedAction: acceptedAction,
  UnknownAction: unknownAction,
} as const;

const common = { ownedBy: 'match', token: 'must', scope: 'play', answer: 'Acted', limit: 'actions' } as const;
const USUAL: readonly Code[] = ['no-such-match', 'match-over', 'id-reused'];
const SEATED = [...USUAL, 'not-seated'] as const;
const RUNNING = [...SEATED, 'not-started', 'illegal-move'] as const;
const AGREED = [...RUNNING, 'cannot-agree'] as const;
const HEARD = [...USUAL, 'wrong-code', 'too-many-guesses', 'watching-off', 'kicked'] as const;
const SPOKEN = [
  ...HEARD,
  'talk-off',
  'phrases-only',
  'too-much-talk',
  'silenced',
  'muted',
  'slow-talk',
  'unauthorized',
] as const;

export const plainRoutes = {
  openStream: {
    about: 'the match as lines of JSON, from my seat or as a spectator, for as long as I listen',
    ownedBy: 'match',
    token: 'must',
    scope: 'play',
    query: 'stream',
    answer: 'Stream',
    limit: 'seats',
    codes: ['no-such-match', 'wrong-code', 'too-many-guesses', 'watching-off', 'kicked', 'not-seated'],
  },
  isHere: {
    about: 'says that I am still here: the answer to a heartbeat, without which my seat counts as absent',
    ownedBy: 'match',
    claims: 'nothing',
    token: 'must',
    scope: 'play',
    answer: 'Heard',
    limit: 'actions',
  },
  act: {
    ...common,
    about: 'plays a move',
    body: 'act',
    codes: [...RUNNING, 'stale-decision', 'bad-notation', 'paused', 'use-your-temple'],
  },
  resign: { ...common, about: 'leaves the match for good', body: 'resign', codes: AGREED },
  asks: {
    ...common,
    about: 'says in which hidden windows to ask my seat',
    body: 'asks',
    codes: AGREED,
  },
  offer: { ...common, about: 'offers the others an agreement', body: 'offer', codes: AGREED },
  reply: { ...common, about: 'accepts or declines the open offer', body: 'reply', codes: AGREED },
  back: {
    ...common,
    about: 'takes my seat back from the bot that stands in',
    body: 'back',
    codes: AGREED,
  },
  beads: {
    ...common,
    about: 'says something about beads in a temple at the table',
    body: 'beads',
    codes: [...AGREED, 'beads-refused', 'no-temple-here'],
  },
  say: { ...common, about: 'says a line', body: 'say', query: 'talk', codes: SPOKEN },
  phrase: { ...common, about: 'says a ready-made phrase', body: 'phrase', query: 'talk', codes: SPOKEN },
  silence: {
    ...common,
    about: 'the host silences a player, or takes that back',
    body: 'silence',
    query: 'talk',
    codes: ['no-such-player', ...HEARD, 'forbidden'],
  },
  habits: { ...common, about: 'says which questions habits answer for my seat', body: 'habits', codes: AGREED },
} as const satisfies RoutesOf;
