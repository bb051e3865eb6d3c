/** A bot that tries its moves out in positions that it imagines. There all tribes play on nearly as `greedy` plays. */
import type { Chance } from '../../contract/chance.ts';
import type { Question, Seat } from '../../contract/game.ts';
import { balanceIn, leadOf, playingOn, sampledTable, searchingOnRing } from '../../ring/bot/sampledTable.ts';
import type { Move } from '../../ring/model/move.ts';
import type { State } from '../../ring/view/hidden.ts';
import { mexica } from '../index.ts';
import { type Apocalypse, completed, fullDecks, type MexicaTable, shuffleAll } from '../table.ts';
import type { MexicaSettings } from '../options.ts';
import type { MexicaView } from '../view.ts';
import { greedy, scoresOf } from './greedy.ts';
import { worthsOf } from './prospects.ts';
import { PATIENT } from './weights.ts';

export const strong = searchingOnRing<MexicaView, MexicaSettings>({
  game: mexica,
  guess: (question) => scoresOf(question, PATIENT),
  // How likely the next card of a deck is a sign is known; few trials would only blur it.
  sampled: (question, chance) => (question.view.phase === 'offering' ? undefined : sampledPosition(question, chance)),
  playsOn: playingOn({ game: mexica, bot: greedy, rests: ['battle', 'reacting', 'playing'] }),
  worth,
  limits: { candidates: 4, margin: 2, horizon: 8, moves: 3000, trust: 40 },
});

/** What the victory is worth in tokens, and what that of another tribe costs: of more tribes each has a small part to lose. */
const OF_TWO = { victory: 60, loss: -60 } as const;
const OF_MORE = { victory: 180, loss: -60 } as const;

/** How much nearer to victory the tribe is than the others. A match that no tribe wins is worth nothing. */
function worth(state: State, seat: Seat): number {
  const table = state as MexicaTable;
  const { phase, tribes } = table;
  const { victory, loss } = tribes.length === 2 ? OF_TWO : OF_MORE;
  if (phase.kind === 'over') return phase.winner === undefined ? 0 : phase.winner === seat ? victory : loss;
  return victory * leadOf(worthsOf(table), seat);
}

// A position of Mexica that may be the one behind a view.

/** A view with the options and the legal moves of its seat. */
type MexicaQuestion = Question<MexicaView, Move, MexicaSettings>;

export function sampledPosition(question: MexicaQuestion, chance: Chance): MexicaTable | undefined {
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
    ...balanceIn(view),
  };
  const whole = completed(position, position);
  return { ...whole, decks: shuffleAll(whole.decks, chance) };
}

const IN_BOX = 6;
const BACK_IN_BOX = 7;

const weekCards = ({ weeks }: MexicaView) => ({
  weeks: weeks.map((holder): Seat | 'box' => (holder === IN_BOX || holder === BACK_IN_BOX ? 'box' : (holder as Seat))),
  issued: weeks.map((holder) => holder !== IN_BOX),
});

function apocalypseOf({ apocalypse, counter, left, ending }: MexicaView): Apocalypse {
  return apocalypse ? { kind: 'counting', counter: counter as Seat, left, ending } : { kind: 'quiet' };
}
