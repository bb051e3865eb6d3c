/** The words around every game: seats, comings and goings, clocks, agreements, fair dice, the result. */
import type { GameId, ViewOf } from '@flower-war/protocol';

/** Both halves of a result. A reason that is missing here is told by its own name. */
const REASONS: Readonly<Record<string, string>> = {
  'all-home': 'all tokens are home',
  'turn-cap': 'the match has reached its last toss',
  'round-cap': 'the match has reached its last round',
  retired: 'all other players have given up',
  countdown: 'the countdown has run out',
  balance: 'the gods are level for ever',
  signs: 'three signs',
  flood: 'the flood has come',
  war: 'the war has come',
  'piles-empty': 'two piles are empty',
  'saucers-landed': 'enough flying saucers have landed',
  agreed: 'the players agreed',
  'nobody-came': 'no player came',
  'the-record-holds-all-that-a-record-may-hold': 'the match has become too long',
};

/** The parts of a score. A part that is missing here is a card. */
const PARTS: Readonly<Record<string, string>> = {
  skulls: 'skulls',
  discs: 'discs',
  cards: 'cards',
  signs: 'signs',
  weeks: 'week cards',
  tokens: 'tokens',
  home: 'home',
  board: 'on the board',
  reserve: 'in reserve',
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
export type Phases = {
  readonly ring: Readonly<Record<OpenPhase<'flower-war'> | OpenPhase<'mexica'>, string>>;
  readonly 'space-aztecs': Readonly<Record<OpenPhase<'space-aztecs'>, string>>;
  readonly tieqchieq: Readonly<Record<OpenPhase<'tieqchieq'>, string>>;
};
