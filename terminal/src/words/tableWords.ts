/** The words of clocks and agreements. */
import type { LiveMatch, TableJson } from '@flower-war/client';
import type { Words } from '@flower-war/words';

type MatchTable = TableJson<unknown>;

export interface Perspective {
  readonly name: (seat: number) => string;
  readonly you: number | undefined;
  readonly words: Words;
}

/** Tells the player, before the question, how long there is to answer it. */
export function timeWords(
  live: Pick<LiveMatch, 'deadline' | 'windowDeadline'>,
  now: number,
  words: Words,
): readonly string[] {
  if (live.deadline === undefined) return [];
  const { table } = words.screen;
  const left = span(live.deadline - now, words);
  return [live.windowDeadline === undefined ? table.time(left) : table.onlyYou(left)];
}

/** Tells the offers, the answers and the pauses that came between two tables. */
export function agreementWords(before: MatchTable, after: MatchTable, eyes: Perspective): readonly string[] {
  return [...offerWords(before, after, eyes), ...pauseWords(before.pausedUntil, after.pausedUntil, eyes.words)];
}

function offerWords({ offer: was }: MatchTable, { offer, result }: MatchTable, eyes: Perspective): readonly string[] {
  const { table } = eyes.words.screen;
  if (offer.what === '') return was.what === '' || result.result !== '' ? [] : [table.offerClosed];
  if (offer.what !== was.what || offer.by !== was.by) {
    const offered = table.offers(other(offer.by, eyes), offer.what, offer.minutes);
    return [eyes.you === undefined || eyes.you === offer.by ? offered : `${offered} ${table.answerOffer}`];
  }
  const more = offer.accepted.filter((seat) => !was.accepted.includes(seat));
  return more.map((seat) => table.accepts(other(seat, eyes)));
}

/** The name of another player; nothing for the player who reads. */
function other(seat: number, { name, you }: Perspective): string | undefined {
  return seat === you ? undefined : name(seat);
}

function pauseWords(was: number, is: number, { language, screen: { table } }: Words): readonly string[] {
  if (was === is) return [];
  return [is === 0 ? table.goesOn : table.pausesUntil(new Date(is).toLocaleString(language))];
}

/** `2 min 5 s`, `3 d 4 h` */
export function span(milliseconds: number, { screen }: Words): string {
  const { units } = screen.table;
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const parts = [
    [Math.floor(seconds / 86_400), units.days],
    [Math.floor(seconds / 3600) % 24, units.hours],
    [Math.floor(seconds / 60) % 60, units.minutes],
    [seconds % 60, units.seconds],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  const shown = first < 0 ? parts.slice(-1) : parts.slice(first, first + 2);
  return shown
    .filter(([count], index) => count > 0 || index === 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
