/** Lists: matches to join, matches that were played, the best players. And the account of the player. */
import { count } from '../count.ts';

export const LOBBY = {
  empty: 'There is no match here now. A new match appears in this list by itself.',
  help: 'Type a number to take a seat, or to watch where no seat is free; q leaves.',
  noNumber: (text: string) => `"${text}" is no number of the list; q leaves.`,
  statuses: { open: 'open', running: 'running', over: 'over', ended: 'ended' } as Readonly<Record<string, string>>,
  places: (free: number, seats: number) => `${free} of ${seats} free`,
  clocks: { turn: 'time for each turn', bank: 'time for the match', days: 'days for a turn' } as Readonly<
    Record<string, string>
  >,
  approval: 'the host lets players in',
  fill: (seconds: number) => `bots after ${seconds} s`,
};

export const HISTORY = {
  empty: 'You have played no match here yet.',
  older: 'There are older matches.',
  replay: 'Replay a match that is over: npm run play -- --replay MATCH',
  statuses: LOBBY.statuses,
  place: (place: number, seats: number) => `place ${place} of ${seats}`,
  givenUp: 'given up',
  alone: 'no opponent yet',
  against: (names: string) => `against ${names}`,
  rating: (before: number, after: number) => `rating ${before} -> ${after}`,
  best: (game: string) => `The best in ${game}`,
  noBest: (title: string) => `${title}: no player has played enough rated matches yet.`,
  matches: (n: number) => count(n, { one: '# match', other: '# matches' }),
};

export const ACCOUNT = {
  /** What a session is called in the list of the player's devices. */
  label: (host: string) => `Terminal on ${host}`,
  notSaved: (why: string) => `Your session cannot be saved; next time you are a new player here: ${why}`,
  otherDevice: (command: string) => `On the other device: ${command}`,
  asCode: (text: string) => `As a QR code: ${text}`,
  worksUntil: (time: string) => `It works once, until ${time}.`,
  recovery: (code: string) => `Your recovery code: ${code}`,
  writeDown: 'Write it down: it is not shown again. With --recover it brings you back on any device.',
  typeRecovery: 'Your recovery code:',
  youAre: (name: string) => `You are ${name} here now. Play: npm run play`,
  signedOut: 'You are signed out here. Your recovery code or another device signs you in again.',
};
