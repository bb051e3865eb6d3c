/** The words in which a temple speaks to people. */
import type { BeadReason, Slot } from '@flower-war/protocol/temple';
import type { Display, SlotLight } from '../device/display.ts';

export const GODS: Readonly<Record<Slot, string>> = { war: 'HUITZILOPOCHTLI', rain: 'TLALOC' };

export const LIGHTS: Readonly<Record<SlotLight, string>> = {
  off: '',
  offer: 'DROP HERE',
  'in-flight': 'in flight...',
  accepted: 'ACCEPTED',
  held: 'HELD',
  refused: 'TAKE IT BACK',
};

/** A reason may have two verdicts: a bead without a match is held, but refused if its temple leaves a match. */
export const WHYS: Readonly<Record<BeadReason, string>> = {
  ok: 'the gods have it',
  'no-match': 'the temple counts for no match',
  'not-your-turn': "it is another player's turn",
  'wrong-phase': 'this is not the time for offerings',
  incomplete: 'the price is not paid in full yet',
  'no-skulls': 'there is no skull for it',
  unclaimed: 'no player has claimed it',
  unpaired: 'this temple has no owner',
  implausible: 'so many at once must be confirmed',
  'match-over': 'the match is over for this temple',
  returned: 'it was taken out',
};

export function headline({ power, isConnected, gods }: Display): string {
  if (power !== 'on') return power === 'off' ? 'no power' : 'booting...';
  if (!isConnected) return 'no network: your offering is kept';
  return gods === 'answer' ? 'online, the gods answer' : 'online, but the gods do not answer';
}

export function turnOf({ match, deadlineMs, gods }: Display): string {
  if (match?.match === undefined) return 'No match is bound to this temple.';
  const time = deadlineMs === undefined || gods === 'silent' ? '' : `, ${Math.ceil(deadlineMs / 1000)} s left`;
  const who = match.turn === undefined ? '' : match.yourTurn ? 'YOUR TURN' : `${match.turn.name}'s turn`;
  if (match.phase === 'over') return `Match ${match.match} is over.`;
  return `Match ${match.match}: ${[who, PHASES[match.phase]].filter((words) => words !== '').join(', ')}${time}.`;
}

const PHASES = {
  waiting: 'waiting for players',
  move: 'moving',
  offer: 'time for offerings',
  play: 'playing cards',
  over: '',
};

export function countdownOf({ match }: Display): string {
  const apocalypse = match?.apocalypse;
  if (apocalypse === undefined) return '';
  const { ending, left, of, forestalled } = apocalypse;
  const past = Math.min(Math.max(of - left, 0), 20);
  const bar = `[${'#'.repeat(past)}${'.'.repeat(Math.min(left, 20))}]`;
  return `${capital(ending)} in ${left} of ${of} rounds ${bar}${forestalled ? ' forestalled: the gods are level' : ''}`;
}

export function lastBead({ why }: Display): string {
  if (why === undefined) return '';
  return `The last bead for ${why.slot} is ${why.verdict}: ${WHYS[why.why]}.`;
}

function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}
