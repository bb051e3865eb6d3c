/** What must hold in every state on the ring. */
import { cardOf } from './cards/cards.ts';
import type { CardId, Deck } from './model/card.ts';
import type { Phase, RingTable } from './model/state.ts';
import { total } from './play/skulls.ts';

/** Cards in decks and hands, and cards whose effects are not finished. */
export function inHands({ decks, tribes, agenda, phase }: RingTable): readonly CardId[] {
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

export function brokenOnRing(table: RingTable, cards: readonly CardId[], all: readonly CardId[]): readonly string[] {
  return [...brokenSkulls(table), ...brokenCards(cards, all), ...brokenPlaces(table)];
}

function brokenSkulls(table: RingTable): readonly string[] {
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

function brokenPlaces({ tribes, turn, agenda, phase }: RingTable): readonly string[] {
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

// An author of a position may leave out the supply and the decks: they get every skull and card that lies nowhere else.

type Decks = Readonly<Record<Deck, readonly CardId[]>>;

interface Cards {
  /** All cards of the match, in the order in which missing cards go under a deck. */
  readonly full: Decks;
  /** Cards that this edition keeps outside hands and decks. */
  readonly used: readonly CardId[];
}

/** Completes a position; `written` is the author's part, which stays as it is. */
export function completed<T extends RingTable>(table: T, written: object, { full, used }: Cards): T {
  const decks = completedDecks(table, { full, used });
  if (Object.hasOwn(written, 'pool')) return { ...table, decks };
  const { tokensTotal, perSpace } = table.options;
  const all = Math.max(tokensTotal, 20 * perSpace);
  return { ...table, decks, pool: all - (total(table) - table.pool) };
}

/** Cards that lie elsewhere leave their deck, the topmost copy first. Cards that lie nowhere go under it. */
function completedDecks({ decks, ...table }: RingTable, { full, used }: Cards): Decks {
  const none: Decks = { day: [], war: [], rain: [] };
  const elsewhere = [...inHands({ ...table, decks: none }), ...used];
  const whole = (deck: Deck) => {
    const gone = elsewhere.filter((card) => full[deck].includes(card));
    const known = without(decks[deck], without(gone, without(full[deck], decks[deck])));
    return [...without(full[deck], [...known, ...gone]), ...known];
  };
  return { day: whole('day'), war: whole('war'), rain: whole('rain') };
}

/** Removes these cards, the last copy of each first. */
export function without(cards: readonly CardId[], gone: readonly CardId[]): readonly CardId[] {
  const left = [...cards];
  for (const card of gone) {
    const index = left.lastIndexOf(card);
    if (index >= 0) left.splice(index, 1);
  }
  return left;
}
