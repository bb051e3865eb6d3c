/** What the rulebooks of both games on the ring say alike. */
import { SEATS } from '../../en/effects.ts';
import { count } from '../../en/screen/names.ts';

export const skulls = (n: number): string => count(n, { one: '# skull', other: '# skulls' });
export const tokens = (n: number): string => count(n, { one: '# token', other: '# tokens' });
export const players = (n: number): string => count(n, { one: '# player', other: '# players' });
export const cards = (n: number): string => count(n, { one: '# card', other: '# cards' });

interface RingSpeech {
  readonly seats: readonly [number, number];
  readonly starts: readonly {
    readonly seats: number;
    readonly starts: readonly { readonly compass: keyof typeof SEATS; readonly day: number }[];
  }[];
  readonly day: (day: number) => string;
}

/** Who starts where, for each number of players. */
export function seating({ seats: [least, most], starts, day }: RingSpeech): string {
  const lines = starts.map(({ seats, starts: tribes }) => {
    const places = tribes.map(({ compass, day: first }) => `${SEATS[compass]} on ${day(first)}`);
    return `- ${players(seats)}: ${places.join(', ')}.`;
  });
  return [
    `${least} to ${players(most)} can play. Each leads a tribe that is named after where it comes from. The tribes start on these days, and take their turns in this order:`,
    ...lines,
  ].join('\n');
}

/** `moments` are what cards can answer. */
export const answers = (moments: string): string =>
  `Some cards answer what is about to happen: ${moments}. If you hold such a card and can play it, you are asked, also in the turn of another player. One answer is enough, and no card answers an answer.`;

export const CHOICES =
  'If a card needs a player, a day, a god or a number of days, you choose it when you play the card, or when the card asks. A card that asks must be answered before anything else.';

export const ROLL =
  'Roll the die and go as many days forward as it shows. You follow the numbers of the days: from 1 to 20, and on to 1. You pass other tribes freely.';

export const BY_CARD =
  'A card can take you to another day, too. You arrive there as after a roll, with everything that follows. A card to the day where you already stand does nothing.';

export const MANY_ARRIVALS =
  'You can arrive 13 times in a turn. After that, a card only puts you on its day and nothing else happens there.';

export const EXCHANGE =
  'Then both players may play battle cards. The attacker begins, and they take turns: play a card, or pass. It ends when both pass, one after the other.';

/** `what` lets a coin decide. */
export const totals = (what: string): string =>
  `Each player adds the die and the cards. The higher result wins. ${what} let a coin decide instead: heads, the attacker wins; tails, the defender wins.`;
