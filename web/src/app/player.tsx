/** The player of this browser: signs in as a guest by itself, and is the same player next time. */
import {
  type AnyGame,
  type CardList,
  FlowerWarClient,
  type HostedGameOf,
  type MatchSummaryOf,
  RefusedError,
  type SignedIn,
} from '@flower-war/client';
import { useClient } from '@flower-war/client/react';
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { keepSession, keptSession } from './setting.ts';
import { useLanguage } from './language.tsx';
import { navigate, useQuery } from './navigation.tsx';
import { Coming, type Loading, Problem, useAsked, useDeed } from './asked.tsx';

interface Player {
  readonly client: FlowerWarClient;
  readonly session: SignedIn;
}

const Context = createContext<Player | undefined>(undefined);

export type Cards = CardList['cards'] | undefined;

/** The cards of a game, once they have come. They are asked for beside what is shown with them, so that no words change while a person reads. */
export function useCards(game: string): Cards {
  const { client } = usePlayer();
  return useAsked(useCallback(() => client.cards(game), [client, game])).value;
}

export function useSummary(match: string): Loading<MatchSummaryOf<AnyGame>> {
  const { client } = usePlayer();
  return useAsked(useCallback(() => client.match(match), [client, match]));
}

export function usePlayer(): Player {
  const player = useContext(Context);
  if (player === undefined) throw new Error('this is shown only after signing in');
  return player;
}

/** What a person without a player sees where not every guest may come in. */
export interface GateProps {
  /** Why the invitation did not do. Absent before one was given. */
  readonly error: Error | undefined;
  /** No guest may come in, also with an invitation. */
  readonly isClosed: boolean;
  /** The server has ended the session that was here. */
  readonly isOver: boolean;
  readonly isBusy: boolean;
  readonly enter: (invitation?: string) => void;
}

interface ProviderProps {
  readonly Gate: ComponentType<GateProps>;
  readonly children: ReactNode;
}

export function PlayerProvider({ Gate, children }: ProviderProps) {
  const { texts } = useLanguage();
  const { kept, keep } = useKept();
  const invitation = useQuery('invitation');
  const { client, session, status, error, signIn } = useClient({
    url: location.origin,
    onSession: keep,
    ...(kept && { session: kept }),
  });
  const gate = useGate(error);
  useEffect(() => void gamesOf(client), [client]);
  useEffect(() => {
    if (status === 'signed-out' && error === undefined) void signIn(undefined, invitation);
  }, [status, error, signIn, invitation]);
  const isIn = session !== undefined;
  useEffect(() => {
    if (isIn && invitation !== undefined) navigate(addressWithout('invitation')); // the player is in, and others need not see the code
  }, [isIn, invitation]);
  if (isIn) return <Context.Provider value={{ client, session }}>{children}</Context.Provider>;
  const enter = (code?: string) => void signIn(undefined, code);
  if (gate !== undefined) return <Gate {...gate} isBusy={status === 'signing-in'} enter={enter} />;
  return <Coming of={{ error, again: () => void signIn(undefined, invitation) }} whole={{ title: texts.title }} />;
}

/**
 * A session that the server has ended stays kept until the person chooses how to go on, also if the page is opened again. All tabs of a browser
 * are one player: a tab whose player is another one than the kept one begins anew, and keeps nothing.
 */
function useKept() {
  const [kept] = useState(keptSession);
  const own = useRef(kept);
  const isOver = useRef(false);
  /** Says whether another tab has signed in: as another player, or anew after the end of the session. */
  const follow = useCallback((): boolean => {
    const newest = keptSession();
    if (newest === undefined) return false;
    const isAnother = newest.player !== own.current?.player;
    const isAnew = isOver.current && newest.refresh !== own.current?.refresh;
    if (isAnother || isAnew) location.reload();
    return isAnother || isAnew;
  }, []);
  const keep = useCallback(
    (session: SignedIn | undefined, why?: Error) => {
      isOver.current = why !== undefined;
      if (follow() || isOver.current) return;
      own.current = session;
      keepSession(session);
    },
    [follow],
  );
  useEffect(() => {
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [follow]);
  return { kept, keep };
}

/** The address of this page. What else it is asked stays. */
function addressWithout(parameter: string): string {
  const query = new URLSearchParams(location.search);
  query.delete(parameter);
  return `${location.pathname}${`${query}` && `?${query}`}`;
}

/**
 * Once the server has asked for an invitation, the person stays at the gate until one does. At the end of a session the person comes there, too,
 * and is not a new guest unasked: the player may have a name, and a way back.
 */
function useGate(error: Error | undefined): Pick<GateProps, 'error' | 'isClosed' | 'isOver'> | undefined {
  const code = error instanceof RefusedError ? error.code : undefined;
  const [isAtGate, setAtGate] = useState(false);
  const isGated = code !== undefined && GATED.has(code);
  useEffect(() => {
    if (isGated) setAtGate(true);
  }, [isGated]);
  const isOver = code === 'unauthorized';
  if (!isAtGate && !isGated && !isOver) return undefined;
  return {
    error: isOver || code === 'invitation-needed' || code === 'sign-up-closed' ? undefined : error,
    isClosed: code === 'sign-up-closed',
    isOver,
  };
}

const GATED: ReadonlySet<string> = new Set(['invitation-needed', 'unknown-invitation', 'sign-up-closed']);

// The games of the server: asked for once, while the player still signs in.

export type Hosted = HostedGameOf<AnyGame>;
type Games = ReturnType<FlowerWarClient['games']>;
const asked = new WeakMap<FlowerWarClient, Games>();

export function gamesOf(client: FlowerWarClient): Games {
  const games = asked.get(client) ?? client.games();
  asked.set(client, games);
  games.catch(() => asked.delete(client)); // the next question tries again
  return games;
}

const USUAL_BOT = 'greedy';

/** The bot that plays where the person has chosen none. */
export const usualBot = (bots: readonly string[] = []): string =>
  bots.find((name) => name === USUAL_BOT) ?? bots[0] ?? USUAL_BOT;

// Signing in by a passkey, on any page.

/** Older browsers have passkeys, but not in the form that a server sends and reads. */
export const HAS_PASSKEYS =
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** The player whose passkey this device has goes on at the address. */
export function PasskeySignIn({ to }: { readonly to: string }) {
  const { passkey: texts } = useLanguage().texts;
  const { isBusy, error, run } = useDeed();
  if (!HAS_PASSKEYS) return null;
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => run(() => enterByPasskey(to, texts))}>
        {texts.signIn}
      </button>
      {error && <Problem error={error} />}
    </>
  );
}

interface Said {
  readonly known: string;
  readonly none: string;
}

async function enterByPasskey(to: string, said: Said): Promise<void> {
  const client = new FlowerWarClient({ url: location.origin, onSession: keepSession });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await client.passkeys.ask());
  await client.passkeys.signIn(
    await byDevice<AuthenticationResponseJSON>(navigator.credentials.get({ publicKey }), said),
  );
  location.assign(to);
}

/** What the device gives, as the server reads it. Browsers say in their own words only that it gave nothing. */
export async function byDevice<Answer>(asked: Promise<Credential | null>, { known, none }: Said): Promise<Answer> {
  const given = await asked.catch((cause: unknown) => {
    throw new Error((cause as DOMException).name === 'InvalidStateError' ? known : none, { cause });
  });
  if (given === null) throw new Error(none);
  return (given as PublicKeyCredential).toJSON() as Answer;
}
