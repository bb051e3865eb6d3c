/** What rated matches together say of a player, in words: the rating and how sure it is, luck, and what the choices cost. */
import type { Leaderboard, PlayerLuck } from '@flower-war/client';
import { useMemo } from 'react';
import { editionName } from '../app/games.ts';
import { useLanguage, useTexts } from '../app/language.tsx';
import { PEOPLE } from './texts.ts';

/** A rating is nearly always so many deviations near the truth. */
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

/** Nothing while no match counts. */
export function LuckOf({ editions }: Pick<PlayerLuck, 'editions'>) {
  const { luck: texts } = useTexts(PEOPLE);
  const { words } = useLanguage();
  if (editions.length === 0) return null;
  return (
    <section className="card luck-of">
      <h2>{texts.title}</h2>
      <dl>
        {editions.map((edition) => (
          <div key={`${edition.game} ${edition.preset}`}>
            <dt>{editionName(words, edition.preset)}</dt>
            <dd>
              <InWords {...edition} />
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <small>{texts.about}</small>
      </p>
    </section>
  );
}

function InWords({ matches, enough, luck, own, all = 0 }: PlayerLuck['editions'][number]) {
  const { luck: texts } = useTexts(PEOPLE);
  const { signed, plain } = usePercents();
  if (luck === undefined || own === undefined) return <p>{texts.few(String(matches), String(enough))}</p>;
  const against = { value: own.value - all, within: own.within };
  return (
    <>
      <p>{texts.luck[bandOf(luck)](signed(luck.value), plain(luck.within))}</p>
      <p>{texts.own[bandOf(against)](plain(own.value), plain(own.within), plain(all))}</p>
      <p>{texts.matches(String(matches))}</p>
    </>
  );
}

/** An interval that holds zero says neither more nor less. */
function bandOf({ value, within }: { readonly value: number; readonly within: number }): 'more' | 'less' | 'even' {
  if (Math.abs(value) <= within) return 'even';
  return value > 0 ? 'more' : 'less';
}
