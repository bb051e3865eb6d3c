/** The text of a card, in the notation of the rules documents. */
import type { Card, Effect, Who } from '../model/card.ts';
import type { Change, Said } from './effectShorthand.ts';

export const textOf = ({ effects }: Card): string => phrases(effects);

/** `seat-east` is SEAT:EAST, `react-card` REACT:CARD, `each-other` EACH_OTHER. */
export const inNotation = (word: string | number): string =>
  String(word)
    .replace(/^(seat|start|react)-/, '$1:')
    .replaceAll('-', '_')
    .toUpperCase();

const SIDES = { attacker: 'ATT', defender: 'DEF', any: 'ANY', self: 'SELF', opponent: 'OPP' } as const;

const PHRASES: { readonly [Kind in Effect['kind']]: (effect: Said<Kind>) => string } = {
  gain: ({ who, n, from }) =>
    `GAIN ${unlessSelf(who)}${n} from ${typeof from === 'number' ? 'SPACE:' : ''}${inNotation(from)}`,
  lose: ({ who, n, to }) => `LOSE ${unlessSelf(who)}${n} to ${inNotation(to)}`,
  pay: ({ from, to, n }) => `PAY ${inNotation(from)}→${inNotation(to)} ${n}`,
  offer: ({ who, god, n }) => `OFFER ${unlessSelf(who)}${n} to ${inNotation(god)}`,
  draw: ({ deck, n }) => `DRAW ${inNotation(deck)} ${n}`,
  'take-week': ({ sign, otherwise }) => `TAKE_WEEK ${sign} else ${phrases(otherwise)}`,
  discard: ({ who, n }) => `DISCARD ${unlessSelf(who)}${n} by OWNER`,
  'give-card': ({ from, to, n }) => `GIVE_CARD ${inNotation(from)}→${inNotation(to)} ${n} RANDOM`,
  cycle: ({ max }) => `CYCLE max ${max}`,
  deal: ({ mode }) => `DEAL ${inNotation(mode)}`,
  move: ({ n }) => `MOVE ${signed(n)}`,
  'move-choice': ({ min, max }) => `MOVE_CHOICE ${signed(min)}…${signed(max)}`,
  'go-to': ({ to }) => `GOTO ${inNotation(to)}`,
  'extra-turn': () => 'EXTRA_TURN',
  attack: (effect) => `ATTACK ${inNotation(effect.target)}${termsOf(effect)}`,
  'space-add': ({ n }) => `SPACE_ADD HERE ${n}`,
  cancel: ({ what, deck }) => `CANCEL ${inNotation(what)}${deck ? ` (${inNotation(deck)} cards)` : ''}`,
  'discard-for-roll': ({ max, per }) => `DISCARD_FOR_ROLL max ${max}, ${signed(per)} each`,
  'if-won': ({ then }) => `IF WON: ${phrases(then)}`,
  victory: ({ sign }) => `VICTORY ${inNotation(sign)}`,
  roll: ({ side, n, lasts }) =>
    modifier(`ROLL ${SIDES[side]} ${n === 'quarter-of-day-count' ? '+⌊DAYCOUNT/4⌋' : signed(n)}`, lasts),
  dice: ({ side, keep, lasts }) => modifier(`DICE ${SIDES[side]} keep ${inNotation(keep)}`, lasts),
  stake: ({ n, lasts }) => modifier(`STAKE ${signed(n)}`, lasts),
  'coin-duel': ({ lasts }) => modifier('COIN_DUEL', lasts),
  range: change,
  pickup: change,
  step: change,
  'offer-cost': change,
  'play-cost': change,
};

const phrases = (effects: readonly Effect[]): string => effects.map(phrase).join(' > ');
const phrase = <Kind extends Effect['kind']>(effect: Said<Kind>): string => PHRASES[effect.kind](effect);

const signed = (n: number): string => (n < 0 ? String(n) : `+${n}`);
const unlessSelf = (who: Who): string => (who === 'self' ? '' : `${inNotation(who)} `);
const modifier = (what: string, lasts: string): string => `MOD ${what} [${inNotation(lasts)}]`;

function change({ kind, n, lasts }: Change): string {
  return modifier(`${inNotation(kind)} ${signed(n)}`, lasts);
}

function termsOf({ otherwise, within, roll, stake }: Said<'attack'>): string {
  const terms = [
    otherwise && `else ${inNotation(otherwise)}`,
    within && `(maxDist ${within})`,
    roll && `roll ${signed(roll)}`,
    stake && `stake ${signed(stake)}`,
  ];
  return terms.map((term) => (term ? ` ${term}` : '')).join('');
}
