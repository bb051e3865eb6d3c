/** The boards of Space Aztecs, of Tieqchieq and of the games on the ring. */
import type { ViewOf } from '@flower-war/protocol';

type Aztecs = ViewOf<'space-aztecs'>;

/** The places of the piles, as the server calls them. */
const PLACES: Readonly<Record<string, string>> = {
  'Ball Court': 'Ball Court',
  Market: 'Market',
  Observatory: 'Observatory',
  Causeway: 'Causeway',
  'Floating Gardens': 'Floating Gardens',
  Palace: 'Palace',
  Volcano: 'Volcano',
  Lake: 'Lake',
};

export interface AztecsAsked {
  readonly turn: string;
  readonly victim: string;
  readonly card: string;
}

const STATUS: Readonly<Record<Aztecs['phase'], (about: AztecsAsked) => string>> = {
  taking: ({ turn }) => `${turn} is to take a pile`,
  choosing: () => 'All choose a card in secret',
  hiding: ({ turn, card }) => `${turn} may put ${card} under a temple`,
  capturing: ({ turn, card, victim }) => `${turn} picks the Aztec of ${victim} that ${card} captures`,
  over: () => 'The match is over',
};

export const SPACE_AZTECS = {
  status: STATUS,
  places: PLACES,
  round: (round: number) => `Round ${round}`,
  saucers: (n: number, most: number) => (n > most ? `saucers ${n}, ${most} are enough` : `saucers ${n} of ${most}`),
  removed: (colour: string | undefined) =>
    colour === undefined ? 'all colours are in play' : `no ${colour} cards in this match`,
  colours: { P: 'pink', Y: 'yellow', B: 'blue', G: 'green' },
  last: 'last: ',
  columns: { pile: 'pile', time: 'time', score: 'score' },
  hasLeft: 'has left',
  yourChoice: 'Your choice',
  cardsOf: (pile: number) => `Cards of pile ${pile}`,
  legend: [
    '  CITY 1   a player; ► is asked, ☼ is the Starting Player',
    '  P-A01    pink; Y yellow, B blue, G green; A Aztec, T temple, S flying saucer; X1 a codex',
    '  P-T1[…]  the Aztecs under a temple, or captured by a saucer',
    '  P Y B G  how many Aztecs of a colour are visible in the city; T temples, S saucers, X codices',
    '  last: …  what you left in a pile when you held it, and how many of these are gone',
  ] as readonly string[],
};

export const TIEQCHIEQ = {
  reserve: 'reserve',
  home: 'home',
  tosses: (name: string) => `${name} tosses`,
  tossed: (name: string, coins: string, n: number) => `${name} has tossed ${coins} (${n})`,
  bonus: (name: string, at: number) => `${name} stands on a plus at ${at} and may take one more step`,
  over: 'The match is over',
  count: (n: number, most: number) => `toss ${n} of at most ${most}`,
  legend: [
    '  (R) (Y)  tokens; R and Y in reserve and home are tokens too',
    '  +  one more step; in the lane for its own colour: +R, +Y',
    '  ○  toss again      ☼  toss again; tokens there are safe from attacks',
    '  r r, y y  territory: each square costs the other colour 3 instead of 1',
  ] as readonly string[],
};

// The board of the games on the ring of twenty days.

type View = ViewOf<'flower-war'> | ViewOf<'mexica'>;
type Phase = Exclude<View['phase'], 'over'>;

/** What the words about a phase may name. */
interface AskedFor {
  readonly amount: number;
  readonly day: string;
  readonly card: string;
}

/** These words follow the name of the tribe that is asked. */
const WAITING: Readonly<Record<Exclude<Phase, 'reacting'>, (about: AskedFor) => string>> = {
  moving: () => 'is to move',
  'adding-steps': ({ amount }) => `may go up to ${amount} farther`,
  'choosing-opponent': ({ day }) => `chooses an opponent on ${day}`,
  ranged: () => 'may attack from afar',
  battle: () => 'may play a card in the battle',
  'paying-card': () => 'has to pay with a card',
  claiming: () => 'may draw a card of either god',
  offering: () => 'may make offerings',
  sacrificing: ({ amount }) => `pays for an offering: ${amount} more, a card or a skull`,
  drawing: () => 'may draw a card',
  playing: () => 'may play and discard cards',
  discarding: () => 'discards a card',
  picking: ({ amount }) => `picks cards, ${amount} more`,
  choosing: () => 'decides what the card does',
  dealing: () => 'deals out cards',
  giving: () => 'gives a card away',
  cancelling: () => 'cancels an omen',
  'taking-disc': ({ day }) => `may take the disc of ${day}`,
};

/** The same for a hidden window, by what it answers. */
const ANSWERS: Readonly<Record<string, (card: string) => string>> = {
  attack: () => 'may answer the attack',
  card: (card) => `may answer ${card}`,
  payment: () => 'may answer the payment',
  tribute: () => 'may answer the tribute',
  draw: () => 'may answer the drawing of a card',
};

/** What follows the battle when a coin decides it. */
const COINS: Readonly<Record<View['battle']['coin'], string>> = {
  none: '',
  'to-toss': ', a coin decides',
  heads: ', coin: heads',
  tails: ', coin: tails',
};

/** Short, for a narrow column: `reach+2`. */
const MODIFIERS: Readonly<Record<string, string>> = {
  range: 'reach',
  pickup: 'take',
  step: 'step',
  'offer-cost': 'offer',
  'play-cost': 'play',
};

export const RING = {
  waiting: WAITING,
  answers: ANSWERS,
  answersAny: 'may answer',
  over: 'The match is over',
  round: (round: number, last: number) => (last - round < 10 ? `Round ${round} of ${last}` : `Round ${round}`),
  temple: 'Temple',
  war: 'War',
  rain: 'Rain',
  stock: (pool: number, out: number) => `pool ${pool}${out === 0 ? '' : `, lost ${out}`}`,
  decks: 'Decks',
  deck: { war: 'War', rain: 'Rain', day: 'Day' },
  battle: 'Battle',
  attacks: ' attacks ',
  against: (attack: string, defence: string) => `${attack} against ${defence}`,
  stake: (stake: string) => `stake ${stake}`,
  coins: COINS,
  columns: { day: 'day', skulls: 'skulls', tokens: 'tokens', cards: 'cards', discs: 'discs', weeks: 'weeks' },
  hasLeft: 'has left',
  modifiers: MODIFIERS,
  apocalypse: 'Apocalypse',
  flood: 'Flood',
  invasion: 'Invasion',
  warEnding: 'The war',
  afterDiscs: (n: number) => `after ${n} more ${n === 1 ? 'disc' : 'discs'}`,
  turnsLeft: (left: number, name: string) => `${left} more ${left === 1 ? 'turn' : 'turns'} of ${name}`,
  forestalled: ', standing still',
  left: (left: number, all: number) => `${left} left of ${all}`,
  sacrificed: (n: number, threshold: number, weeks: number) => `${n} of ${threshold} offerings, ${weeks} of 20 weeks`,
  omens: 'Omens',
  leftLying: 'Left lying',
  live: 'Traps and lingering cards',
  liveAt: (day: string, owner: string) => `(${day}, of ${owner})`,
  weekCards: 'Week cards',
  played: 'The card that is played',
  toDeal: 'Cards to deal out',
  yourCards: 'Your cards',
  yourEvents: 'Events that wait for you',
  noCards: 'You hold no cards.',
  cardsShort: (titles: string) => `Your cards: ${titles}`,
  signs: { serpent: 'serpent', eagle: 'eagle', flower: 'flower' },
  legend: [
    '  E      EAST; every tribe has its letter; ► marks the tribe whose turn it is',
    '  13 Reed  the number of the day; tribes travel from 1 to 20, and on to 1',
    '  Reed 2  the day count: how many have been taken from the day since it was full',
    '  take+1, >step+2  change the rules for the tribe, > in its next turn',
  ] as readonly string[],
  flowerWarLegend: [
    '  13○E   skulls on the day, and its disc; ○E: EAST has it; ○-: out of reach',
    '  ≡5     cards under the day; !5 or !W12:E: the top one is a trap or lingering card, here of EAST',
  ] as readonly string[],
  mexicaLegend: [
    '  13□E   tokens on the day, and its week card; □E: EAST has it; □-: in the box',
    '  3+1    cards, and events that wait for the next turn of the tribe',
    '         Three signs win: serpent, eagle and flower. The week cards of Coatl, Cuauhtli and Xochitl are such signs, and so are three other cards.',
  ] as readonly string[],
};
