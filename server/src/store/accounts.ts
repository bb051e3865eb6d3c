/** Changes to several tables of one player, each in one transaction. */
import { all, type Work } from './engine/work.ts';
import { links } from './people/links.ts';
import { type Person, people } from './people/people.ts';
import { type RecoveryRow, recovery } from './people/recovery.ts';
import { reports } from './people/reports.ts';
import { type NewSession, sessions } from './people/sessions.ts';
import { ratings } from './ratings.ts';
import { talk } from './talkLog.ts';
import { webhooks } from './webhooks.ts';

/** What still holds of players and their devices. */
export interface Standing {
  readonly players: readonly string[];
  readonly sessions: readonly string[];
  readonly banned: readonly string[];
}

interface AskedStanding {
  /** Lists as JSON. */
  readonly players: string;
  readonly sessions: string;
  readonly now: number;
}

export const accounts = {
  /** Which of these players exist, which of these sessions have not ended, and which of these players are banned. */
  *standing(asked: AskedStanding): Work<Standing> {
    const rows = yield* all<{ kind: keyof Standing; id: string }>(STANDING, { ...asked });
    const those = (kind: keyof Standing) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
    return { players: those('players'), sessions: those('sessions'), banned: those('banned') };
  },

  /** A new player, signed in on one device. */
  *open(person: Person, session: NewSession): Work<void> {
    yield* people.add(person);
    yield* sessions.open(session);
  },

  /** Renames the player, and stores this recovery code if the player has none. Returns whether it was stored. */
  *rename({ player, name }: Pick<Person, 'player' | 'name'>, code: RecoveryRow): Work<boolean> {
    yield* people.rename(player, name);
    if ((yield* recovery.createdAt(player)) !== undefined) return false;
    yield* recovery.keep(code);
    return true;
  },

  /** Ends every session, and the code for linking another device. Returns how many sessions ended. */
  *signOut(player: string): Work<number> {
    yield* links.end(player);
    return yield* sessions.endAll(player);
  },

  /** Deletes the player. Records keep the opaque id; the player's reports stay without their sender. */
  *forget(player: string): Work<void> {
    yield* people.remove(player);
    yield* sessions.endAll(player);
    yield* recovery.end(player);
    yield* links.end(player);
    yield* reports.forget(player);
    yield* talk.forget(player);
    yield* ratings.forget(player);
  },
};

const STANDING = `
  SELECT 'players' AS kind, player AS id FROM people WHERE player IN (SELECT value FROM json_each($players))
  UNION ALL
  SELECT 'sessions', session FROM sessions WHERE session IN (SELECT value FROM json_each($sessions))
  UNION ALL
  SELECT 'banned', player FROM bans
    WHERE player IN (SELECT value FROM json_each($players)) AND (until IS NULL OR until > $now)
  ORDER BY 1, 2`;
    yield* webhooks.removeAll(player);
