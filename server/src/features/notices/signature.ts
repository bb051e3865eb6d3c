/** What tells a receiver that a notice is from this server, and fresh. `verifyNotice` of the client is the other half. */
import { createHmac } from 'node:crypto';

export function signatureOf(body: string, secret: string, now: number): string {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
