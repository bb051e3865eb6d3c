/** Changes to several tables of one player, each in one transaction. */
import type { Work } from './engine/work.ts';
import { links } from './people/links.ts';
import { type Person, people } from './people/people.ts';
import { type RecoveryRow, recovery } from './people/recovery.ts';
import { reports } from './people/reports.ts';
import { type NewSession, sessions } from './people/sessions.ts';
import { ratings } from './ratings.ts';
import { talk } from './talkLog.ts';

export const accounts = {
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
