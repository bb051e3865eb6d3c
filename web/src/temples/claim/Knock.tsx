import { type Knock as Order, RefusedError } from '@flower-war/client';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useTexts } from '../../app/language.tsx';
import { Problem } from '../../app/Problem.tsx';
import { usePlayer } from '../../app/player.tsx';
import { asError } from '../../app/useAsked.ts';
import { TimeLeft } from '../../ui/TimeLeft.tsx';
import { CLAIM } from './texts.ts';

type State =
  | { readonly kind: 'idle' | 'over' }
  | { readonly kind: 'waiting'; readonly order: Order }
  | { readonly kind: 'claimed'; readonly temple: string }
  | { readonly kind: 'failed'; readonly error: Error };

/** An order of beads: the temple that gets its beads in this order belongs to the player. */
export function Knock({ onClaimed }: { readonly onClaimed: (temple: string) => void }) {
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
          <button type="button" onClick={end}>
            {texts.stop}
          </button>
        </>
      ) : (
        <button type="button" onClick={() => void begin()}>
          {texts.go}
        </button>
      )}
      {state.kind === 'over' && <p role="alert">{texts.over}</p>}
      {state.kind === 'claimed' && <p role="status">{claim.done(state.temple)}</p>}
      {state.kind === 'failed' && (
        <Problem error={state.error} retry={mayHelp(state.error) ? () => void begin() : undefined} />
      )}
    </section>
  );
}

/** A refusal will not change when it is asked again at once. */
const mayHelp = (error: Error): boolean => !(error instanceof RefusedError);
