/**
 * Keys that are made of the operator's token, and open less than it for some time. The key `page` stands in the operator's page and opens
 * the operator's routes: only a page that was opened with the token holds it, and it is sent in a header that no browser adds by itself.
 * The key `probe` opens one route that tells a caller its own address, so that the doctor need not send the token through a proxy.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../base/config.ts';

/** The page gets a new key every few seconds. */
const VALID_MS = 60 * 60 * 1000;
const FORM = /^(page|probe)\.(\d{1,15})\.[0-9a-f]{64}$/;

type KeyName = 'page' | 'probe';
type Secret = Pick<Config, 'OPERATOR_TOKEN'>;

export function newKey(name: KeyName, { OPERATOR_TOKEN }: Secret, now: number): string {
  return keyUntil(name, OPERATOR_TOKEN, String(Math.floor(now + VALID_MS)));
}

/** The name of the key, if the text is one that holds now. */
export function keyIn(given: string, { OPERATOR_TOKEN }: Secret, now: number): KeyName | undefined {
  const [, name, until = ''] = FORM.exec(given) ?? [];
  if (OPERATOR_TOKEN === '' || Number(until) <= now) return undefined;
  const right = keyUntil(name as KeyName, OPERATOR_TOKEN, until);
  return timingSafeEqual(Buffer.from(right), Buffer.from(given)) ? (name as KeyName) : undefined;
}

function keyUntil(name: KeyName, token: string, until: string): string {
  const seal = createHmac('sha256', token).update(`${name} of the operator until ${until}`).digest('hex');
  return `${name}.${until}.${seal}`;
}
