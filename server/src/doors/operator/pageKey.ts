/**
 * The key that stands in the operator's page and opens the operator's routes for some time. Only a page that was opened with
 * the token holds it, and it is sent in a header that no browser adds by itself.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../base/config.ts';

/** The page gets a new key every few seconds. */
const VALID_MS = 60 * 60 * 1000;
const FORM = /^page\.(\d{1,15})\.[0-9a-f]{64}$/;

type Secret = Pick<Config, 'OPERATOR_TOKEN'>;

export function newPageKey({ OPERATOR_TOKEN }: Secret, now: number): string {
  return keyUntil(OPERATOR_TOKEN, Math.floor(now + VALID_MS));
}

export function isPageKey({ OPERATOR_TOKEN }: Secret, given: string, now: number): boolean {
  const [, until] = FORM.exec(given) ?? [];
  if (OPERATOR_TOKEN === '' || until === undefined || Number(until) <= now) return false;
  return timingSafeEqual(Buffer.from(keyUntil(OPERATOR_TOKEN, Number(until))), Buffer.from(given));
}

function keyUntil(token: string, until: number): string {
  const seal = createHmac('sha256', token).update(`page of the operator until ${until}`).digest('hex');
  return `page.${until}.${seal}`;
}
