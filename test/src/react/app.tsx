/** A frontend on the hooks, in strict mode. It counts what must never happen, for the tests beside it. */
import type { FlowerWarClient, LiveMatch, MatchSummaryOf, SignedIn } from '@flower-war/client';
import { useClient, useLobby, useMatch, useTemple, type Where } from '@flower-war/client/react';
import {
  StrictMode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  useTransition,
} from 'react';
import { createRoot } from 'react-dom/client';

type Summary = MatchSummaryOf<'tieqchieq'>;

/** What the page has seen of itself. */
const seen = { renders: 0, commits: 0, tears: 0, steps: [] as number[], sessions: [] as (SignedIn | undefined)[] };

const url = new URL(location.href).searchParams.get('server') ?? '';

function App() {
  const { client, session, status, error, signIn } = useClient({ url, onSession: (said) => seen.sessions.push(said) });
  const [match, setMatch] = useState<Summary>();
  const [isShown, setShown] = useState(true);
  const [isWatching, setWatching] = useState(false);
  const create = async () => {
    const options = { turnCap: 60, startPlayer: 'host' } as const;
    const made = await client.create({ game: 'tieqchieq', bots: [{ bot: 'random' }], options });
    startTransition(() => setMatch(made));
  };
  const where: Where<Summary> | undefined = match && (isWatching ? { watch: match } : { join: match });
  return (
    <main data-session={status} data-error={error?.message}>
      <button type="button" id="sign-in" onClick={() => void signIn('Ana')} />
      <button type="button" id="create" onClick={() => void create()} />
      <button type="button" id="show" onClick={() => startTransition(() => setShown(!isShown))} />
      <button type="button" id="watch" onClick={() => setWatching(!isWatching)} />
      {isShown && session && <Board client={client} where={where} />}
      {isShown && session && <Moves client={client} where={where} />}
      {isShown && session && <Lobby client={client} />}
      <Temple client={session && client} />
    </main>
  );
}

interface AppProps {
  readonly client: FlowerWarClient;
  readonly where: Where<Summary> | undefined;
}

const PARTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Renders slowly, in transitions, so that news comes between the parts of one render. */
function Board({ client, where }: AppProps) {
  const match = useMatch(client, where);
  const { status, snapshot, error } = match;
  const [echo, setEcho] = useState(0);
  const step = snapshot?.step;
  useEffect(() => startTransition(() => setEcho(step ?? 0)), [step]);
  useLayoutEffect(() => {
    const steps = new Set([...document.querySelectorAll('[data-step]')].map((part) => part.getAttribute('data-step')));
    seen.commits++;
    if (steps.size > 1) seen.tears++;
    if (step !== undefined && step !== seen.steps.at(-1)) seen.steps.push(step);
  });
  return (
    <section id="board" data-status={status} data-error={error?.message} data-over={snapshot?.isOver}>
      {match.status === 'failed' && <button type="button" id="retry" onClick={match.retry} />}
      <p id="connection">{snapshot?.connection.state}</p>
      <p id="seat">{snapshot?.seat ?? 'none'}</p>
      <p id="result">{snapshot?.isOver && snapshot.table.result.result}</p>
      {PARTS.map((part) => (
        <Slow key={part} client={client} where={where} echo={echo} />
      ))}
    </section>
  );
}

function Slow({ client, where }: AppProps & { readonly echo: number }) {
  const { snapshot } = useMatch(client, where);
  for (const end = performance.now() + 1; performance.now() < end; );
  return <i data-step={snapshot?.step ?? 'none'} />;
}

function Moves({ client, where }: AppProps) {
  const { legal, play, snapshot, live } = useMatch(client, where);
  const [isPlaying, start] = useTransition();
  seen.renders++;
  const choose = (move: string) =>
    start(async () => {
      const answer = await play(move);
      if (answer.kind === 'failed') throw answer.error;
    });
  return (
    <nav data-step={snapshot?.step ?? 'none'}>
      {legal.map((move) => (
        <button type="button" className="move" key={move} disabled={isPlaying} onClick={() => choose(move)}>
          {move}
        </button>
      ))}
      {live && <Bare live={live} />}
    </nav>
  );
}

/** A match needs no hook of its own: React renders for ever if the same moment were shown as two objects. */
function Bare({ live }: { readonly live: LiveMatch<'tieqchieq'> }) {
  const { step } = useSyncExternalStore(live.subscribe, live.getSnapshot);
  return <i data-step={step} />;
}

function Lobby({ client }: { readonly client: FlowerWarClient }) {
  const [game, setGame] = useState<'tieqchieq' | 'mexica'>('tieqchieq');
  const { status, matches, error } = useLobby(client, { game });
  return (
    <aside id="lobby" data-status={status} data-error={error?.message}>
      <button type="button" id="other-game" onClick={() => startTransition(() => setGame('mexica'))} />
      {matches.map(({ match, game }) => (
        <p key={match}>{game}</p>
      ))}
    </aside>
  );
}

function Temple({ client }: { readonly client: FlowerWarClient | undefined }) {
  const { status, temple, refresh } = useTemple(client, 'templo-1');
  return <button type="button" id="temple" data-status={status} data-name={temple?.name} onClick={refresh} />;
}

const root = createRoot(document.body.appendChild(document.createElement('div')));
root.render(
  <StrictMode>
    <App />
  </StrictMode>,
);
Object.assign(window, { seen, unmount: () => root.unmount() });
