import type { LiveMatch } from '@flower-war/client';
import { useState } from 'react';
import { useLanguage } from '../../app/language.tsx';
import { Habits } from './Habits.tsx';
import { Manners } from './Manners.tsx';

interface Props {
  readonly live: LiveMatch;
  readonly game: string;
  readonly habits: readonly string[];
}

/** What a player does rarely. Giving up asks once more. */
export function MatchMenu({ live, game, habits }: Props) {
  const { texts } = useLanguage();
  const [isSure, setSure] = useState(false);
  return (
    <details className="menu" onToggle={() => setSure(false)}>
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
            <button type="button" onClick={() => setSure(true)}>
              {texts.match.resign}
            </button>
          </>
        )}
      </div>
    </details>
  );
}
