/** Says what is wrong with data from outside. */
import type { z } from 'zod';

const MOST_IN_REASON = 80;
const MOST_IN_DETAIL = 300;

export interface Amiss {
  /** The path of the wrong field, also of one that is not known. */
  readonly reason: string;
  /** The same in words, with what is allowed. The data may be long and hostile, so both have an end. */
  readonly detail: string;
}

/** `whole` names the data where no field of it is wrong, but all of it. */
export function amissIn({ issues: [issue] }: z.ZodError, whole: string): Amiss {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const reason = [...(issue?.path ?? []), ...unknown].join('.') || whole;
  const message = inWordsOfJson(issue?.message ?? 'Invalid input');
  return { reason: reason.slice(0, MOST_IN_REASON), detail: `${message.slice(0, MOST_IN_DETAIL)}.` };
}

/** The sender speaks JSON, and knows neither tuples nor undefined. */
function inWordsOfJson(message: string): string {
  return message
    .replace('expected tuple', 'expected array')
    .replace('expected record', 'expected object')
    .replace('received undefined', 'received nothing');
}
