/** What `testGame` finds in games that tell secrets, or whose kit hides that they do. */
import { describe, expect, test } from 'vitest';
import { flowerWar } from '../flower-war/index.ts';
import { redrawn } from '../space-aztecs/hidden.fixture.ts';
import { spaceAztecs } from '../space-aztecs/index.ts';
import { type Kit, propertiesOf } from './testing.ts';
import { handsRedrawn } from './twins.ts';

const HIDDEN = 'something is hidden from every viewer, or nothing from any';
const EVENTS = 'an event tells no viewer what the view after it hides';

type Properties = ReturnType<typeof propertiesOf>;

const KIT = { candidates: () => [], matches: 2, seatsList: [3] };
const ofCards = (
  game: Partial<typeof flowerWar>,
  redraw: Kit<never, never>['redraw'] = handsRedrawn as never,
): Properties => propertiesOf({ ...flowerWar, ...game }, { ...KIT, redraw } as never);
const ofChoices = (game: Partial<typeof spaceAztecs>): Properties =>
  propertiesOf(
    { ...spaceAztecs, ...game },
    { ...KIT, redraw: (state, viewer, chance) => redrawn(state, { viewer, known: [] }, chance) },
  );

describe('a game whose secrets are told', () => {
  test.each<[string, Properties, string, RegExp | undefined]>([
    ['the game as it is', ofCards({}), HIDDEN, undefined],
    ['the game as it is', ofCards({}), EVENTS, undefined],
    ['a kit that says that nothing is hidden', ofCards({}, 'nothing-hidden'), HIDDEN, /give the kit a redraw/],
    [
      'a kit that redraws nothing',
      ofCards({}, (state) => state),
      HIDDEN,
      /redraw changes something that 0 may not see/,
    ],
    [
      'events that show what was drawn',
      ofCards({ viewEvent: (event) => event }),
      EVENTS,
      /is told no more than it sees/,
    ],
    ['the other game as it is', ofChoices({}), EVENTS, undefined],
    [
      'events that show what was chosen',
      ofChoices({ viewEvent: (event) => event }),
      EVENTS,
      /is told no more than it sees/,
    ],
  ])('%s', (_, properties, name, words) => {
    const check = new Map(properties).get(name)!;
    if (words === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(words);
  });
});
