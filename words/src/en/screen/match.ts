/** Seats, comings and goings, clocks, agreements, fair dice, the result, and what the program says from the first board to the last line. */
import type { GameId, PhraseId, ViewOf } from '@flower-war/protocol';
import { count } from './names.ts';

/** Both halves of a result. A reason that is missing here is told by its own name. */
const REASONS = {
  'all-home': 'all tokens are home',
  'turn-cap': 'the match has reached its last toss',
  'round-cap': 'the match has reached its last round',
  retired: 'all other players have given up',
  countdown: 'the countdown has run out',
  balance: 'the gods are level for ever',
  signs: 'three signs',
  flood: 'the flood has come',
  war: 'the war has come',
  'piles-empty': 'at least two piles are empty',
  'saucers-landed': 'enough flying saucers have landed',
  agreed: 'the players agreed',
  'nobody-came': 'no player came',
  abandoned: 'no player went on',
  operator: 'the host of the server ended it',
  'the-record-holds-all-that-a-record-may-hold': 'the match has become too long',
};

/** The parts of a score. A part that is missing here is a card. */
const PARTS = {
  skulls: 'skulls',
  discs: 'discs',
  cards: 'cards',
  signs: 'signs',
  weeks: 'week cards',
  tokens: 'tokens',
  home: 'home',
  board: 'on the board',
  reserve: 'in reserve',
  eagle: 'Eagle Warriors',
  jaguar: 'Jaguar Warriors',
  otomi: 'Otomi Warriors',
  pairs: 'High Priests with Star Visitors',
  'fewest-pink': 'fewest pink Aztecs',
};

const OFFERS: Readonly<Record<string, (minutes: number) => string>> = {
  takeback: () => 'to take the last move back',
  abort: () => 'to give the match up without a winner',
  pause: (minutes) => `a pause of ${minutes} min`,
  resume: () => 'to go on',
};

export const TABLE = {
  waiting: 'waiting for a player',
  away: (name: string) => `${name} (away)`,
  stoodIn: (name: string, bot: string) => `${name} (away; ${bot} stands in)`,
  you: ' (you)',
  sits: (name: string, seat: string) => `${name} sits down as ${seat}.`,
  givesBack: (name: string, seat: string) => `${name} gives ${seat} back.`,
  standsIn: (bot: string, name: string, seat: string) => `${bot} stands in for ${name} (${seat}).`,
  playsNow: (name: string, seat: string) => `${name} plays ${seat} now.`,
  isAway: (name: string, seat: string) => `${name} (${seat}) is away.`,
  isHere: (name: string, seat: string) => `${name} (${seat}) is here.`,
  dice: 'Fair dice: the server has chosen a secret, and this is its fingerprint (SHA-256):',
  added: (contribution: string) => `This terminal added ${contribution}. The record shows both at the end.`,
  watchedDice: 'The record holds what each player added to it and, at the end, the secret.',
  onlyYou: (time: string) => `Only you are asked, because of the cards that you hold; in ${time} the clock answers.`,
  time: (time: string) => `You have ${time}.`,
  units: { days: 'd', hours: 'h', minutes: 'min', seconds: 's' },
  offers: (who: string | undefined, what: string, minutes: number) =>
    `${who === undefined ? 'You offer' : `${who} offers`} ${offerWords(what, minutes)}.`,
  answerOffer: 'Type accept or decline.',
  accepts: (who: string | undefined) => (who === undefined ? 'You accept.' : `${who} accepts.`),
  offerClosed: 'The offer is closed.',
  goesOn: 'The match goes on.',
  pausesUntil: (time: string) => `The match pauses until ${time}.`,
  onVacation: (who: string | undefined, time: string) =>
    `${who === undefined ? 'You are' : `${who} is`} on vacation until ${time}.`,
  vacationOver: (who: string | undefined) =>
    who === undefined ? 'Your vacation is over.' : `${who} is back from vacation.`,
  results: {
    win: (winners: string) => `${winners} wins`,
    forfeit: (winners: string) => `${winners} wins by forfeit`,
    draw: (winners: string) => `A draw between ${winners}`,
    none: () => 'No player wins',
    aborted: () => 'The match was given up',
  } as Readonly<Record<string, (winners: string) => string>>,
  and: ' and ',
  reasons: REASONS,
  parts: PARTS,
  missed: (n: number) => `(${n} more)`,
};

function offerWords(what: string, minutes: number): string {
  return (OFFERS[what] ?? (() => what))(minutes);
}

type OpenPhase<G extends GameId> = Exclude<ViewOf<G>['phase'], 'over'>;
/** By what the match waits for. */
type Phases = {
  readonly ring: Readonly<Record<OpenPhase<'flower-war'> | OpenPhase<'mexica'>, string>>;
  readonly 'space-aztecs': Readonly<Record<OpenPhase<'space-aztecs'>, string>>;
  readonly tieqchieq: Readonly<Record<OpenPhase<'tieqchieq'>, string>>;
};

/** What the program says from the first board to the last line. */
export const MATCH = {
  headline: (game: string, match: string) => `${game}, match ${match}`,
  onLan: (name: string, url: string) => `Found in this network: ${name}, at ${url}`,
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
    `"${text}" is not a move that you can play now: choose ${moves === 1 ? '1' : `1 to ${moves}`}, or type ? for help.`,
  more: (n: number) => `… ${n} more: type more`,
  earlier: (n: number) => count(n, { one: '(# more line above)', other: '(# more lines above)' }),
  noMore: 'These are all moves.',
  sureToResign: 'Do you want to give the match up for good? Type yes. Any other line goes on.',
  playsOn: 'You play on.',
  yes: ['yes', 'y'] as readonly string[],
  hint: (text: string) => `New: ${text}`,
  advised: (move: number, sentence: string) => `A strong player would look at ${move}: ${sentence}`,
  noAdvice: 'The strong player is busy. Type hint again in a moment.',
  onlyBots: 'Hints are for matches in which all the others are bots.',
  help: (goal: string) => `Goal of the game: ${goal}`,
  inputEnded: 'The input has ended, but the match has not: no more moves can be read.',
  left: (match: string) =>
    `You have left match ${match}, and it goes on. Come back with --join ${match}; to give it up, type resign.`,
  keepsSeat: 'Goodbye. You keep your seat, because you are also connected from elsewhere.',
  seatFree: 'Goodbye. Your seat is free again.',
  goodbye: 'Goodbye.',
  saved: (file: string) => `The record lies in ${file}. Verify it:\n  npm run do -- verify ${file}`,
  unfair:
    'Before the match the server promised a secret, and this terminal added a number. The record does not hold both: do not trust these dice.',
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

// Lists: matches to join, matches that were played, the best players. And the account of the player.

export const LOBBY = {
  empty: 'There is no match here now. A new match appears in this list by itself.',
  help: 'Type a number to take a seat, or to watch where no seat is free; q leaves.',
  noNumber: (text: string) => `"${text}" is not a number of the list; q leaves.`,
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
  notSaved: (why: string) => `This terminal cannot keep who you are, and next time you are a new player here: ${why}`,
  otherDevice: (command: string) => `On the other device: ${command}`,
  asCode: (text: string) => `As a QR code: ${text}`,
  worksUntil: (time: string) => `It works once, until ${time}.`,
  recovery: (code: string) => `Your recovery code: ${code}`,
  writeDown: 'Write it down: it is not shown again. With --recover it brings you back on any device.',
  typeRecovery: 'Your recovery code:',
  youAre: (name: string) => `You are ${name} here now. Play: npm run play`,
  signedOut: 'You are signed out here. Your recovery code or another device signs you in again.',
};

// What the first match explains, once for each kind of question.

export const HINTS: Phases = {
  ring: {
    moving: 'Your turn begins with a move along the ring. Where you stop you may have to fight, and you collect there.',
    'adding-steps': 'A card lets you go farther than the die says. Choose a day that is worth it.',
    'choosing-opponent': 'You share your day with several tribes. You fight one of them.',
    ranged: 'You may attack a tribe on another day, without going there. The loser of a battle pays.',
    battle: 'In a battle each side rolls a die, and the higher total wins. Battle cards change the dice or the totals.',
    reacting: 'Some of your cards answer what another player does. No other player sees that you are asked.',
    'paying-card': 'A loser without anything to pay gives up a card instead.',
    claiming: 'The loser had nothing to pay, so you may draw a card in its place.',
    offering:
      'What you offer to a god feeds it, and the god may give you a card. You may offer several times, or finish.',
    sacrificing: 'An offering may cost more than one. You can pay with what you have collected, or with a card.',
    drawing: 'The god to whom you offered lets you draw from its deck.',
    playing: 'Now you may play cards from your hand. When you finish, your turn ends.',
    discarding: 'A discarded card is gone, and its place in your hand is free.',
    picking: 'You choose cards one after another.',
    choosing: 'The card that you played leaves you a choice.',
    dealing: 'You look at the top cards of a deck, and say where each one goes.',
    giving: 'Another player gets what you did not keep.',
    cancelling: 'An omen is a change of the rules. You may end one of them.',
    'taking-disc':
      'The last skull of a day brings its calendar disc. Discs bring omens, and the end of the world nearer.',
  },
  'space-aztecs': {
    taking: 'In each round you take a pile, look at its cards and keep one of them. The others go back.',
    choosing: 'All choose at the same time. The player whose card has the earliest time starts the next round.',
    hiding: 'An Aztec under a temple of its colour is safe from flying saucers.',
    capturing: 'A flying saucer takes an Aztec of its colour that lies open in another city.',
  },
  tieqchieq: {
    tossing: 'You toss four coins. The number of heads is the number of squares that one of your tokens moves.',
    acting:
      'Bring in a token, or move one by what you tossed. Where a token of the other player stands, coins decide the fight.',
    bonus: 'A plus allows one more step. It may take you out of danger, or into it.',
  },
};

// Phrases that a player can say without typing.

export const PHRASES: Readonly<Record<PhraseId, string>> = {
  hello: 'Hello!',
  'good-luck': 'May the gods favour you.',
  'your-turn': 'It is your turn.',
  thinking: 'Give me a moment to think.',
  hurry: 'The gods grow impatient.',
  away: 'I will be back in a moment.',
  back: 'I am back.',
  'nice-throw': 'The gods love your dice.',
  'bad-throw': 'The gods hate my dice.',
  'my-skulls': 'My beautiful skulls!',
  truce: 'Let us not fight today.',
  revenge: 'The next battle is mine.',
  'end-is-near': 'The end of the world is near.',
  'well-played': 'Well played.',
  thanks: 'Thank you.',
  sorry: 'Sorry about that.',
  again: 'Shall we play once more?',
  goodbye: 'Farewell.',
};

/** Lessons in the terminal. */
export const LEARN = {
  title: (number: number, all: number, title: string) => `Lesson ${number} of ${all}: ${title}`,
  ask: 'Type the number of a move, ? for a hint, q to leave.',
  doThis: (number: number, sentence: string) => `Do this: ${number}  ${sentence}`,
  astray: 'You may do that, too, but it does not lead to the goal of this lesson. Try again.',
  well: 'Well done!',
  end: (game: string, preset: string) =>
    `That was the last lesson. Play a first match: npm run play -- --game ${game} --preset ${preset} --seats 2`,
};
