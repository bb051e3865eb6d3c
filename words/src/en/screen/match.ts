/** What the program says from the first board to the last line. */
export const MATCH = {
  headline: (game: string, match: string) => `${game}, match ${match}`,
  goal: (goal: string) => `Goal: ${goal}`,
  invite: (command: string) => `To join from another terminal: ${command}`,
  inviteHere: '(on this machine add --guest)',
  fill: (seconds: number) => `Bots take the free seats after ${seconds} s.`,
  behind: (seconds: number) =>
    `You see the match ${seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`} later than its players.`,
  waiting: 'The match begins when every seat is taken.',
  begins: 'All seats are taken: the match begins.',
  isBack: 'The connection is back.',
  isLost: 'The connection is lost; trying again ...',
  yourMove: (name: string) => `Your move, ${name}:`,
  watching: 'You are watching; q leaves.',
  notYourTurn: 'Wait: it is not your turn.',
  unclear: (text: string, moves: number) =>
    `"${text}" is no move that you can play now: choose ${moves === 1 ? '1' : `1 to ${moves}`}, or type ? for help.`,
  more: (n: number) => `… ${n} more: type more`,
  earlier: (n: number) => `(${n} more lines above)`,
  noMore: 'These are all moves.',
  sureToResign: 'Do you want to give the match up for good? Type yes. Any other line goes on.',
  playsOn: 'You play on.',
  yes: ['yes', 'y'] as readonly string[],
  hint: (text: string) => `New: ${text}`,
  help: (goal: string) => `Goal of the game: ${goal}`,
  inputEnded: 'The input has ended, but the match has not: no more moves can be read.',
  left: (match: string) =>
    `You have left match ${match}, and it goes on. Come back with --join ${match}; to give it up, type resign.`,
  keepsSeat: 'Goodbye. You keep your seat, because you are also connected from elsewhere.',
  seatFree: 'Goodbye. Your seat is free again.',
  goodbye: 'Goodbye.',
  saved: (file: string) => `The record lies in ${file}. Verify it: npm run verify -- ${file}`,
  unfair: 'The record does not hold the commitment and contribution shown at the start: do not trust these dice.',
  rematch: 'Enter plays a rematch; q leaves.',
  rematchWanted: 'Another player wants a rematch: Enter joins it.',
  approval: 'The host decides who takes a seat, and sees that you wait. Ctrl-C leaves.',
};

/** The steps of a replay, by the kind of their entry. */
const KINDS: Readonly<Record<string, string>> = {
  created: 'created',
  seated: 'seated',
  started: 'started',
  move: 'move',
  clock: 'clock',
  asks: 'wish',
  habits: 'habits',
  agreement: 'agreement',
  absence: 'absence',
  temple: 'temple',
  resumed: 'resumed',
  restored: 'restored',
  ended: 'ended',
};

export const REPLAY = {
  title: (game: string, match: string) => `Replay of ${game}, match ${match}.`,
  help: [
    'Enter shows the next step, b the previous step, a number the step of that number.',
    'p plays on from here against bots, p 2 does so on seat 2; q ends.',
  ] as readonly string[],
  noFurther: 'There is no further step.',
  step: (step: number, time: string) => `Step ${step}, ${time}`,
  kinds: KINDS,
  notOver: 'This match is not over: play on from it when it is.',
  noSeat: (seat: number) => `There is no seat ${seat}; they count from 0.`,
};

export const TALK = {
  muted: (name: string) => `You no longer hear ${name}.`,
  notHeard: (name: string) => `No person called ${name} has said anything here.`,
};
