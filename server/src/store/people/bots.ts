/** Bot accounts: players that programs play. Each is a player of its own, and has a person who owns it. */
import { all, change, changeAlone, first, type Work } from '../engine/engine.ts';
import { people, type Person } from './people.ts';

export interface BotRow extends Person {
  readonly owner: string;
}

interface ReadyBot {
  readonly player: string;
  readonly owner: string;
  /** The games that it plays, as JSON. Empty: all. */
  readonly games: string;
}

interface Looking {
  /** Empty: of all games. */
  readonly game: string;
  /** The last bot of the page before. */
  readonly after: string;
  readonly now: number;
  readonly limit: number;
}

const COLUMNS = 'bots.player, owner, name, created_at AS "createdAt"';
const BOTS = 'bots JOIN people ON people.player = bots.player';

export const bots = {
  /** `full`: the owner has as many as allowed. */
  *add({ owner, ...person }: BotRow, most: number): Work<'done' | 'full' | 'unknown'> {
    if (!(yield* people.isKnown(owner))) return 'unknown';
    if ((yield* bots.of(owner)).length >= most) return 'full';
    yield* people.add(person);
    yield* change("INSERT INTO bots (player, owner, games, ready_until) VALUES ($player, $owner, '[]', 0)", {
      player: person.player,
      owner,
    });
    return 'done';
  },

  /** The bots of a person, the oldest first. */
  *of(owner: string): Work<readonly BotRow[]> {
    return yield* all<BotRow>(`SELECT ${COLUMNS} FROM ${BOTS} WHERE owner = $owner ORDER BY created_at, bots.player`, {
      owner,
    });
  },

  *find(player: string): Work<BotRow | undefined> {
    return yield* first<BotRow>(`SELECT ${COLUMNS} FROM ${BOTS} WHERE bots.player = $player`, { player });
  },

  /** The owners of those of these players that are bots. */
  *ownersOf(players: readonly string[]): Work<readonly Pick<BotRow, 'player' | 'owner'>[]> {
    const sql =
      'SELECT player, owner FROM bots WHERE player IN (SELECT value FROM json_each($players)) ORDER BY player';
    return yield* all(sql, { players: JSON.stringify(players) });
  },

  /** The bot takes challenges until then. What was said shortly before is not written again. */
  *ready({ player, games, until, again }: { player: string; games: string; until: number; again: number }): Work<void> {
    yield* changeAlone(
      `UPDATE bots SET games = $games, ready_until = $until
        WHERE player = $player AND (games <> $games OR ready_until < $again)`,
      { player, games, until, again },
    );
  },

  /** The bots that take challenges now, without those whose owner is banned, by their ids. */
  *whoIsReady({ game, after, now, limit }: Looking): Work<readonly ReadyBot[]> {
    return yield* all<ReadyBot>(READY, { named: `%"${game}"%`, game, after, now, limit });
  },
};

const READY = `
  SELECT player, owner, games FROM bots WHERE ready_until > $now AND player > $after
    AND ($game = '' OR games = '[]' OR games LIKE $named)
    AND NOT EXISTS (SELECT 1 FROM bans WHERE (bans.player = bots.player OR bans.player = bots.owner)
      AND (bans.until IS NULL OR bans.until > $now))
  ORDER BY player LIMIT $limit`;

/** Whether the player is this person, or a bot of this person. */
export function* isOwn(person: string, player: string): Work<boolean> {
  return person === player || (yield* bots.find(player))?.owner === person;
}

/** For SQL: the player, and the owner if the player is a bot. What is said about the owner holds for the bot. */
export const withOwner = (player: string) => `(${player}, (SELECT bots.owner FROM bots WHERE bots.player = ${player}))`;

/** For SQL: the player, and all bots of the player. */
export const withBots = (player: string) =>
  `(SELECT ${player} UNION ALL SELECT bots.player FROM bots WHERE bots.owner = ${player})`;
