import type { Answer, LiveMatch, MatchSnapshot } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { Suspense, useCallback, useState } from 'react';
import { canVibrate, SOUNDS, VIBRATION } from '../alerts/openTurn.ts';
import { useLanguage, useTexts } from '../app/language.tsx';
import { late } from '../app/late.ts';
import { Link, matchHref, rulesHref } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { useSetting } from '../app/setting.ts';
import { useAsked } from '../app/useAsked.ts';
import { SPEED, SPEEDS } from '../tables/motion/animate.tsx';
import { Choice } from '../ui/forms.tsx';
import { Menu } from '../ui/Menu.tsx';
import { ShareLink } from '../ui/Share.tsx';
import { CAUTION } from './dock/Dock.tsx';
import { KeyList } from './dock/keys.tsx';
import { GIVEN_UP, GUIDE, giveUp } from './place.ts';
import { MENU_TEXTS } from './texts.ts';

const NoticeSwitch = late(async () => (await import('../alerts/notices.tsx')).NoticeSwitch);

/** Few players have a temple. */
const BindMine = late(async () => (await import('../temples/table/BindMine.tsx')).BindMine);

/** What a player does rarely. Giving up asks once more. */
export function MatchMenu({
  live,
  game,
  snapshot: { habits, table, canUndo },
}: {
  readonly live: LiveMatch;
  readonly game: string;
  readonly snapshot: MatchSnapshot;
}) {
  const { texts } = useLanguage();
  const { undo } = useTexts(MENU_TEXTS);
  const hasGivenUp = useSetting(GIVEN_UP).includes(live.id);
  const [isSure, setSure] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const toggle = (isShown: boolean) => {
    setSure(false);
    setOpen(isShown);
  };
  const closing = (act: () => Promise<unknown>) => (event: { readonly currentTarget: Element }) => {
    event.currentTarget.closest('details')?.removeAttribute('open');
    void act();
  };
  return (
    <Menu label={texts.match.menu} sign="⋯" onToggle={toggle}>
      {isSure && !hasGivenUp ? (
        <>
          <p>{texts.match.sureToResign}</p>
          <button type="button" className="main" onClick={closing(() => giveUp(live))}>
            {texts.match.resignForGood}
          </button>
          <button type="button" onClick={() => setSure(false)}>
            {texts.match.playOn}
          </button>
        </>
      ) : (
        <>
          {!hasGivenUp && (
            <button type="button" disabled={!canUndo} onClick={closing(() => live.undo())}>
              {undo}
            </button>
          )}
          <Link to={rulesHref(live.preset)} className="button quiet">
            {texts.rules}
          </Link>
          <SoundSwitch />
          {!hasGivenUp && (
            <button type="button" onClick={() => setSure(true)}>
              {texts.match.resign}
            </button>
          )}
          {!hasGivenUp && <Habits live={live} game={game} kept={habits} />}
          <Manners isPlaying />
          {isOpen && (
            <Suspense fallback={<p>{texts.loading}</p>}>
              <NoticeSwitch match={live.id} />
              <BindMine live={live} />
            </Suspense>
          )}
          {!hasGivenUp && <Offers live={live} isPaused={table.pausedUntil > 0} />}
          {isOpen && <People id={live.id} />}
        </>
      )}
    </Menu>
  );
}

interface HabitsProps {
  readonly live: LiveMatch;
  readonly game: string;
  /** The habits that the player keeps now. */
  readonly kept: readonly string[];
}

/** Which questions the match answers for the player. */
function Habits({ live, game, kept }: HabitsProps) {
  const { words, texts } = useLanguage();
  const all = words.habits(game);
  if (all.length === 0) return null;
  const switched = (name: string) => (kept.includes(name) ? kept.filter((one) => one !== name) : [...kept, name]);
  return (
    <fieldset className="habits">
      <legend>{texts.match.habits}</legend>
      {all.map(({ name, about }) => (
        <label key={name}>
          <input type="checkbox" checked={kept.includes(name)} onChange={() => void live.keep(switched(name))} />
          {about}
        </label>
      ))}
    </fieldset>
  );
}

const PAUSE_MINUTES = 15;

/** What takes effect when all people at the table agree. Where bots alone sit, ending the match asks once more. */
function Offers({ live, isPaused }: { readonly live: LiveMatch; readonly isPaused: boolean }) {
  const { words, texts } = useLanguage();
  const { offers } = texts.match;
  const [isSure, setSure] = useState(false);
  const [refused, setRefused] = useState('');
  const send = async (asked: Promise<Answer>) => {
    setSure(false);
    const answer = await asked;
    setRefused(answer.kind === 'rejected' ? words.refusal(answer) : '');
  };
  return (
    <fieldset className="offers">
      <legend>{texts.match.agree}</legend>
      <button type="button" onClick={() => void send(live.offer('takeback'))}>
        {offers.takeback}
      </button>
      {isPaused ? (
        <button type="button" onClick={() => void send(live.offer('resume'))}>
          {offers.resume}
        </button>
      ) : (
        <button type="button" onClick={() => void send(live.offer('pause', PAUSE_MINUTES))}>
          {offers.pause}
        </button>
      )}
      {isSure ? (
        <>
          <p>{texts.match.sureToAbort}</p>
          <button type="button" className="main" onClick={() => void send(live.offer('abort'))}>
            {texts.match.abortForGood}
          </button>
          <button type="button" onClick={() => setSure(false)}>
            {texts.match.playOn}
          </button>
        </>
      ) : (
        <button type="button" onClick={() => setSure(true)}>
          {offers.abort}
        </button>
      )}
      {refused !== '' && (
        <p role="alert" className="refused">
          {refused}
        </p>
      )}
    </fieldset>
  );
}

/** The people of a match, each a way to what they have played, and the link to the match. */
function People({ id }: { readonly id: string }) {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  const { value } = useAsked(useCallback(() => client.match(id), [client, id]));
  const link = new URL(value?.link ?? matchHref(id), location.origin).href;
  return (
    <>
      <h2>{texts.match.people}</h2>
      <ul>
        {value?.seats.map(({ seat, player, name }) =>
          player === undefined ? null : (
            <li key={seat}>
              <Link to={`${PAGES.player}?id=${player}`} className="button quiet">
                {name}
              </Link>
            </li>
          ),
        )}
      </ul>
      <ShareLink link={link} label={texts.match.link} />
    </>
  );
}

/** What is heard, and on a phone what is felt. */
function SoundSwitch() {
  const { sounds, vibration } = useTexts(MENU_TEXTS);
  const hasSounds = useSetting(SOUNDS);
  const vibrates = useSetting(VIBRATION);
  return (
    <>
      <label className="caution">
        <input type="checkbox" checked={hasSounds} onChange={() => SOUNDS.choose(!hasSounds)} />
        {sounds}
      </label>
      {canVibrate() && (
        <label className="caution">
          <input type="checkbox" checked={vibrates} onChange={() => VIBRATION.choose(!vibrates)} />
          {vibration}
        </label>
      )}
    </>
  );
}

/** How the table behaves in this browser: its motion, its questions, its keys. */
export function Manners({ isPlaying }: { readonly isPlaying: boolean }) {
  const texts = useTexts(MENU_TEXTS);
  const speed = useSetting(SPEED);
  const isCautious = useSetting(CAUTION);
  const isGuided = useSetting(GUIDE);
  return (
    <>
      <Choice
        title={texts.speed}
        values={SPEEDS}
        chosen={speed}
        name={(value) => texts.speeds[value]}
        choose={SPEED.choose}
      />
      {isPlaying && (
        <label className="caution">
          <input type="checkbox" checked={isCautious} onChange={() => CAUTION.choose(!isCautious)} />
          {texts.caution}
        </label>
      )}
      {isPlaying && (
        <label className="caution">
          <input type="checkbox" checked={isGuided} onChange={() => GUIDE.choose(!isGuided)} />
          {texts.guide}
        </label>
      )}
      {isPlaying && <KeyList />}
    </>
  );
}

/** What a person who only looks may choose. */
export function WatchMenu() {
  const { texts } = useLanguage();
  return (
    <Menu label={texts.match.menu} sign="⋯">
      <SoundSwitch />
      <Manners isPlaying={false} />
    </Menu>
  );
}
