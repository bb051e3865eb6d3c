/** Passkeys: what a device keeps, so that its player signs in there without any code. The forms are those of WebAuthn as JSON. */
import * as z from 'zod';
import { printable } from '../../wire/printable.ts';
import { passkeyId, type RoutesOf, time } from './route.ts';

const base64url = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/, 'must be base64url');
const challenge = z.string().describe('Drawn by the server. An answer to it is taken once, within five minutes.');
const type = z.literal('public-key');
/** Browsers have no narrower type for it. */
const given = z.string().max(32).describe('`public-key`.');
const credentialId = base64url(1364).describe('The id that the device has given the passkey.');
const clientDataJSON = base64url(2048).describe('What the browser says: the challenge, and the origin of the page.');

/** `toJSON()` of what `navigator.credentials.create` gives, as far as the server reads it. */
const attestation = z.object({
  clientDataJSON,
  attestationObject: base64url(4096),
  transports: z.array(z.string().max(32)).max(8).optional(),
});
const newCredential = z.object({ id: credentialId, rawId: credentialId, type: given, response: attestation });

/** `toJSON()` of what `navigator.credentials.get` gives, as far as the server reads it. */
const assertion = z.object({
  clientDataJSON,
  authenticatorData: base64url(1024).describe('What the device says.'),
  signature: base64url(1024),
  userHandle: base64url(128).describe('The player, as the device knows it. Passkeys always tell it.').optional(),
});
const usedCredential = z.object({ id: credentialId, rawId: credentialId, type: given, response: assertion });

const passkeyName = printable(40).describe("The player's own name for it, such as that of the device.");

export const passkeyBodies = {
  newPasskey: z.strictObject({
    credential: newCredential.describe('`toJSON()` of what `navigator.credentials.create` gives.'),
    name: passkeyName.optional(),
  }),
  usedPasskey: z.strictObject({
    credential: usedCredential.describe('`toJSON()` of what `navigator.credentials.get` gives.'),
    label: printable(40).describe("The player's own name for this device. No other player sees it.").optional(),
  }),
} as const;
type NewPasskeyData = z.infer<typeof passkeyBodies.newPasskey>;
/** What a device gives the server when it makes a passkey. */
export interface NewPasskey extends NewPasskeyData {}
type UsedPasskeyData = z.infer<typeof passkeyBodies.usedPasskey>;
/** What a device gives the server when a player signs in by its passkey. */
export interface UsedPasskey extends UsedPasskeyData {}

export const passkey = z.object({
  passkey: passkeyId,
  name: z.string(),
  createdAt: time,
  lastUsedAt: time.describe('When a player last signed in with it. Absent if never.').exactOptional(),
});
type PasskeyData = z.infer<typeof passkey>;
/** A passkey of the player. The server keeps no secret of it. */
export interface Passkey extends PasskeyData {}

const knownCredential = z.object({ id: z.string(), type, transports: z.array(z.string()) });
const relyingParty = z.object({ id: z.string().describe('The host name of this server.'), name: z.string() });
const passkeyOwner = z.object({ id: z.string(), name: z.string(), displayName: z.string() });
const algorithm = z.object({ type, alg: z.int() });
const need = z.literal('required');
const demands = z.object({ residentKey: need, requireResidentKey: z.literal(true), userVerification: need });

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
const creation = z.object({
  challenge,
  rp: relyingParty,
  user: passkeyOwner,
  pubKeyCredParams: z.array(algorithm),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(knownCredential).describe('Those that the player has: no device makes a second one.'),
  authenticatorSelection: demands,
});
type CreationData = z.infer<typeof creation>;
/** What `PublicKeyCredential.parseCreationOptionsFromJSON` takes. */
export interface PasskeyCreation extends CreationData {}

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. It names no passkey: the device knows which it has. */
const request = z.object({ challenge, rpId: z.string(), timeout: z.int(), userVerification: need });
type RequestData = z.infer<typeof request>;
/** What `PublicKeyCredential.parseRequestOptionsFromJSON` takes. */
export interface PasskeyRequest extends RequestData {}

export const passkeyAnswers = {
  Passkey: passkey,
  PasskeyList: z.object({ passkeys: z.array(passkey) }),
  PasskeyCreation: creation,
  PasskeyRequest: request,
  RemovedPasskey: z.object({ removed: z.literal(true) }),
} as const;

export const passkeyParts = {
  NewCredential: newCredential,
  UsedCredential: usedCredential,
  KnownCredential: knownCredential,
  CredentialAttestation: attestation,
  CredentialAssertion: assertion,
  RelyingParty: relyingParty,
  PasskeyOwner: passkeyOwner,
  PasskeyAlgorithm: algorithm,
  PasskeyDemands: demands,
} as const;

export const passkeyRoutes = {
  listPasskeys: {
    about: 'my passkeys, the oldest first',
    token: 'must',
    scope: 'account',
    answer: 'PasskeyList',
  },
  startPasskey: {
    about: 'begins to add a passkey: what the browser must be asked',
    token: 'must',
    scope: 'account',
    answer: 'PasskeyCreation',
    limit: 'identity',
    codes: ['no-passkeys-here', 'limit-reached'],
  },
  addPasskey: {
    about: 'adds the passkey that the browser has made',
    token: 'must',
    scope: 'account',
    body: 'newPasskey',
    answer: 'Passkey',
    limit: 'identity',
    codes: ['no-passkeys-here', 'passkey-refused', 'limit-reached'],
  },
  removePasskey: {
    about: 'no player signs in with this passkey of mine any more',
    token: 'must',
    scope: 'account',
    answer: 'RemovedPasskey',
    limit: 'identity',
    codes: ['no-such-passkey'],
  },
  askForPasskey: {
    about: 'begins to sign in by a passkey: what the browser must be asked',
    answer: 'PasskeyRequest',
    limit: 'links',
    codes: ['no-passkeys-here'],
  },
  enterByPasskey: {
    about: 'signs in by a passkey',
    body: 'usedPasskey',
    answer: 'SignedIn',
    limit: 'links',
    codes: ['no-passkeys-here', 'passkey-refused', 'unknown-passkey', 'banned'],
  },
} as const satisfies RoutesOf;
