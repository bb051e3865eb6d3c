import {
  type Answer,
  type LiveMatch,
  type MatchSnapshot,
  type PhraseId,
  PHRASES,
  type TalkLine,
} from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import type { Words } from '@flower-war/words';
import { useEffect, useState } from 'react';
import { useLanguage } from '../app/language.tsx';
import { Link } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { Form } from '../ui/forms.tsx';
import { Menu } from '../ui/Menu.tsx';

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
        <button key={player} type="button" className="quiet" onClick={() => live.mute(player)}>
          {texts.talk.mute(name)}
        </button>
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
  const send = async (asked: Promise<Answer>) => {
    const answer = await asked;
    setRefused(answer.kind === 'rejected' ? words.refusal(answer) : '');
  };
  const say = (text: string, clear: () => void) => {
    if (text === '') return;
    clear();
    void send(live.say(text));
  };
  return (
    <>
      {isFree && (
        <Form send={(said, clear) => say(said('text'), clear)} className="saying">
          <input name="text" maxLength={300} autoComplete="off" aria-label={texts.talk.what} />
          <button type="submit">{texts.talk.say}</button>
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
          <button key={id} type="button" onClick={() => void send(live.phrase(id))}>
            {words.screen.phrases[id]}
          </button>
        ))}
      </fieldset>
    </>
  );
}
