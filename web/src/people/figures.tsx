/** What several pages about players show: a rating and how sure it is, percents, matches, the name of a season, a penalty, a line of a list. */
import type { History, Leaderboard, OwnPenalty } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useLanguage, useTexts } from '../app/language.tsx';
import { PENALTIES, type SEASON } from './texts.ts';
import { Problem, useDeed } from '../app/asked.tsx';
import { usePages } from '../app/longList.ts';
import { PlayedRows } from '../ui/PlayedRows.tsx';
import { Button } from '../ui/forms.tsx';

/** A rating is nearly always this many deviations near the truth. */
const DEVIATIONS = 2;

export function RatingFigure({ rating, deviation }: Pick<Leaderboard['players'][number], 'rating' | 'deviation'>) {
  return (
    <>
      {Math.round(rating)} <small>± {DEVIATIONS * Math.round(deviation)}</small>
    </>
  );
}

const MILLION = 1_000_000;

/** Millionths of a victory as percents with one decimal: with their sign, and without it. */
export function usePercents() {
  const { language } = useLanguage().words;
  return useMemo(() => {
    const format = (signDisplay: 'exceptZero' | 'never') => {
      const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
      const { format: write } = new Intl.NumberFormat(language, { style: 'percent', signDisplay, ...digits });
      return (value: number) => write(value / MILLION).replace('-', '−');
    };
    return { signed: format('exceptZero'), plain: format('never') };
  }, [language]);
}

interface MatchListProps {
  /** It must stay the same function as long as it asks for the matches of the same player. */
  readonly ask: (page: { readonly before?: string; readonly limit: number }) => Promise<History>;
  readonly none: string;
  readonly areOwn: boolean;
}

const AT_ONCE = 20;

/** All matches of a player, the newest first, a page at a time. */
export function MatchList({ ask, none, areOwn }: MatchListProps) {
  const { texts } = useLanguage();
  const askPage = useCallback(
    async (before: string | undefined) => {
      const { matches, next } = await ask({ limit: AT_ONCE, ...(before !== undefined && { before }) });
      return { items: matches, next };
    },
    [ask],
  );
  const { items, error, more } = usePages(askPage);
  return (
    <>
      {items === undefined && !error && <p className="wait">{texts.loading}</p>}
      {items?.length === 0 && !more && <p className="none">{none}</p>}
      <PlayedRows matches={items ?? []} areOwn={areOwn} />
      {error && <Problem error={error} retry={more} />}
      {more && !error && <Button onClick={more} text={texts.lists.older} />}
    </>
  );
}

type SeasonTexts = typeof SEASON.en;

/** `2026-q4` is a quarter, `2026-11` a month. */
export function seasonName(season: string, { quarter }: SeasonTexts, { language }: Pick<Words, 'language'>): string {
  const [year = '', part = ''] = season.split('-');
  if (part.startsWith('q')) return quarter(Number(part.slice(1)), year);
  const first = new Date(Date.UTC(Number(year), Number(part) - 1));
  return first.toLocaleDateString(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

interface LineProps {
  readonly children: ReactNode;
  /** What the button beside it says, and what screen readers say. */
  readonly text: string;
  readonly label?: string | undefined;
  /** What the button does; absent where nothing can be done. */
  readonly act: (() => Promise<unknown>) | undefined;
}

/** One of a list, and what can be done about it. */
export function Line({ children, text, label, act }: LineProps) {
  const { isBusy, error, run } = useDeed();
  return (
    <li className="line">
      <span>{children}</span>
      {act && <Button disabled={isBusy} aria-label={label} onClick={() => run(act)} text={text} />}
      {error && <Problem error={error} />}
    </li>
  );
}

/** What, by which rule, until when, what the player has answered, and what came of it. */
export function PenaltyFacts({ of }: { readonly of: OwnPenalty }) {
  const texts = useTexts(PENALTIES);
  const { words } = useLanguage();
  const moment = (at: number) =>
    new Date(at).toLocaleString(words.language, { dateStyle: 'medium', timeStyle: 'short' });
  const { kind, reason, giver, at, until, isOver, oldName, text, answer, outcome, bot } = of;
  const end = isOver ? texts.over : until === undefined ? texts.forEver : texts.until(moment(until));
  return (
    <>
      <p>
        <b>{texts.kinds[kind]}</b> · {bot && `${bot.name} · `}
        {texts.reasons[reason]} · {texts.by(texts.givers[giver], moment(at))}
        {(kind !== 'rename' || isOver) && ` · ${end}`}
      </p>
      {oldName !== undefined && <p>{texts.oldName(oldName)}</p>}
      {text !== '' && <p className="wrote">{text}</p>}
      {answer !== undefined && (
        <p className="wrote">
          {texts.answered} {answer}
        </p>
      )}
      {outcome !== undefined && <p>{texts.outcomes[outcome]}</p>}
    </>
  );
}
