/** [C4.4, C8] Battles: how omens change them, what the loser pays, and the battle against Cortes. */
import type { Seat } from '../contract/game.ts';
import { at } from '../json.ts';
import { type Day, distance } from '../ring/model/calendar.ts';
import { GODS } from '../ring/model/card.ts';
import { ask, isHere, others, plan, tell, tribeOf } from '../ring/model/edition.ts';
import type { Challenge, Fighter, Task } from '../ring/model/state.ts';
import { face, toss } from '../ring/play/battle.ts';
import { sumOf } from '../ring/play/effects.ts';
import { canDraw } from '../ring/play/hand.ts';
import { takeFrom, transfer } from '../ring/play/skulls.ts';
import { discTaken, endingOf } from './apocalypse.ts';
import { omens } from './discs.ts';
import type { FlowerTable, FlowerWork } from './table.ts';

export const BATTLES = {
  battles: (table: FlowerTable) => omens(table).battles,
  areBattleCardsOn: ({ options }: FlowerTable) => options.battleCards === 'on',
  stakeBonus: (table: FlowerTable) => omens(table).stake,
  payStake,
  afterBattle,
  rangedTargets,
  afterBattles,
  foughtCortes,
};

/** A loser without skulls pays nothing; the winner may then draw a card instead, if a god still has one. */
function payStake(work: FlowerWork, { winner, loser, stake }: Extract<Task, { kind: 'stake' }>): void {
  const paid = transfer(work, { n: stake, from: { seat: loser }, to: { seat: winner }, why: 'stake' });
  const isOwedCard = paid === 0 && work.state.options.brokeLoser === 'draw';
  if (isOwedCard && GODS.some((god) => canDraw(work, god))) ask(work, { kind: 'claiming', seat: winner });
}

function afterBattle(work: FlowerWork, { attacker, defender }: Pick<Challenge, 'attacker' | 'defender'>): void {
  if (!omens(work.state).bothLose) return;
  for (const seat of [attacker, defender])
    transfer(work, { n: 1, from: { seat }, to: { day: tribeOf(work.state, seat).day }, why: 'omen' });
}

/**
 * A tribe may attack from afar once a turn, at a distance of at least one. An omen may lift the limit of distance, an
 * option the limit of number.
 */
function rangedTargets(table: FlowerTable): readonly Seat[] {
  const { turn, options } = table;
  const { battles, attacksAnybody, range } = omens(table);
  const { day, modifiers } = tribeOf(table, turn.seat);
  const isSpent = turn.farAttacks.length > 0 && !(attacksAnybody && options.cipactliMany);
  if (battles === 'none' || isSpent) return [];
  const reach = attacksAnybody ? Number.POSITIVE_INFINITY : range + sumOf(modifiers, 'range');
  const far = (seat: Seat) => distance(day, tribeOf(table, seat).day);
  const open = others(table, turn.seat).filter((seat) => !turn.farAttacks.includes(seat));
  return open.filter((seat) => far(seat) >= 1 && far(seat) <= reach);
}

const CORTES = 5;
const DIE = 6;

/** [C8] In an invasion the battles of every turn end with one against Cortes, whose die always shows the same. */
function afterBattles(work: FlowerWork): void {
  const { state } = work;
  const { seat } = state.turn;
  if (endingOf(state) !== 'invasion' || !isHere(state, seat)) return;
  const isCoin = omens(state).battles === 'coin';
  const fighter = { keeps: 'high', bonus: 0, hasPassed: false } as const;
  const attacker: Fighter = { ...fighter, seat: 'cortes', dice: [CORTES] };
  const defender: Fighter = { ...fighter, seat, dice: isCoin ? [] : [work.chance.die(DIE)] };
  // Heads is the tribe's side here; in other battles it is the attacker's.
  state.battles = [{ attacker, defender, stake: 0, coin: isCoin ? face(!toss(work, 'omen')) : 'none' }];
  tell(work, { kind: 'battle-rolled', attacker: 'cortes', defender: seat, dice: [...attacker.dice, ...defender.dice] });
  plan(work, { kind: 'exchange', turn: 'defender', passes: 0 }, { kind: 'settle' }, { kind: 'end-battle' });
}

function foughtCortes(work: FlowerWork, seat: Seat, outcome: 'won' | 'lost' | 'tied'): void {
  const { day } = tribeOf(work.state, seat);
  if (outcome === 'lost') transfer(work, { n: 1, from: { seat }, to: 'out', why: 'invasion' });
  if (outcome === 'won') takeFrom(work, { seat, day, n: 1, why: 'invasion' });
}

// The last skull of a day: the day's calendar disc, the duel for a disc that a tribe holds, and the refill.

const holderOf = ({ discs }: Pick<FlowerTable, 'discs'>, day: Day) => at(discs, day - 1);

/** [C4.3] First the disc, then the refill from the supply. */
export function emptied(work: FlowerWork, seat: Seat, day: Day): void {
  const { refill, perSpace } = work.state.options;
  contend(work, seat, day);
  if (refill) transfer(work, { n: perSpace, from: 'pool', to: { day }, why: 'refill' });
}

function contend(work: FlowerWork, seat: Seat, day: Day): void {
  const holder = holderOf(work.state, day);
  if (holder === 'day') return offerDisc(work, seat, day);
  if (holder === 'gone' || holder === seat) return;
  if (work.state.options.discRematch === 'transfer' || winsDuel(work, { seat, holder, day })) hold(work, seat, day);
}

/** Each side rolls one die. If they are equal, the holder keeps the disc. */
function winsDuel(work: FlowerWork, duel: { readonly seat: Seat; readonly holder: Seat; readonly day: Day }): boolean {
  const [arriving, holding] = [work.chance.die(DIE), work.chance.die(DIE)];
  tell(work, { kind: 'disc-duel', ...duel, dice: [arriving, holding] });
  return arriving > holding;
}

/** [discPickup] The tribe takes the disc at once or is asked, as the option says. */
function offerDisc(work: FlowerWork, seat: Seat, day: Day): void {
  if (work.state.options.discPickup === 'auto') take(work, seat, day);
  else ask(work, { kind: 'taking-disc', seat, day });
}

/** Any tribe that arrives may take a disc that was left on its day. */
export function offerLeftDisc(work: FlowerWork, seat: Seat, day: Day): void {
  if (work.state.declined.includes(day) && holderOf(work.state, day) === 'day')
    ask(work, { kind: 'taking-disc', seat, day });
}

export function leaveDisc({ state }: FlowerWork, day: Day): void {
  if (!state.declined.includes(day)) state.declined = [...state.declined, day];
}

export function take(work: FlowerWork, seat: Seat, day: Day): void {
  hold(work, seat, day);
  work.state.declined = work.state.declined.filter((other) => other !== day);
  discTaken(work, seat, day);
}

function hold(work: FlowerWork, seat: Seat, day: Day): void {
  work.state.discs = work.state.discs.with(day - 1, seat);
  tell(work, { kind: 'disc-taken', seat, day });
}
