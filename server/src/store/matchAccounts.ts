/** Accounts of luck and skill: one a match, as JSON. All of them can be made anew from the records. */
import { changeAlone, first, type Work } from './engine/engine.ts';

export interface KeptAccount {
  readonly match: string;
  /** Of the values that it was made with. */
  readonly version: number;
  readonly account: string;
}

export const matchAccounts = {
  *find(match: string): Work<KeptAccount | undefined> {
    return yield* first<KeptAccount>('SELECT match, version, account FROM match_accounts WHERE match = $match', {
      match,
    });
  },

  /** Only as long as the match is there. What a newer version has made stays. */
  *keep({ match, version, account }: KeptAccount): Work<void> {
    yield* changeAlone(KEEP, { match, version, account });
  },
};

const KEEP = `
  INSERT INTO match_accounts (match, version, account) SELECT match, $version, $account FROM matches
  WHERE match = $match AND status = 'ended'
  ON CONFLICT (match) DO UPDATE SET version = excluded.version, account = excluded.account
  WHERE match_accounts.version <= excluded.version`;
