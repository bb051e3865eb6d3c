/** The boards of Space Aztecs and Tieqchieq. */
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
  removed: (colour: string | undefined) => `${colour ?? 'no colour'} is removed`,
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
