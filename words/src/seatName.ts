/** What a seat is called on a screen, where its player has no name that could stand there. */
import type { Words } from './words.ts';

/** The number that the games on the ring have for Cortés in place of a seat. */
const CORTES = 6;

interface Tribes {
  readonly tribes?: readonly { readonly compass: string }[];
}

/** A game as a viewer sees it. */
export interface GameView {
  readonly game: string;
  readonly view: object;
}

/** `East`, `City 2`, `Red`: as the words have it, but for the capitals, which are for terminals. */
export function seatName({ game, view }: GameView, seat: number, { language, screen: { names } }: Words): string {
  const named = () => names.seat(seat);
  switch (game) {
    case 'flower-war':
    case 'mexica':
      if (seat === CORTES) return names.cortes;
      return titled(compassName((view as Tribes).tribes?.[seat]?.compass, names.compass) ?? named(), language);
    case 'tieqchieq':
      return titled(names.colours[seat] ?? named(), language);
    case 'space-aztecs':
      return titled(names.city(seat + 1), language);
    default:
      return named();
  }
}

function compassName(compass: string | undefined, table: Readonly<Record<string, string>>): string | undefined {
  return compass !== undefined && Object.hasOwn(table, compass) ? table[compass] : undefined;
}

const titled = (name: string, language: string): string => name.slice(0, 1) + name.slice(1).toLocaleLowerCase(language);
