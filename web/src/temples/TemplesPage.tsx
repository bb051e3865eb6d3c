import { type Knock as Order, type OwnTemple, RefusedError } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Coming, Problem, asError, type Loading, useAsked } from '../app/asked.tsx';
import { useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { Way } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { Status, TimeLeft } from '../ui/controls.tsx';
import { ClaimForm } from './ClaimPage.tsx';
import { CLAIM, OWN } from './texts.ts';
import { TempleCard } from './TempleCard.tsx';
import { Button } from '../ui/forms.tsx';
import '../people/people.css';
import './temples.css';

/** The temples of the player, and the ways to get one. */
export function TemplesPage() {
  const { session } = usePlayer();
  const { title, about, none, receive, twin } = useTexts(OWN);
  useTitle(title);
  const { value: temples, error, again } = useTemples();
  return (
    <main className="page temples">
      <h1>{title}</h1>
      <p>{about}</p>
      {temples === undefined && <Coming of={{ error, again }} />}
      {temples?.length === 0 && <p className="none">{none}</p>}
      {temples?.map((temple) => (
        <TempleCard key={temple.temple} temple={temple} refresh={again} />
      ))}
      <ClaimForm onClaimed={again} />
      <Knock onClaimed={again} />
      <Way to={PAGES.twin} text={twin} />
      <p className="none">
        {receive} <code>{session.player}</code>
      </p>
      {temples && error && <Problem error={error} retry={again} />}
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

type State =
  | { readonly kind: 'idle' | 'over' }
  | { readonly kind: 'waiting'; readonly order: Order }
  | { readonly kind: 'claimed'; readonly temple: string }
  | { readonly kind: 'failed'; readonly error: Error };

/** An order of beads: the temple that gets its beads in this order belongs to the player. */
function Knock({ onClaimed }: { readonly onClaimed: (temple: string) => void }) {
  const { words } = useLanguage();
  const { client } = usePlayer();
  const { claim, knock: texts } = useTexts(CLAIM);
  const [state, setState] = useState<State>({ kind: 'idle' });
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);

  const begin = async () => {
    const stop = new AbortController();
    waiting.current?.abort();
    waiting.current = stop;
    const show = (next: State) => !stop.signal.aborted && setState(next);
    try {
      const order = await client.temples.knock();
      show({ kind: 'waiting', order });
      const temple = await client.temples.knocked(order, { signal: stop.signal });
      if (temple === undefined) return show({ kind: 'over' });
      show({ kind: 'claimed', temple });
      if (!stop.signal.aborted) onClaimed(temple);
    } catch (thrown) {
      show({ kind: 'failed', error: asError(thrown) });
    }
  };
  const end = () => {
    waiting.current?.abort();
    setState({ kind: 'idle' });
  };
  return (
    <section className="card knock" aria-labelledby="knock">
      <h2 id="knock">{texts.title}</h2>
      <p>{texts.about}</p>
      {state.kind === 'waiting' ? (
        <>
          <p>
            {texts.drop} <TimeLeft deadline={state.order.until} />
          </p>
          <ol className="order" aria-live="polite">
            {state.order.order.map((slot, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a bead is its place
              <li key={place} className={slot}>
                {words.screen.temples.slots[slot]}
              </li>
            ))}
          </ol>
          <p>{texts.again}</p>
          <Button onClick={end} text={texts.stop} />
        </>
      ) : (
        <Button onClick={() => void begin()} text={texts.go} />
      )}
      {state.kind === 'over' && <p role="alert">{texts.over}</p>}
      {state.kind === 'claimed' && <Status>{claim.done(state.temple)}</Status>}
      {state.kind === 'failed' && (
        <Problem error={state.error} retry={mayHelp(state.error) ? () => void begin() : undefined} />
      )}
    </section>
  );
}

/** A refusal will not change when it is asked again at once. */
const mayHelp = (error: Error): boolean => !(error instanceof RefusedError);
