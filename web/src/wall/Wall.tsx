import type { MatchSnapshot } from '@flower-war/client';
import { type MatchState, useMatch } from '@flower-war/client/react';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useEffect } from 'react';
import { useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { editionName, sitterName } from '../app/names.ts';
import { navigate } from '../app/navigation.tsx';
import { Problem } from '../app/Problem.tsx';
import { usePlayer } from '../app/player.tsx';
import { matchHref, wallHref } from '../app/route.ts';
import { useAsked } from '../app/useAsked.ts';
import type { Summary } from '../match/place.ts';
import { QrCode } from '../ui/QrCode.tsx';
import { Spectacle } from './Spectacle.tsx';
import { WALL } from './texts.ts';
import { useAwake } from './useAwake.ts';
import './wall.css';

interface Props {
  readonly id: string;
  readonly code: string | undefined;
}

/** A match on a screen that many people see and no person touches. It goes on to the next match by itself. */
export function Wall({ id, code }: Props) {
  const { words, texts } = useLanguage();
  const { title } = useTexts(WALL);
  const { client } = usePlayer();
  const { value: summary, error, again } = useAsked(useCallback(() => client.match(id), [client, id]));
  useTitle(summary === undefined ? undefined : title(editionName(words, summary.preset)));
  useAwake();
  if (error !== undefined) return <Problem error={error} retry={again} />;
  if (summary === undefined) return <p className="wait">{texts.loading}</p>;
  return <Watched summary={summary} code={code} />;
}

interface WatchedProps {
  readonly summary: Summary;
  readonly code: string | undefined;
}

function Watched({ summary: { match, game, preset }, code }: WatchedProps) {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  // The wall shows matches of every game, and reads their views as plain records.
  const state = useMatch(client, { watch: match as string, code }) as unknown as MatchState;
  useNext(state.snapshot?.rematchId);
  if (state.status !== 'live')
    return state.error ? <Problem error={state.error} retry={state.retry} /> : <p className="wait">{texts.loading}</p>;
  const { snapshot } = state;
  const link = new URL(matchHref(match, code), location.origin).href;
  return (
    <main className="wall">
      {snapshot.table.status === 'open' ? (
        <Gathering match={match} preset={preset} snapshot={snapshot} link={link} />
      ) : (
        <Spectacle game={game} state={state}>
          {snapshot.isOver && <Afterwards isNext={snapshot.rematchId !== undefined} />}
        </Spectacle>
      )}
    </main>
  );
}

/** Long enough to read the result. */
const RESULT_MS = 20_000;

function useNext(rematch: string | undefined): void {
  useEffect(() => {
    if (rematch === undefined) return;
    const timer = setTimeout(() => navigate(wallHref(rematch)), RESULT_MS);
    return () => clearTimeout(timer);
  }, [rematch]);
}

interface GatheringProps {
  readonly match: string;
  readonly preset: string;
  readonly snapshot: MatchSnapshot;
  readonly link: string;
}

/** Before the match: who sits there, and how others come. */
function Gathering({ match, preset, snapshot: { table, behind }, link }: GatheringProps) {
  const { words } = useLanguage();
  const { waiting, takePart } = useTexts(WALL);
  return (
    <section className="gathering">
      <h1>{editionName(words, preset)}</h1>
      {behind > 0 && <p className="banner">{words.screen.match.behind(behind)}</p>}
      <p>{waiting}</p>
      <ul>
        {table.seats.map((holder, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place
          <li key={place}>
            {holder.kind === 'free' ? words.screen.table.waiting : sitterName(words, holder, { match, seat: place })}
          </li>
        ))}
      </ul>
      <Code link={link} text={takePart} />
    </section>
  );
}

/** After the match: the players play again, or the people before the screen do. */
function Afterwards({ isNext }: { readonly isNext: boolean }) {
  const { next, play } = useTexts(WALL);
  if (isNext) return <p>{next}</p>;
  return <Code link={new URL(PAGES.home, location.origin).href} text={play} />;
}

function Code({ link, text }: { readonly link: string; readonly text: string }) {
  return (
    <figure className="code">
      <QrCode text={link} label={text} />
      <figcaption>
        {text} <small>{link}</small>
      </figcaption>
    </figure>
  );
}
