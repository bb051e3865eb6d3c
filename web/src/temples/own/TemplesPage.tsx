import { PAGES } from '@flower-war/protocol/pages';
import { useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { Link } from '../../app/navigation.tsx';
import { Problem } from '../../app/Problem.tsx';
import { usePlayer } from '../../app/player.tsx';
import { ClaimForm } from '../claim/ClaimForm.tsx';
import { Knock } from '../claim/Knock.tsx';
import { TempleCard } from './TempleCard.tsx';
import { OWN } from './texts.ts';
import { useTemples } from './useTemples.ts';
import '../claim/claim.css';
import './own.css';

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
