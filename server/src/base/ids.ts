import { createHash, randomInt, randomUUID } from 'node:crypto';
import { BOT_ACCOUNT, isBotAccount, type Scope } from '@flower-war/protocol';
import { TOURNAMENT } from '@flower-war/protocol/pages';

export { isTournament } from '@flower-war/protocol/pages';

/** Without 0, O, 1, I, L and U, so that people read and type codes without mistakes. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

export function letters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

export const newMatchId = (): string => letters(8);

/** The code of a private match: 39 bits, too many to guess. */
export const newCode = (): string => letters(8);

export const newPlayerId = (): string => `p-${letters(12)}`;
/** A player who is at home at another host. No other player has such an id. */
const VISITOR = 'v-';
export const newVisitorId = (): string => `${VISITOR}${letters(12)}`;
export const isVisitor = (player: string): boolean => player.startsWith(VISITOR);

/** Whether the name of the player is shown with that of the owner, or of the host at home. */
export const isOfAnother = (player: string): boolean => isBotAccount(player) || isVisitor(player);

export const newBotId = (): string => `${BOT_ACCOUNT}${letters(12)}`;

/**
 * The id of the rematch of a match. It is computed, so that two callers at once, or after a restart, get the same
 * rematch. Ids are not secret. `attempt` counts earlier rematches that were given up before they started.
 */
export function rematchId(match: string, attempt: number): string {
  return lettersOf(`rematch ${attempt} of ${match}`);
}

function lettersOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest();
  return Array.from(bytes.subarray(0, 8), (byte) => LETTERS[byte % LETTERS.length]).join('');
}

export const newTournamentId = (): string => `${TOURNAMENT}${letters(12)}`;

/** The host of the matches of the league. No player has such an id. */
export const LEAGUE = 'league';

/** The id of the match at a table of a tournament. It is computed, so that the match is made once, also after a crash. */
export function tournamentMatchId(tournament: string, table: number): string {
  return lettersOf(`table ${table} of ${tournament}`);
}

/** A player who asks for something, and the address that the request comes from. */
export interface Caller {
  readonly player: string;
  readonly address: string;
  /** The device or program. Absent where it does not matter. */
  readonly session?: string;
  /** What the program may do. Absent for a device, which may do all. */
  readonly scopes?: readonly Scope[];
}

// The identity of this process among those that share the data.

export interface ThisProcess {
  /** Of this boot alone: a process that starts anew is another one. */
  readonly id: string;
  /** For people, and the first part of the path of its sockets. */
  readonly name: string;
  /** Where other processes reach it. Empty until it listens for them. */
  address: string;
}

export function newProcess(name = ''): ThisProcess {
  const id = randomUUID();
  return { id, name: name || `server-${id.slice(0, 8)}`, address: '' };
}
