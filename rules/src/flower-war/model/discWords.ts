/** The calendar discs in the list of cards: what each one changes, as data. */
import type { CardWords } from '../../contract/cardWords.ts';
import { signTitle } from '../../ring/cards/cardTitles.ts';
import { numbered } from '../../ring/cards/design.ts';
import type { Day } from '../../ring/model/calendar.ts';
import { DISCS, DOG, type Omens } from './discs.ts';

export type DiscFace = {
  readonly kind: 'disc';
  readonly day: Day;
  readonly changes: Partial<Omens>;
  /** Whether its taker cancels another omen. */
  readonly cancels: boolean;
};

export const DISC_WORDS: readonly CardWords[] = DISCS.map(({ day, name, omen: changes }) => {
  const face: DiscFace = { kind: 'disc', day, changes, cancels: day === DOG };
  return {
    id: numbered('C', day, 2),
    title: `Disc of ${signTitle(day)}`,
    deck: 'disc',
    timing: 'omen',
    cost: 0,
    text: name,
    face,
  };
});
