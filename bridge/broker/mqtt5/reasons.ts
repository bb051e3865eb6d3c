/** The reason codes of MQTT 5 that the broker uses. */
import type { Counted } from '../limits/counts.ts';

export const REASON = {
  success: 0,
  noSuchSubscription: 0x11,
  unspecified: 0x80,
  malformed: 0x81,
  protocolError: 0x82,
  unsupportedVersion: 0x84,
  badClientId: 0x85,
  badPassword: 0x86,
  notAuthorized: 0x87,
  shuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  takenOver: 0x8e,
  badFilter: 0x8f,
  badTopic: 0x90,
  receiveMaximumExceeded: 0x93,
  badTopicAlias: 0x94,
  tooLarge: 0x95,
  tooFast: 0x96,
  quotaExceeded: 0x97,
  noSharedSubscriptions: 0x9e,
  tooManyConnects: 0x9f,
} as const;

export type Reason = (typeof REASON)[keyof typeof REASON];

/** The return codes of CONNACK in 3.1.1, by number, as reasons. */
const RETURN_CODES: readonly Reason[] = [
  REASON.success,
  REASON.unsupportedVersion,
  REASON.badClientId,
  REASON.tooManyConnects,
  REASON.badPassword,
  REASON.notAuthorized,
];

/** What the words of an error in aedes mean. The first that fits counts. */
const ERRORS: readonly (readonly [words: RegExp, reason: Reason])[] = [
  [/keep alive/, REASON.keepAliveTimeout],
  [/maxInflightInbound/, REASON.receiveMaximumExceeded],
  [/SUBSCRIBE/, REASON.badFilter],
  [/PUBLISH|topic/, REASON.badTopic],
];

/** The answer to a message that the broker dropped. */
export const DROPPED: Partial<Record<Counted, Reason>> = {
  'foreign-topic': REASON.notAuthorized,
  retained: REASON.notAuthorized,
  'too-large': REASON.quotaExceeded,
  flood: REASON.quotaExceeded,
};

/** The broker ends a connection, and says why. */
export class Cut extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(`cut off with reason 0x${reason.toString(16)}`);
    this.reason = reason;
  }
}

export function reasonOfReturnCode(code = 0): Reason {
  return RETURN_CODES[code] ?? REASON.unspecified;
}

export function reasonOfError(error: Error): Reason {
  if (error instanceof Cut) return error.reason;
  return ERRORS.find(([words]) => words.test(error.message))?.[1] ?? REASON.unspecified;
}
