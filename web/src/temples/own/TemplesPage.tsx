import type { OwnTemple } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useEffect } from 'react';
import { Problem } from '../../app/Problem.tsx';
import { useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { Link } from '../../app/navigation.tsx';
import { usePlayer } from '../../app/player.tsx';
import { type Loading, useAsked } from '../../app/useAsked.ts';
import { ClaimForm } from '../claim/ClaimForm.tsx';
import { Knock } from '../claim/Knock.tsx';
import '../claim/claim.css';
import { TempleCard } from './TempleCard.tsx';
import './own.css';
import { OWN } from './texts.ts';

/** The temples of the player, and the ways to get one. */
export function TemplesPage() {
  const { texts } = useLanguage();
  const { session } = usePlayer();
  const { title, about, none, receive, twin } = useTexts(OWN);
  useTitle(title);
  const { value: temples, error, again } = useTemples();
  return (
    <main className="page temples">
      <h1>{title}</h1>
      <p>{about}</p>
      {error && <Problem error={error} retry={again} />}
      {temples === undefined && !error && <p className="wait">{texts.loading}</p>}
      {temples?.length === 0 && <p className="none">{none}</p>}
      {temples?.map((temple) => (
        <TempleCard key={temple.temple} temple={temple} refresh={again} />
      ))}
      <ClaimForm onClaimed={again} />
      <Knock onClaimed={again} />
      <Link to={PAGES.twin} className="button">
        {twin}
      </Link>
      <p className="none">
        {receive} <code>{session.player}</code>
      </p>
    </main>
  );
}

const ASK_EVERY_MS = 3000;

/** The temples of the player. The server tells of changes at a table only, so this asks again while the page is in sight. */
function useTemples(): Loading<readonly OwnTemple[]> {
  const { client } = usePlayer();
  const asked = useAsked(useCallback(() => client.temples.list(), [client]));
  const { again } = asked;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [again]);
  return asked;
}
