/** Signs a notice and its time, so that receivers know its sender and age. The SDK's `verifyNotice` checks it. */
import { createHmac } from 'node:crypto';

export function signatureOf(body: string, secret: string, now: number): string {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
