/** Signing in by an OpenID provider that the host has set up. */
import * as z from 'zod';
import { printable } from '../../wire/printable.ts';
import type { RoutesOf } from './route.ts';

const key = z
  .string()
  .min(1)
  .max(64)
  .describe('Known to this browser alone: keep it until the provider sends the browser back.');

export const providerBodies = {
  providerAnswer: z.strictObject({
    key,
    answer: z.string().max(4096).describe('The query of the address to which the provider has sent the browser back.'),
    label: printable(40).describe("The player's own name for this device. No other player sees it.").optional(),
  }),
} as const;

const whoMayCome = z
  .enum(['open', 'invitation', 'signed-in'])
  .describe('Who may come as a new player: any guest, a guest with an invitation, or no guest.');
const signInWays = z.object({
  signUp: whoMayCome,
  provider: z
    .string()
    .describe('What people call the OpenID provider. Absent if the host has set up none.')
    .exactOptional(),
});
type WaysData = z.infer<typeof signInWays>;
/** How players come to a server. */
export interface SignInWays extends WaysData {}

const begun = z.object({ url: z.string().describe('Where the browser goes.'), key });
type BegunData = z.infer<typeof begun>;
/** A sign-in by a provider that has begun. */
export interface BegunSignIn extends BegunData {}

export const providerAnswers = { SignInWays: signInWays, BegunSignIn: begun } as const;
export const providerParts = { WhoMayCome: whoMayCome } as const;

export const providerRoutes = {
  getSignInWays: {
    about: 'how players come to this server',
    answer: 'SignInWays',
  },
  startSignIn: {
    about: 'begins to sign in by the OpenID provider; a new person there becomes the player who asks',
    token: 'may',
    scope: 'account',
    answer: 'BegunSignIn',
    limit: 'links',
    codes: ['no-provider', 'sign-in-refused', 'forbidden'],
  },
  finishSignIn: {
    about: 'signs in by what the OpenID provider has answered',
    body: 'providerAnswer',
    answer: 'SignedIn',
    limit: 'links',
    codes: ['no-provider', 'sign-in-refused', 'invitation-needed', 'banned'],
  },
} as const satisfies RoutesOf;
