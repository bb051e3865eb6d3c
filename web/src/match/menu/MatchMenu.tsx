import type { LiveMatch, MatchSnapshot } from '@flower-war/client';
import { lazy, Suspense, useState } from 'react';
import { useLanguage } from '../../app/language.tsx';
import { useSetting } from '../../app/setting.ts';
import { Menu } from '../../ui/Menu.tsx';
import { GIVEN_UP, giveUp } from '../givenUp.ts';
import { Habits } from './Habits.tsx';
import { Manners } from './Manners.tsx';
import { Offers } from './Offers.tsx';
import { People } from './People.tsx';

const NoticeSwitch = lazy(async () => ({
  default: (await import('../../alerts/notices/NoticeSwitch.tsx')).NoticeSwitch,
}));
/** Few players have a temple. */
const BindMine = lazy(async () => ({ default: (await import('../../temples/table/BindMine.tsx')).BindMine }));

interface Props {
  readonly live: LiveMatch;
  readonly game: string;
  readonly snapshot: MatchSnapshot;
}

/** What a player does rarely. Giving up asks once more. */
export function MatchMenu({ live, game, snapshot: { habits, table } }: Props) {
  const { texts } = useLanguage();
  const hasGivenUp = useSetting(GIVEN_UP).includes(live.id);
  const [isSure, setSure] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const toggle = (isShown: boolean) => {
    setSure(false);
    setOpen(isShown);
  };
  const leave = ({ currentTarget }: { readonly currentTarget: Element }) => {
    currentTarget.closest('details')?.removeAttribute('open');
    void giveUp(live);
  };
  return (
    <Menu label={texts.match.menu} sign="⋯" onToggle={toggle}>
      {isSure && !hasGivenUp ? (
        <>
          <p>{texts.match.sureToResign}</p>
          <button type="button" className="main" onClick={leave}>
            {texts.match.resignForGood}
          </button>
          <button type="button" onClick={() => setSure(false)}>
            {texts.match.playOn}
          </button>
        </>
      ) : (
        <>
          {!hasGivenUp && <Habits live={live} game={game} kept={habits} />}
          <Manners isPlaying />
          {isOpen && (
            <Suspense fallback={<p>{texts.loading}</p>}>
              <NoticeSwitch match={live.id} />
              <BindMine live={live} />
            </Suspense>
          )}
          {!hasGivenUp && (
            <>
              <button type="button" onClick={() => setSure(true)}>
                {texts.match.resign}
              </button>
              <Offers live={live} isPaused={table.pausedUntil > 0} />
            </>
          )}
          {isOpen && <People id={live.id} />}
        </>
      )}
    </Menu>
  );
}
