import type { LiveMatch } from '@flower-war/client';
import { lazy, Suspense, useState } from 'react';
import { useLanguage } from '../../app/language.tsx';
import { Habits } from './Habits.tsx';
import { Manners } from './Manners.tsx';

/** Few players have a temple. */
const BindMine = lazy(async () => ({ default: (await import('../../temples/table/BindMine.tsx')).BindMine }));

interface Props {
  readonly live: LiveMatch;
  readonly game: string;
  readonly habits: readonly string[];
}

/** What a player does rarely. Giving up asks once more. */
export function MatchMenu({ live, game, habits }: Props) {
  const { texts } = useLanguage();
  const [isSure, setSure] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const toggled = (isShown: boolean) => {
    setSure(false);
    setOpen(isShown);
  };
  return (
    <details className="menu" onToggle={(event) => toggled(event.currentTarget.open)}>
      <summary aria-label={texts.match.menu}>⋯</summary>
      <div>
        {isSure ? (
          <>
            <p>{texts.match.sureToResign}</p>
            <button type="button" className="main" onClick={() => void live.resign()}>
              {texts.match.resignForGood}
            </button>
            <button type="button" onClick={() => setSure(false)}>
              {texts.match.playOn}
            </button>
          </>
        ) : (
          <>
            <Habits live={live} game={game} kept={habits} />
            <Manners isPlaying />
            {isOpen && (
              <Suspense fallback={<p>{texts.loading}</p>}>
                <BindMine live={live} />
              </Suspense>
            )}
            <button type="button" onClick={() => setSure(true)}>
              {texts.match.resign}
            </button>
          </>
        )}
      </div>
    </details>
  );
}
