import type { Session } from '@flower-war/client';
import { useCallback } from 'react';
import { useLanguage, useTexts } from '../../app/language.tsx';
import { Problem } from '../../app/Problem.tsx';
import { usePlayer } from '../../app/player.tsx';
import { useAsked } from '../../app/useAsked.ts';
import { ME } from './texts.ts';
import { useAct } from './useAct.ts';

/** The browsers and programs that are this player, each of which can be signed out. */
export function Sessions() {
  const { sessions: texts } = useTexts(ME);
  const { client } = usePlayer();
  const { value: sessions, error, again } = useAsked(useCallback(() => client.account.sessions(), [client]));
  return (
    <section className="card">
      <h2>{texts.title}</h2>
      {error && <Problem error={error} retry={again} />}
      <ul className="sessions">
        {sessions?.map((session) => (
          <OneSession key={session.session} session={session} again={again} />
        ))}
      </ul>
    </section>
  );
}

interface Props {
  readonly session: Session;
  readonly again: () => void;
}

function OneSession({ session: { session, label, lastUsedAt, isThis }, again }: Props) {
  const { sessions: texts } = useTexts(ME);
  const { words } = useLanguage();
  const { client } = usePlayer();
  const { isBusy, error, run } = useAct();
  const when = new Date(lastUsedAt).toLocaleString(words.language, { dateStyle: 'short', timeStyle: 'short' });
  return (
    <li className="line">
      <span>
        {label || texts.unnamed} {isThis && <b>({texts.here})</b>} <small>{texts.used(when)}</small>
      </span>
      {!isThis && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => run(() => client.account.signOut(session).finally(again))}
        >
          {texts.signOut}
        </button>
      )}
      {error && <Problem error={error} />}
    </li>
  );
}
