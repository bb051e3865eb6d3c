/** A card that stays in its pile may go to a rival later: what it is worth to take it away. */
import type { Question } from '../../contract/bot.ts';
import type { CardId } from '../cards/card.ts';
import { cardOf } from '../cards/cards.ts';
import { withCodex, withTemple, withVisible } from '../model/city.ts';
import type { Settings } from '../model/options.ts';
import type { Move } from '../model/state.ts';
import type { CityView, View } from '../view.ts';
import { worth } from './cityValue.ts';
import { type Forecast, forecast } from './forecast.ts';

/** How likely a good card that is left goes to a certain rival before the end, if the match is young. */
const LOST = 0.35;
/** With fewer rounds left, a pile comes back less often. */
const COMES_BACK = 8;

export function denied({ view, seat, options }: Question<View, Move, Settings>, move: Move): number {
  if (move.kind !== 'choose') return 0;
  const ahead = forecast({ view, options }, '');
  const odds = LOST * Math.min(1, ahead.rounds / COMES_BACK);
  const rivals = view.cities.filter(({ here }, other) => here && other !== seat);
  const gains = rivals.map((city) => Math.max(0, gainOf(city, move.card, { view, ahead })));
  return odds * Math.max(0, ...gains);
}

/** What the card brings to a city beyond an average card. */
function gainOf(
  city: CityView,
  id: CardId,
  { view, ahead }: { readonly view: View; readonly ahead: Forecast },
): number {
  const setting = { removed: view.removed, seats: view.cities.length, ahead };
  const after = withCard(city, id);
  return after === undefined ? 0 : worth(after, setting) - worth(city, setting) - USUAL;
}

/** The worth of an average card. */
const USUAL = 3;

/** The city with the card; undefined for a saucer, which works against all cities alike. */
function withCard(city: CityView, id: CardId): CityView | undefined {
  switch (cardOf(id).kind) {
    case 'aztec':
      return withVisible(city, id);
    case 'temple':
      return withTemple(city, id);
    case 'codex':
      return withCodex(city, id);
    case 'saucer':
      return undefined;
  }
}
