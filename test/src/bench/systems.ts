/** The servers that are measured beside each other: how each is started, and how a match of it begins. */
import { newBareMatch, newBoardgameIoMatch, newMatchOf, newSocketIoMatch, newWsMatch } from './peers/newMatch.ts';
import type { NewMatch } from './peers/seated.ts';

export type System =
  | 'ws'
  | 'bare'
  | 'bare with heartbeats'
  | 'default'
  | 'socket.io'
  | 'boardgame.io'
  | 'ours'
  | 'ours on disk'
  | 'real';

const OF_BENCH = newMatchOf('board');

export const NEW_MATCH: Readonly<Record<System, NewMatch>> = {
  ws: newWsMatch,
  bare: newBareMatch,
  'bare with heartbeats': newBareMatch,
  default: newBareMatch,
  'socket.io': newSocketIoMatch,
  'boardgame.io': newBoardgameIoMatch,
  ours: OF_BENCH,
  'ours on disk': OF_BENCH,
  real: newMatchOf('flower-war'),
};

/** The arguments of `child.ts`. */
export function argsOf(system: System, folder: string): readonly string[] {
  if (system === 'ours on disk') return ['ours', folder];
  return system === 'real' ? ['real', folder] : [system];
}

/** Whether an earlier checkout can stand for this server. */
export function isOurs(system: System): boolean {
  return system === 'ours' || system === 'ours on disk' || system === 'real';
}
