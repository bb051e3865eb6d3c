/** Why a request is refused: a code for the caller, and perhaps a detail. */
import { beginningOf, type Code, type Refusal } from '@flower-war/protocol';
import type { z } from 'zod';

/** A refusal for the caller. Use cases and routes throw it. */
export class Refused extends Error {
  readonly code: Code;
  readonly reason: string | undefined;
  /** A sentence for people, after the one that the code has. */
  readonly detail: string | undefined;

  constructor(code: Code, reason?: string, detail?: string) {
    super(code);
    this.code = code;
    this.reason = reason;
    this.detail = detail;
  }
}

/** A refusal that passes by itself after this many seconds. */
export class RefusedFor extends Refused {
  readonly seconds: number;

  constructor(code: Code, seconds: number, reason?: string) {
    super(code, reason);
    this.seconds = Math.max(1, Math.ceil(seconds));
  }
}

/** A refusal with all that its caller is told of a penalty. */
export class RefusedAs extends Refused {
  readonly told: Pick<Refusal, 'penalty' | 'until'>;

  constructor({ code, reason, penalty, until }: Omit<Refusal, 'message'>) {
    super(code, reason);
    this.told = { ...(penalty !== undefined && { penalty }), ...(until !== undefined && { until }) };
  }
}

// The outcome of a request to a match or a temple.

/** `repeated`: the same request was done before. */
export type Committed =
  | { readonly kind: 'done'; readonly repeated?: true }
  | { readonly kind: 'refused'; readonly code: Code; readonly reason?: string }
  | { readonly kind: 'retry' };

export const DONE: Committed = { kind: 'done' };
export const REPEATED: Committed = { kind: 'done', repeated: true };
export const RETRY: Committed = { kind: 'retry' };

export function refused(code: Code, reason?: string): Committed {
  return reason === undefined ? { kind: 'refused', code } : { kind: 'refused', code, reason };
}

// Says what is wrong with data from outside.

const MOST_IN_REASON = 80;
const MOST_IN_DETAIL = 300;

interface Amiss {
  /** The path of the wrong field, also of one that is not known. */
  readonly reason: string;
  /** The same in words, with what is allowed. The data may be long and hostile, so both have an end. */
  readonly detail: string;
}

/** `whole` names the data where no field of it is wrong, but all of it. */
export function amissIn({ issues }: z.ZodError, whole: string): Amiss {
  const nearest = issues.slice(0, 1).flatMap(nearestIn);
  const [issue] = nearest;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const reason = [...(issue?.path ?? []), ...unknown].join('.') || whole;
  const messages = new Set(nearest.map(({ message }) => inWordsOfJson(message)));
  const detail = beginningOf([...messages].join('. Or: ') || NO_FORM_FITS, MOST_IN_DETAIL);
  return { reason: beginningOf(reason, MOST_IN_REASON), detail: `${detail}.` };
}

const NO_FORM_FITS = 'Invalid input';

/** Of data that may have one of several forms and fits none: what is amiss with those to which it comes nearest. */
function nearestIn(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  const forms = issue.code === 'invalid_union' && issue.message === NO_FORM_FITS ? issue.errors : [];
  if (forms.length === 0) return [issue];
  const fewest = Math.min(...forms.map(({ length }) => length));
  const first = forms.filter(({ length }) => length === fewest).flatMap((form) => form.slice(0, 1));
  return first.flatMap((one) => nearestIn({ ...one, path: [...issue.path, ...one.path] }));
}

/** The sender speaks JSON, and knows neither tuples nor undefined. */
function inWordsOfJson(message: string): string {
  return message
    .replace('expected tuple', 'expected array')
    .replace('expected record', 'expected object')
    .replace('received undefined', 'received nothing');
}

export const NOT_WHOLE = 'A text has U+0000 or half of a character.';

/**
 * Whether no text in it has U+0000 or half of a character. PostgreSQL takes neither, so the store would seem to be away. Only for data of a known
 * shape: it looks as deep as that goes.
 */
export function isWhole(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  return typeof value !== 'object' || value === null || Object.values(value).every(isWhole);
}
