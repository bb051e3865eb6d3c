/** How a match ended, in words. */
import type { Eyes, FlowerWarClient, GameEvent, MatchSnapshot } from '@flower-war/client';
import type { LocalSetting, MadeMove } from '@flower-war/rules/local';
import { partName, reasonName, type Words } from '@flower-war/words';
import { type Holder, sitterName, type TableSpeech } from '@flower-war/board/drawing';
import { openly, replayHref } from '../app/navigation.tsx';
import type { Texts } from '../app/texts/en.ts';

type EndOfMatch = MatchSnapshot['table']['result'];

export interface Ended {
  readonly match: string;
  readonly game: string;
  readonly preset: string;
  /** Who played, by seat. */
  readonly seats: readonly Holder[];
  readonly result: EndOfMatch;
  readonly speech: TableSpeech;
  /** The seat of the viewer; absent for a spectator. */
  readonly seat?: number | undefined;
}

export function headline(ended: Ended, words: Words, texts: Texts): string {
  const who = ended.result.winners.map((seat) => called(ended, seat, words)).join(words.screen.table.and);
  const tie = tieBreakIn(ended, words, texts);
  return `${endOf(ended.result, words, who)}${tie === '' ? '' : ` ${tie}.`}`;
}

/** How it ended and why. A match that never began has no winners. */
export function endOf({ result, reason }: Pick<EndOfMatch, 'result' | 'reason'>, words: Words, who = ''): string {
  return `${words.screen.table.results[result]?.(who) ?? result}: ${reasonName(words, reason)}.`;
}

/** Games whose breakdown has what breaks a tie, the most important first. */
const COUNTED: ReadonlySet<string> = new Set(['flower-war', 'mexica']);

/** What decided between equal scores: the first part of which the winner has more, in the order in which the game counts them. */
function tieBreakIn({ game, result, speech }: Ended, words: Words, { match }: Texts): string {
  const [first, second] = result.standings;
  if (!COUNTED.has(game) || result.result !== 'win' || first === undefined || first.score !== second?.score) return '';
  const part = Object.keys(first.breakdown).find(
    (name) => (first.breakdown[name] ?? 0) > (second.breakdown[name] ?? 0),
  );
  if (part === undefined) return '';
  const [one, other] = [first, second].map(({ breakdown }) => breakdown[part] ?? 0) as [number, number];
  return match.level(first.score, partName(words, part, speech.cards), one, other);
}

export function called({ match, seats, speech }: Ended, seat: number, words: Words): string {
  const holder = seats[seat];
  return holder === undefined
    ? speech.name(seat)
    : `${speech.name(seat)} · ${sitterName(words, holder, { match, seat })}`;
}

export function partsOf(
  breakdown: EndOfMatch['standings'][number]['breakdown'],
  speech: TableSpeech,
  words: Words,
): string {
  const parts = Object.entries(breakdown).filter(([, points]) => points !== 0);
  return parts.map(([part, points]) => `${partName(words, part, speech.cards)} ${points}`).join(' · ');
}

// What the account of luck and play is made from.

/** A match that has ended: its record, or all that makes it again. */
export type AccountQuestion =
  | { readonly record: string }
  | (Pick<LocalSetting, 'options' | 'seat' | 'start'> & {
      readonly local: string;
      readonly rulesVersion: number;
      readonly seed: number;
      readonly moves: readonly MadeMove[];
    });

/** A match that has ended: what its account is made from, and where a person sees its steps. */
export interface AccountSource {
  /** Another match has another key. */
  readonly key: string;
  readonly question: () => Promise<AccountQuestion>;
  readonly watch: (step: number) => string;
  /** The steps of its replay, where no server tells them. */
  readonly steps?: () => Promise<readonly NumberedStep[]>;
}

export interface NumberedStep {
  readonly step: number;
  readonly seq?: number;
  readonly events: readonly GameEvent[];
}

/** Of a match that the server knows. */
export const accountOnServer = (client: FlowerWarClient, match: string, eyes: Eyes): AccountSource => ({
  key: match,
  question: async () => ({ record: await client.history.record(match) }),
  watch: (step) => openly(replayHref(match, { step, as: eyes })),
});
