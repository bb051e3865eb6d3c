/** The words of clocks and agreements. */
import type { LiveMatch, TableJson } from '@flower-war/client';

type Table = TableJson<unknown>;

interface Perspective {
  readonly name: (seat: number) => string;
  readonly you: number | undefined;
}

/** Tells the player, before the question, how long there is to answer it. */
export function timeWords(live: Pick<LiveMatch, 'deadline' | 'windowDeadline'>, now: number): readonly string[] {
  if (live.deadline === undefined) return [];
  const left = span(live.deadline - now);
  const isSecret = live.windowDeadline !== undefined;
  return [
    isSecret
      ? `Only you are asked, because of the cards that you hold; in ${left} the clock answers.`
      : `You have ${left}.`,
  ];
}

/** Tells the offers, the answers and the pauses that came between two tables. */
export function agreementWords(before: Table, after: Table, eyes: Perspective): readonly string[] {
  return [...offerWords(before, after, eyes), ...pauseWords(before.pausedUntil, after.pausedUntil)];
}

function offerWords({ offer: was }: Table, { offer, result }: Table, { name, you }: Perspective): readonly string[] {
  if (offer.what === '') return was.what === '' || result.result !== '' ? [] : [`The offer (${was.what}) is closed.`];
  if (offer.what !== was.what || offer.by !== was.by)
    return [`${who(offer.by, name, you)} ${offer.by === you ? 'offer' : 'offers'} ${title(offer)}.${ask(offer, you)}`];
  const more = offer.accepted.filter((seat) => !was.accepted.includes(seat));
  return more.map((seat) => `${who(seat, name, you)} ${seat === you ? 'accept' : 'accepts'}.`);
}

function ask({ by }: Table['offer'], you: number | undefined): string {
  return you === undefined || you === by ? '' : ' Type accept or decline.';
}

function title({ what, minutes }: Table['offer']): string {
  switch (what) {
    case 'takeback':
      return 'to take the last move back';
    case 'abort':
      return 'to give the match up without a winner';
    case 'pause':
      return `a pause of ${minutes} min`;
    default:
      return 'to go on';
  }
}

function who(seat: number, name: Perspective['name'], you: number | undefined): string {
  return seat === you ? 'You' : name(seat);
}

function pauseWords(was: number, is: number): readonly string[] {
  if (was === is) return [];
  return [is === 0 ? 'The match goes on.' : `The match pauses until ${new Date(is).toLocaleString()}.`];
}

/** `2 min 5 s`, `3 d 4 h` */
export function span(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  const shown = first < 0 ? parts.slice(-1) : parts.slice(first, first + 2);
  return shown
    .filter(([count], index) => count > 0 || index === 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
