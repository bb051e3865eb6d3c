/** Counts dropped messages and refused logins by account. Logs them once a minute, so that a flood fills no disk. */
import type { Stray } from '@flower-war/protocol';
import type { Logger } from 'pino';

export type Counted = Stray | 'bad-password' | 'bad-client-id' | 'too-many-connections';

export interface Counts {
  count(account: string, what: Counted): void;
  /** The counts of an account since the last log line. */
  of(account: string): Readonly<Partial<Record<Counted, number>>>;
  tell(): void;
}

/** Clients choose the names, so that names beyond this number share one count. */
const MOST_ACCOUNTS = 256;
export const UNKNOWN_ACCOUNT = 'unknown';

export function createCounts(log: Logger): Counts {
  const counted = new Map<string, Partial<Record<Counted, number>>>();
  return {
    count(account, what) {
      const name = counted.has(account) || counted.size < MOST_ACCOUNTS ? account : UNKNOWN_ACCOUNT;
      const counts = counted.get(name) ?? {};
      counted.set(name, { ...counts, [what]: (counts[what] ?? 0) + 1 });
    },
    of: (account) => counted.get(account) ?? {},
    tell() {
      for (const [account, counts] of counted) log.warn({ account, ...counts }, 'dropped or refused');
      counted.clear();
    },
  };
}
