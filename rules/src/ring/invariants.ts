/** What must hold in every state on the ring. */

import { cardOf } from './cards/cards.ts';
import type { CardId } from './model/card.ts';
import type { Phase, Table } from './model/state.ts';
import { total } from './play/skulls.ts';

/** Cards in decks and hands, and cards whose effects are not finished. */
export function inHands({ decks, tribes, agenda, phase }: Table): readonly CardId[] {
  return [
    ...Object.values(decks).flat(),
    ...tribes.flatMap(({ hand, pending, victories }) => [...hand, ...pending, ...victories]),
    ...agenda.flatMap((task) => (task.kind === 'card' && task.isHeld ? [task.card] : [])),
    ...inPhase(phase),
  ];
}

function inPhase(phase: Phase): readonly CardId[] {
  if (phase.kind === 'giving') return [phase.kept, phase.given];
  if (phase.kind !== 'dealing') return [];
  return [...phase.looked, ...phase.dealt.flatMap(({ card }) => card ?? [])];
}

export function brokenOnRing(table: Table, cards: readonly CardId[], all: readonly CardId[]): readonly string[] {
  return [...brokenSkulls(table), ...brokenCards(cards, all), ...brokenPlaces(table)];
}

function brokenSkulls(table: Table): readonly string[] {
  const { options, days, pool, out, tribes, lake, tally } = table;
  const all = Math.max(options.tokensTotal, 20 * options.perSpace);
  const counts = [...days, pool, out, lake.war, lake.rain, ...tribes.map(({ skulls }) => skulls)];
  return [
    ...(total(table) === all ? [] : [`there are ${total(table)} skulls, not ${all}`]),
    ...(counts.every((n) => Number.isInteger(n) && n >= 0) ? [] : ['a number of skulls is below zero']),
    ...(days.every((n) => n <= options.perSpace) ? [] : [`a day holds more than ${options.perSpace} skulls`]),
    ...(tally.war >= lake.war && tally.rain >= lake.rain ? [] : ['a lake holds more than was sacrificed']),
  ];
}

function brokenCards(cards: readonly CardId[], all: readonly CardId[]): readonly string[] {
  if (cards.length !== all.length) return [`there are ${cards.length} cards, not ${all.length}`];
  const sorted = all.toSorted();
  const wrong = cards.toSorted().find((card, index) => card !== sorted[index]);
  return wrong === undefined ? [] : [`${wrong} is there too often`];
}

function brokenPlaces({ tribes, turn, agenda, phase }: Table): readonly string[] {
  const strays = tribes.flatMap(({ hand }) =>
    hand.filter((card) => ['event', 'victory'].includes(cardOf(card).timing)),
  );
  return [
    ...(tribes.every(({ day }) => day >= 1 && day <= 20) ? [] : ['a tribe stands on no day']),
    ...strays.map((card) => `${card} cannot be held in a hand`),
    ...(turn.arrivals <= 13 && turn.events <= 13 ? [] : ['a turn holds more than 13 arrivals or events']),
    ...(phase.kind === 'over' && agenda.length > 0 ? ['a task is planned after the end'] : []),
  ];
}
