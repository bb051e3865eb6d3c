/** A position of Mexica that may be the one behind a view. */
import type { Question } from '../../contract/bot.ts';
import type { Chance } from '../../contract/chance.ts';
import type { Seat } from '../../contract/seat.ts';
import { sampledTable } from '../../ring/bot/sampledTable.ts';
import type { Move } from '../../ring/model/move.ts';
import { fullDecks, shuffleAll } from '../decks.ts';
import { completed } from '../invariants.ts';
import type { MexicaSettings } from '../options.ts';
import type { Apocalypse, MexicaTable } from '../table.ts';
import type { MexicaView } from '../view.ts';

/** A view with the options and the legal moves of its seat. */
type Asked = Question<MexicaView, Move, MexicaSettings>;

export function sampledPosition(question: Asked, chance: Chance): MexicaTable | undefined {
  const { view, options } = question;
  const left = { day: view.dayDeck, war: view.warDeck, rain: view.rainDeck };
  const discards = { day: view.dayDiscards, war: view.warDiscards, rain: view.rainDiscards };
  const open = Object.values(discards).flat();
  const table = sampledTable(question, { full: fullDecks(options), open, left }, chance);
  if (table === undefined) return undefined;
  const position = {
    ...table,
    options,
    discards,
    prayed: 0,
    apocalypse: apocalypseOf(view),
    ...weekCards(view),
    ...balanceOf(view),
  };
  const whole = completed(position, position);
  return { ...whole, decks: shuffleAll(whole.decks, chance) };
}

const balanceOf = ({ favoured }: MexicaView) => ({
  lastGiven: 'none' as const,
  favoured: favoured === '' ? ('none' as const) : favoured,
});

const IN_BOX = 6;
const BACK_IN_BOX = 7;

const weekCards = ({ weeks }: MexicaView) => ({
  weeks: weeks.map((holder): Seat | 'box' => (holder === IN_BOX || holder === BACK_IN_BOX ? 'box' : (holder as Seat))),
  issued: weeks.map((holder) => holder !== IN_BOX),
});

function apocalypseOf({ apocalypse, counter, left, ending }: MexicaView): Apocalypse {
  return apocalypse ? { kind: 'counting', counter: counter as Seat, left, ending } : { kind: 'quiet' };
}
