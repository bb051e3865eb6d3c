/** A battle from the challenge to the stake: dice, the exchange of cards, totals, and the loser's payment. */
import type { Chance } from '../../contract/chance.ts';
import type { Seat } from '../../contract/game.ts';
import { at } from '../../json.ts';
import { cardOf } from '../cards/cards.ts';
import type { Card, Modifier } from '../model/card.ts';
import { ask, type At, isHere, othersOn, plan, tell, tribeOf, type Work } from '../model/edition.ts';
import {
  type Battle,
  type Challenge,
  type Fighter,
  type RingTable,
  SIDES,
  type Side,
  type Task,
} from '../model/state.ts';
import { handOf } from './hand.ts';
import { dayCount, room, transfer } from './skulls.ts';
import { isAffordable } from './windows.ts';

const DIE = 6;
export const otherSide = (side: Side): Side => (side === 'attacker' ? 'defender' : 'attacker');

/** [C4.4] The arriving tribe fights all others on the day, one after another, or one of its choice. */
export function meet(work: Work, seat: Seat, day: number): void {
  const foes = othersOn(work.state, seat, day);
  if (foes.length > 1 && work.state.options.multiBattle === 'chooseOne' && work.edition.battles(work.state) !== 'none')
    return ask(work, { kind: 'choosing-opponent', seat, day, foes });
  plan(work, { kind: 'fights', seat, day, foes });
}

export function fights(work: Work, { seat, day, foes }: Extract<Task, { kind: 'fights' }>): void {
  const [defender, ...rest] = foes;
  const stillThere = (one: Seat) => isHere(work.state, one) && tribeOf(work.state, one).day === day;
  if (defender === undefined || !stillThere(seat)) return;
  if (rest.length > 0) plan(work, { kind: 'fights', seat, day, foes: rest });
  if (stillThere(defender)) plan(work, { kind: 'fight', attacker: seat, defender, roll: 0, stake: 0 });
}

export function challenge(work: Work, fight: Challenge): void {
  const { attacker, defender } = fight;
  if (!isHere(work.state, attacker) || !isHere(work.state, defender)) return;
  if (work.edition.battles(work.state) === 'none')
    return void transfer(work, { n: 1, from: { seat: attacker }, to: { seat: defender }, why: 'marriage' });
  tell(work, { kind: 'challenged', attacker, defender });
  plan(work, { kind: 'window', moment: 'attack', asked: [defender], by: attacker }, { ...fight, kind: 'dice' });
}

/** Rolls the attacker's die, then the defender's. An omen's coin replaces both. */
export function rollDice(work: Work, { attacker, defender, roll, stake }: Challenge): void {
  const { state, edition, chance } = work;
  const isCoin = edition.battles(state) === 'coin';
  const fighter = (seat: Seat, side: Side, extra: number): Fighter => ({
    seat,
    dice: isCoin ? [] : [chance.die(DIE)],
    keeps: 'high',
    hasPassed: false,
    bonus: extra + heldRoll(work, seat, side),
  });
  const sides = { attacker: fighter(attacker, 'attacker', roll), defender: fighter(defender, 'defender', 0) };
  state.battles = [{ ...sides, stake, coin: isCoin ? face(toss(work, 'omen')) : 'none' }];
  const dice = SIDES.flatMap((side) => sides[side].dice);
  tell(work, { kind: 'battle-rolled', attacker, defender, dice });
  plan(work, { kind: 'exchange', turn: 'attacker', passes: 0 }, { kind: 'settle' }, { kind: 'end-battle' });
}

function heldRoll({ edition, state }: Work, seat: Seat, side: Side): number {
  const held = edition.heldModifiers(state, seat);
  return held.reduce((sum, modifier) => sum + rollFor(modifier, side), 0);
}

const rollFor = (modifier: Modifier, side: Side): number =>
  modifier.kind === 'roll' && modifier.n !== 'quarter-of-day-count' && [side, 'any'].includes(modifier.side)
    ? modifier.n
    : 0;

export const face = (heads: boolean): 'heads' | 'tails' => (heads ? 'heads' : 'tails');

export function toss(work: Work, why: 'battle' | 'omen'): boolean {
  const heads = work.chance.coin();
  tell(work, { kind: 'coin', why, heads });
  return heads;
}

/** Asks the side whose turn it is for a battle card. A side without a playable card passes without being asked. */
export function exchange(work: Work, task: Extract<Task, { kind: 'exchange' }>): void {
  const { state } = work;
  const [battle] = state.battles;
  if (battle === undefined || !work.edition.areBattleCardsOn(state)) return;
  const { seat, hasPassed } = battle[task.turn];
  const isOut = seat === 'cortes' || !isHere(state, seat) || (hasPassed && state.options.passIsFinal);
  if (seat !== 'cortes' && !isOut && hasBattleCard(work, seat, task.turn))
    return ask(work, { kind: 'battle', seat, exchange: task });
  passExchange(work, task);
}

/** Passes in the exchange of cards. Two passes in a row end it. */
export function passExchange(work: Work, { turn, passes }: Extract<Task, { kind: 'exchange' }>): void {
  const { state } = work;
  const [battle] = state.battles;
  if (battle === undefined) return;
  state.battles = [{ ...battle, [turn]: { ...battle[turn], hasPassed: true } }];
  if (passes === 0) plan(work, { kind: 'exchange', turn: otherSide(turn), passes: 1 });
}

const hasBattleCard = (where: At, seat: Seat, side: Side): boolean =>
  handOf(where.state, seat).some((id) => isPlayableInBattle(where, seat, { card: cardOf(id), side }));

/** If the player's day has no room, not even a free card may be played, in editions that lay cards on the day. */
export function isPlayableInBattle(
  where: At,
  seat: Seat,
  { card, side }: { readonly card: Card; readonly side: Side },
): boolean {
  if (card.timing !== 'battle' || !isAffordable(where, seat, card)) return false;
  if (where.edition.spendsAtOnce && room(where.state, tribeOf(where.state, seat).day) === 0) return false;
  const opponent = where.state.battles[0]?.[otherSide(side)].seat;
  return card.effects.every((effect) => {
    if (effect.kind === 'roll') return effect.side === 'any' || effect.side === side;
    if (opponent !== 'cortes') return true;
    return (
      effect.kind !== 'stake' && effect.kind !== 'coin-duel' && !(effect.kind === 'dice' && effect.side === 'opponent')
    );
  });
}

/** Rolls one more die at once. The latest such card decides whether the highest or the lowest die counts. */
export function extraDie(work: Work, side: Side, { side: whose, keep }: Extract<Modifier, { kind: 'dice' }>): void {
  const [battle] = work.state.battles;
  const of = whose === 'self' ? side : otherSide(side);
  if (battle === undefined || battle.coin === 'heads' || battle.coin === 'tails') return;
  const die = work.chance.die(DIE);
  tell(work, { kind: 'extra-die', side: of, die, keeps: keep });
  work.state.battles = [{ ...battle, [of]: { ...battle[of], dice: [...battle[of].dice, die], keeps: keep } }];
}

interface Change {
  readonly self: Seat;
  readonly side: Side;
  readonly modifier: Extract<Modifier, { lasts: 'battle' }> | Extract<Modifier, { kind: 'roll' }>;
}

export function modifyBattle({ state }: Work, { self, side, modifier }: Change): void {
  const [battle] = state.battles;
  if (battle === undefined) return;
  if (modifier.kind === 'stake') state.battles = [{ ...battle, stake: battle.stake + modifier.n }];
  if (modifier.kind === 'coin-duel' && battle.coin === 'none') state.battles = [{ ...battle, coin: 'to-toss' }];
  if (modifier.kind !== 'roll') return;
  const { n } = modifier;
  addBonus(state, side, n === 'quarter-of-day-count' ? Math.floor(dayCount(state, tribeOf(state, self).day) / 4) : n);
}

export function addBonus(state: { battles: readonly Battle[] }, side: Side, n: number): void {
  const [battle] = state.battles;
  if (battle !== undefined) state.battles = [{ ...battle, [side]: { ...battle[side], bonus: battle[side].bonus + n } }];
}

export function counting({ dice, keeps }: Fighter): number {
  return keeps === 'high' ? Math.max(...dice) : Math.min(...dice);
}

const totals = ({ attacker, defender }: Battle): readonly [number, number] => [
  counting(attacker) + attacker.bonus,
  counting(defender) + defender.bonus,
];

/** Decides the battle and its stake. */
export function settle(work: Work): void {
  const { state, edition } = work;
  const [battle] = state.battles;
  if (battle === undefined) return;
  const winner = winnerOf(work, battle);
  const decided = state.battles[0] ?? battle; // a draw may have caused a second roll
  const { attacker, defender } = decided;
  const loser = winner && otherSide(winner);
  const results = isByCoin(decided) ? [] : totals(decided);
  if (attacker.seat === 'cortes' || defender.seat === 'cortes') return settleCortes(work, winner, results);
  if (winner === undefined || loser === undefined) return tell(work, { kind: 'battle-tied', totals: results });
  const seats = { attacker: attacker.seat, defender: defender.seat };
  const stake = Math.max(0, baseStake(state.options.battlePayment, results) + battle.stake + edition.stakeBonus(state));
  tell(work, { kind: 'battle-won', winner: seats[winner], loser: seats[loser], totals: results, stake });
  noteVictory(work, seats[winner]);
  if (stake === 0) return;
  const payer = seats[loser];
  const paid = { kind: 'stake', winner: seats[winner], loser: payer, stake } as const;
  plan(work, { kind: 'window', moment: 'payment', asked: [payer], by: seats[winner] }, paid);
}

const isByCoin = ({ coin }: Battle): boolean => coin !== 'none';

function winnerOf(work: Work, battle: Battle): Side | undefined {
  if (isByCoin(battle)) {
    const heads = battle.coin === 'to-toss' ? toss(work, 'battle') : battle.coin === 'heads';
    return heads ? 'attacker' : 'defender';
  }
  const [attack, defence] = totals(battle);
  if (attack !== defence) return attack > defence ? 'attacker' : 'defender';
  const { battleTie } = work.state.options;
  if (battle.attacker.seat === 'cortes') return undefined;
  if (battleTie === 'defender') return 'defender';
  return battleTie === 'reroll' ? reroll(work, battle) : undefined;
}

/** Both sides roll all their dice again; their cards keep working. */
function reroll(work: Work, battle: Battle): Side | undefined {
  const again = (fighter: Fighter, chance: Chance): Fighter => ({
    ...fighter,
    dice: fighter.seat === 'cortes' ? fighter.dice : fighter.dice.map(() => chance.die(DIE)),
  });
  const attacker = again(battle.attacker, work.chance);
  const defender = again(battle.defender, work.chance);
  const next = { ...battle, attacker, defender };
  work.state.battles = [next];
  if (attacker.seat !== 'cortes' && defender.seat !== 'cortes')
    tell(work, {
      kind: 'battle-rolled',
      attacker: attacker.seat,
      defender: defender.seat,
      dice: [...attacker.dice, ...defender.dice],
    });
  return winnerOf(work, next);
}

function settleCortes(work: Work, winner: Side | undefined, results: readonly number[]): void {
  const { seat } = work.state.battles[0]?.defender ?? {};
  if (seat === undefined || seat === 'cortes') return;
  if (winner === undefined) tell(work, { kind: 'battle-tied', totals: results });
  else {
    const [won, lost] = winner === 'defender' ? [seat, 'cortes' as const] : ['cortes' as const, seat];
    tell(work, { kind: 'battle-won', winner: won, loser: lost, totals: results, stake: 1 });
  }
  work.edition.foughtCortes(work, seat, winner === undefined ? 'tied' : winner === 'defender' ? 'won' : 'lost');
}

export function baseStake(payment: RingTable['options']['battlePayment'], results: readonly number[]): number {
  if (payment === 'one' || results.length === 0) return 1;
  const [attack, defence] = [at(results, 0), at(results, 1)];
  return payment === 'difference' ? Math.abs(attack - defence) : Math.max(1, Math.min(attack, defence));
}

/** Notes the victory on every unfinished card of the winner, since such a card has caused the battle. */
function noteVictory({ state }: Work, winner: Seat): void {
  state.agenda = state.agenda.map((task) =>
    task.kind === 'card' && task.self === winner ? { ...task, hasWon: true } : task,
  );
}

export function endBattle(work: Work): void {
  const [battle] = work.state.battles;
  work.state.battles = [];
  if (battle === undefined || battle.attacker.seat === 'cortes' || battle.defender.seat === 'cortes') return;
  work.edition.afterBattle(work, { attacker: battle.attacker.seat, defender: battle.defender.seat });
}
