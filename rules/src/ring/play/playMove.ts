/** Plays a move. Only for moves that the judge allows. */
import type { Seat } from '../../contract/game.ts';
import type { CardId } from '../model/card.ts';
import type { Work } from '../model/edition.ts';
import type { Move } from '../model/move.ts';
import { ask, type Phase, plan } from '../model/state.ts';
import { otherSide, passExchange } from './battle.ts';
import { dealOne, discard, give } from './hand.ts';
import { offer, payOne } from './offering.ts';
import { pick, playCard, playInBattle, react, seatAt, stopPicking } from './playingCards.ts';
import { attackFromAfar, goBy, roll, walk } from './turn.ts';
import { passWindow } from './windows.ts';

export function playMove(work: Work, move: Move): void {
  const phase: Phase = work.state.phase;
  switch (phase.kind) {
    case 'moving':
      return setOut(work, phase.seat, move);
    case 'adding-steps':
      return walk(work, phase.seat, phase.roll + (move.kind === 'extra' ? move.n : 0));
    case 'choosing-opponent':
      return fight(work, phase, move);
    case 'ranged':
      return shoot(work, move);
    case 'battle':
      return move.kind === 'play' ? playBattleCard(work, phase, move.card) : passExchange(work, phase.exchange);
    case 'reacting':
      return move.kind === 'play'
        ? react(work, phase.seat, { card: move.card, window: phase.window })
        : passWindow(work, phase.window);
    case 'offering':
      return offer(work, move);
    case 'sacrificing':
      return payOne(work, phase, move.kind === 'pick' ? move.card : undefined);
    case 'drawing':
      return drawOrTake(work, phase, move);
    case 'playing':
      return playOrStop(work, phase.seat, move);
    case 'discarding':
      if (move.kind === 'pick') discard(work, phase.seat, move.card);
      else work.state.turn = { ...work.state.turn, hasKept: true };
      return plan(work, { kind: 'cards' });
    case 'picking':
      return move.kind === 'pick' ? pick(work, phase, move.card) : stopPicking(work, phase);
    case 'choosing':
      return choose(work, move);
    case 'dealing':
      return dealOne(work, phase, move.kind === 'pick' ? move.card : undefined);
    case 'giving':
      return move.kind === 'choose' ? give(work, phase, aimedAt(work, move)) : undefined;
    case 'paying-card':
    case 'claiming':
    case 'cancelling':
    case 'taking-disc':
      return work.edition.answer(work, move);
    case 'over':
      return;
  }
}

type Of<K extends Phase['kind']> = Extract<Phase, { kind: K }>;

function setOut(work: Work, seat: Seat, move: Move): void {
  if (move.kind === 'go') goBy(work, seat, move.day);
  else if (move.kind === 'step') walk(work, seat, move.n);
  else roll(work, seat);
}

function fight(work: Work, { seat, day }: Of<'choosing-opponent'>, move: Move): void {
  const foe = move.kind === 'fight' ? seatAt(work.state, move.target) : undefined;
  if (foe !== undefined) plan(work, { kind: 'fights', seat, day, foes: [foe] });
}

function shoot(work: Work, move: Move): void {
  const foe = move.kind === 'attack' ? seatAt(work.state, move.target) : undefined;
  if (foe !== undefined) attackFromAfar(work, foe);
}

/** Plays a battle card. The exchange then goes on with the opponent. */
function playBattleCard(work: Work, { seat, exchange: { turn } }: Of<'battle'>, card: CardId): void {
  const [battle] = work.state.battles;
  if (battle === undefined) throw new Error('there is no battle');
  const other = otherSide(turn);
  plan(work, { kind: 'exchange', turn: other, passes: 0 });
  playInBattle(work, seat, { card, opponent: battle[other].seat });
}

function drawOrTake(work: Work, { seat, god }: Of<'drawing'>, move: Move): void {
  if (move.kind === 'draw') plan(work, { kind: 'draw', seat, deck: god });
  if (move.kind === 'take-card') work.edition.takeCard(work, seat, move);
}

function playOrStop(work: Work, seat: Seat, move: Move): void {
  if (move.kind === 'discard') return ask(work, { kind: 'discarding', seat });
  if (move.kind !== 'play') return plan(work, { kind: 'hand-limit' }, { kind: 'end-turn' });
  plan(work, { kind: 'cards' });
  playCard(work, seat, move);
}

/** Gives the answer to the card that asked. */
function choose(work: Work, move: Move): void {
  const { agenda } = work.state;
  const playing = agenda.at(-1);
  if (playing?.kind !== 'card' || move.kind !== 'choose') throw new Error('no card has asked');
  const { target, ...aim } = move.aim;
  const seat = target === undefined ? {} : { target: aimedAt(work, move) };
  work.state.agenda = agenda.with(-1, { ...playing, ...aim, ...seat });
}

function aimedAt({ state }: Work, { aim }: Extract<Move, { kind: 'choose' }>): Seat {
  const seat = seatAt(state, aim.target ?? '');
  if (seat === undefined) throw new Error(`no seat is named ${aim.target}`);
  return seat;
}
