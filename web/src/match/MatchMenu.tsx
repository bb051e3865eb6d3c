/** What lies behind the small buttons above a match: what a player does rarely, and what people say. */
import {
  type Answer,
  type LiveMatch,
  type MatchSnapshot,
  type PhraseId,
  PHRASES,
  type TalkLine,
} from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { Words } from '@flower-war/words';
import { canVibrate, SOUNDS, VIBRATION } from '../alerts/openTurn.ts';
import { useLanguage, useTexts } from '../app/language.tsx';
import { late } from '@flower-war/board/drawing';
import { useDeed } from '../app/asked.tsx';
import { Link, matchHref, rulesHref, Way } from '../app/navigation.tsx';
import { usePlayer, useSummary } from '../app/player.tsx';
import { SPEED, SPEEDS, useSetting } from '../app/setting.ts';
import { Button, Choice, Form, Switch } from '../ui/forms.tsx';
import { Menu, ShareLink } from '../ui/controls.tsx';
import { CAUTION } from './dock/choosing.tsx';
import { KeyList } from './dock/keys.tsx';
import { GIVEN_UP, giveUp, GUIDE } from './place.ts';
import { MENU_TEXTS } from './texts.ts';

const NoticeSwitch = late(async () => (await import('../alerts/notices.tsx')).NoticeSwitch);

/** Few players have a temple. */
const BindMine = late(async () => (await import('../temples/AtTable.tsx')).BindMine);

/** What a player does rarely. Giving up asks once more. */
export function MatchMenu({
  live,
  game,
  snapshot: { habits, table, canUndo },
  mayPause,
}: {
  readonly live: LiveMatch;
  readonly game: string;
  readonly snapshot: MatchSnapshot;
  readonly mayPause: boolean;
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
    const menu = event.currentTarget.closest('details');
    menu?.removeAttribute('open');
    menu?.querySelector('summary')?.focus(); // what was tapped is gone
    void act();
  };
  return (
    <Menu label={texts.match.menu} sign="⋯" onToggle={toggle}>
      {isSure && !hasGivenUp ? (
        <>
          <p>{texts.match.sureToResign}</p>
          <Button className="main" onClick={closing(() => giveUp(live))} text={texts.match.resignForGood} />
          <Button onClick={() => setSure(false)} text={texts.match.playOn} />
        </>
      ) : (
        <>
          {!hasGivenUp && <Button disabled={!canUndo} onClick={closing(() => live.undo())} text={undo} />}
          <Way to={rulesHref(live.preset)} look="quiet" text={texts.rules} />
          <SoundSwitch />
          {!hasGivenUp && <Button onClick={() => setSure(true)} text={texts.match.resign} />}
          {!hasGivenUp && <Habits live={live} game={game} kept={habits} />}
          <Manners isPlaying />
          {isOpen && (
            <Suspense fallback={<p>{texts.loading}</p>}>
              <NoticeSwitch match={live.id} />
              <BindMine live={live} />
            </Suspense>
          )}
          {!hasGivenUp && <Offers live={live} isPaused={table.pausedUntil > 0} mayPause={mayPause} />}
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

/** Which questions the match answers for the player. A choice counts for the next one at once, however late the match answers. */
function Habits({ live, game, kept }: HabitsProps) {
  const { words, texts } = useLanguage();
  const [wanted, want] = useState<readonly string[]>();
  const all = words.habits(game);
  if (all.length === 0) return null;
  const shown = wanted ?? kept;
  const choose = async (name: string) => {
    const next = shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name];
    want(next);
    await live.keep(next);
    want((newest) => (newest === next ? undefined : newest));
  };
  return (
    <fieldset className="habits">
      <legend>{texts.match.habits}</legend>
      {all.map(({ name, about }) => (
        <label key={name}>
          <input type="checkbox" checked={shown.includes(name)} onChange={() => void choose(name)} />
          {about}
        </label>
      ))}
    </fieldset>
  );
}

const PAUSE_MINUTES = 15;

interface OffersProps {
  readonly live: LiveMatch;
  readonly isPaused: boolean;
  /** No match of a tournament pauses. */
  readonly mayPause: boolean;
}

/** What takes effect when all people at the table agree. Where bots alone sit, ending the match asks once more. */
function Offers({ live, isPaused, mayPause }: OffersProps) {
  const { words, texts } = useLanguage();
  const { offers } = texts.match;
  const [isSure, setSure] = useState(false);
  const [refused, setRefused] = useState('');
  const { run } = useDeed(); // an offer that is pressed twice is made once
  const send = (ask: () => Promise<Answer>) =>
    run(async () => {
      setSure(false);
      const answer = await ask();
      setRefused(answer.kind === 'rejected' ? words.refusal(answer) : '');
    });
  return (
    <fieldset className="offers">
      <legend>{texts.match.agree}</legend>
      <Button onClick={() => send(() => live.offer('takeback'))} text={offers.takeback} />
      {isPaused ? (
        <Button onClick={() => send(() => live.offer('resume'))} text={offers.resume} />
      ) : (
        mayPause && <Button onClick={() => send(() => live.offer('pause', PAUSE_MINUTES))} text={offers.pause} />
      )}
      {isSure ? (
        <>
          <p>{texts.match.sureToAbort}</p>
          <Button className="main" onClick={() => send(() => live.offer('abort'))} text={texts.match.abortForGood} />
          <Button onClick={() => setSure(false)} text={texts.match.playOn} />
        </>
      ) : (
        <Button onClick={() => setSure(true)} text={offers.abort} />
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
  const { value } = useSummary(id);
  const link = new URL(value?.link ?? matchHref(id), location.origin).href;
  return (
    <>
      <h2>{texts.match.people}</h2>
      <ul>
        {value?.seats.map(({ seat, player, name }) =>
          player === undefined ? null : (
            <li key={seat}>
              <Way to={`${PAGES.player}?id=${player}`} look="quiet" text={name} />
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
  return (
    <>
      <Switch of={SOUNDS} text={sounds} />
      {canVibrate() && <Switch of={VIBRATION} text={vibration} />}
    </>
  );
}

/** How the table behaves in this browser: its motion, its questions, its keys. */
export function Manners({ isPlaying }: { readonly isPlaying: boolean }) {
  const texts = useTexts(MENU_TEXTS);
  const speed = useSetting(SPEED);
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
        <>
          <Switch of={CAUTION} text={texts.caution} />
          <Switch of={GUIDE} text={texts.guide} />
          <KeyList />
        </>
      )}
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

interface TalkProps {
  readonly live: LiveMatch;
  readonly lines: MatchSnapshot['lines'];
  /** What the table allows: `free`, `phrases` alone, or `off`. */
  readonly mode: string;
}

/** What people at the table say. A sign tells how many lines are new. */
export function Talk({ live, lines, mode }: TalkProps) {
  const { texts } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const fresh = useFresh(lines, isOpen);
  if (mode === 'off') return null;
  const label = fresh === 0 ? texts.talk.title : `${texts.talk.title}, ${texts.talk.fresh(fresh)}`;
  return (
    <Menu label={label} sign={<Bubble fresh={fresh} />} className="talk" onToggle={setOpen}>
      <Lines lines={lines} live={live} />
      <small>{texts.talk.audience}</small>
      <Saying live={live} isFree={mode === 'free'} />
    </Menu>
  );
}

/** How many lines came since the talk was last in sight. */
function useFresh(lines: TalkProps['lines'], isOpen: boolean): number {
  const last = lines.at(-1)?.n ?? 0;
  const [seen, setSeen] = useState(last);
  useEffect(() => {
    if (isOpen) setSeen(last);
  }, [isOpen, last]);
  return isOpen ? 0 : lines.filter(({ n }) => n > seen).length;
}

function Bubble({ fresh }: { readonly fresh: number }) {
  return (
    <span className="bubble">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 5h16v11h-9l-5 4v-4H4z" />
      </svg>
      {fresh > 0 && <b data-count={fresh} />}
    </span>
  );
}

/** The newest line stands last, and nearest to where a player answers. */
function Lines({ lines, live }: { readonly lines: readonly TalkLine[]; readonly live: LiveMatch }) {
  const { words, texts } = useLanguage();
  const { session } = usePlayer();
  const others = new Map(
    lines.filter(({ player }) => player !== session.player).map(({ player, name }) => [player, name]),
  );
  return (
    <>
      <ol className="lines" role="log" aria-label={texts.talk.title}>
        {lines.map((line) => (
          <li key={line.n}>
            <Link to={`${PAGES.player}?id=${line.player}`}>{line.name}</Link> {said(line, words)}
          </li>
        ))}
      </ol>
      {lines.length === 0 && <p className="none">{texts.talk.none}</p>}
      {[...others].map(([player, name]) => (
        <Button key={player} className="quiet" onClick={() => live.mute(player)} text={texts.talk.mute(name)} />
      ))}
    </>
  );
}

function said({ text, phrase }: TalkLine, { screen }: Words): string {
  return text ?? (phrase === undefined ? '' : (screen.phrases[phrase] ?? phrase));
}

interface SayingProps {
  readonly live: LiveMatch;
  /** Whether a player may say anything, and not ready-made phrases alone. */
  readonly isFree: boolean;
}

const IDS = Object.keys(PHRASES) as PhraseId[];

/** A phrase is one tap, and each player reads it in their own language. */
function Saying({ live, isFree }: SayingProps) {
  const { words, texts } = useLanguage();
  const [refused, setRefused] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { run } = useDeed(); // a phrase that is pressed twice is said once
  const send = async (asked: Promise<Answer>): Promise<boolean> => {
    const answer = await asked;
    setRefused(answer.kind === 'rejected' ? words.refusal(answer) : '');
    return answer.kind === 'accepted';
  };
  const say = async (text: string, clear: () => void) => {
    if (text === '') return;
    clear();
    const isSaid = await send(live.say(text));
    if (!isSaid && field.current?.value === '') field.current.value = text;
  };
  return (
    <>
      {isFree && (
        <Form send={(said, clear) => void say(said('text'), clear)} className="saying">
          <input name="text" ref={field} maxLength={300} autoComplete="off" aria-label={texts.talk.what} />
          <Button type="submit" text={texts.talk.say} />
        </Form>
      )}
      {refused !== '' && (
        <p role="alert" className="refused">
          {refused}
        </p>
      )}
      <fieldset className="phrases">
        <legend>{texts.talk.phrases}</legend>
        {IDS.map((id) => (
          <Button key={id} onClick={() => run(() => send(live.phrase(id)))} text={words.screen.phrases[id]} />
        ))}
      </fieldset>
    </>
  );
}
