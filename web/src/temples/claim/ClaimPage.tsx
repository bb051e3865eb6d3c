import { RefusedError } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { Problem } from '../../app/Problem.tsx';
import { useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { Link, useRoute } from '../../app/navigation.tsx';
import { usePlayer } from '../../app/player.tsx';
import { useAsked, useDeed } from '../../app/useAsked.ts';
import { ClaimForm, readLabel } from './ClaimForm.tsx';
import { CLAIM } from './texts.ts';
import './claim.css';

/** Where the square code on a temple leads: says what will happen, and claims the temple with one tap. */
export function ClaimPage() {
  useRoute(); // another link on this page shows another temple
  const label = readLabel(location.search);
  const { temple, code } = label;
  const [claimed, setClaimed] = useState<string>();
  const { page, claim } = useTexts(CLAIM);
  useTitle(claim.title);
  if (claimed !== undefined)
    return (
      <main className="page claim-page">
        <h1>{claim.done(claimed)}</h1>
        <Onward />
      </main>
    );
  if (temple === undefined || code === undefined)
    return (
      <main className="page claim-page">
        <h1>{page.wrongTitle}</h1>
        <p role="alert">{page.damaged}</p>
        <ClaimForm known={label} onClaimed={setClaimed} />
      </main>
    );
  return (
    <main className="page claim-page">
      <h1>{page.title(temple)}</h1>
      <OneTap key={temple} temple={temple} code={code} onClaimed={setClaimed} />
    </main>
  );
}

function OneTap({
  temple,
  code,
  onClaimed,
}: {
  readonly temple: string;
  readonly code: string;
  readonly onClaimed: (temple: string) => void;
}) {
  const { texts } = useLanguage();
  const { client, session } = usePlayer();
  const { page, claim } = useTexts(CLAIM);
  const { value: own, error: unknown, again } = useAsked(useCallback(() => client.temples.list(), [client]));
  const { isBusy, error, run } = useDeed();
  if (unknown) return <Problem error={unknown} retry={again} />;
  if (own === undefined) return <p className="wait">{texts.loading}</p>;
  if (own.some((one) => one.temple === temple))
    return (
      <>
        <p role="status">{page.isYours}</p>
        <Onward />
      </>
    );
  const isWrong = error instanceof RefusedError && error.code === 'wrong-temple-code';
  return (
    <>
      <ul className="card promises">
        {page.about.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="none">{page.you(session.name)}</p>
      {error && <Problem error={error} />}
      {isWrong ? (
        <>
          <p>{page.wrongCode}</p>
          <ClaimForm known={{ temple }} onClaimed={onClaimed} />
        </>
      ) : (
        <button
          type="button"
          className="main wide"
          disabled={isBusy}
          onClick={() => run(() => client.temples.claim(temple, code).then(({ name }) => onClaimed(name)))}
        >
          {claim.go}
        </button>
      )}
    </>
  );
}

function Onward() {
  const { page } = useTexts(CLAIM);
  return (
    <p className="deeds">
      <Link to={PAGES.temples} className="button">
        {page.after}
      </Link>
      <Link to={PAGES.home} className="button">
        {page.play}
      </Link>
    </p>
  );
}
