/** A match of a server. Spectators read its steps through the public door, which needs no player; a player with a seat plays. */
import {
  type AnyGame,
  FlowerWarClient,
  type MatchSummaryOf,
  type Moment,
  programClient,
  type RefusedError,
} from '@flower-war/client';
import { useEffect, useRef, useState } from 'react';
import { sitterName, useTexts, useWords } from '../language.tsx';
import { Past } from './Past.tsx';
import { Playing } from './Playing.tsx';
import { Ending, Failed, isFinal } from './Outcomes.tsx';
import type { BoardCard, MatchSource, Tell } from './source.ts';
import { BOARD_TEXTS } from '../tables/texts.ts';
import { ELEMENT_TEXTS } from './texts.ts';

type Summary = MatchSummaryOf<AnyGame>;

interface Opened {
  readonly client: FlowerWarClient;
  readonly summary: Summary;
  readonly cards: readonly BoardCard[];
  /** The seat of the player whose token it is. */
  readonly seat: number | undefined;
}

interface MatchProps extends MatchSource {
  readonly tell: Tell;
}

export function Match({ server, match, token, tell }: MatchProps) {
  const [opened, setOpened] = useState<Opened>();
  const [error, setError] = useState<unknown>();
  const [times, setTimes] = useState(0);
  const { loading } = useTexts(BOARD_TEXTS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count tries once more.
  useEffect(() => {
    const stop = new AbortController();
    const show = (found: Opened) => {
      setOpened(found);
      tell('ready', { game: found.summary.game });
    };
    setError(undefined);
    open({ server, match, token }, stop.signal).then(
      (found) => stop.signal.aborted || show(found),
      (why) => stop.signal.aborted || setError(why),
    );
    return () => stop.abort();
  }, [server, match, token, times]);
  const retry = () => setTimes(times + 1);
  if (error !== undefined) return <Failed error={error} retry={retry} tell={tell} />;
  if (opened === undefined) return <p className="notice">{loading}</p>;
  if (opened.seat !== undefined && opened.summary.status !== 'ended')
    return <Playing {...opened} match={match} tell={tell} />;
  return <Watched {...opened} tell={tell} />;
}

async function open({ server, match, token }: Omit<MatchSource, 'kind'>, signal: AbortSignal): Promise<Opened> {
  const made = token === undefined ? new FlowerWarClient({ url: server }) : await programClient({ url: server }, token);
  const client = made.with({ signal });
  const summary = await client.match(match);
  const cards = await client.cards(summary.game).catch(() => []);
  const own = summary.seats.find(({ player }) => player !== undefined && player === made.session?.player);
  return { client, summary, cards, seat: own?.seat };
}

/** The steps of a match, and those that come while it runs. */
function Watched({ client, summary, cards, seat, tell }: Opened & { readonly tell: Tell }) {
  const texts = useTexts(ELEMENT_TEXTS);
  const words = useWords();
  const [{ moments, now }, setRead] = useState<Read>({ moments: [], now: summary });
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const stop = new AbortController();
    const reader = { client: client.with({ signal: stop.signal }), stop: stop.signal, show: setRead, fail: setError };
    void follow(reader, summary, seat);
    return () => stop.abort();
  }, [client, summary, seat]);
  const isOver = now.status === 'ended';
  // React runs an effect again after a part of the board has come late.
  const isTold = useRef(false);
  useEffect(() => {
    if (!isOver || isTold.current) return;
    isTold.current = true;
    tell('end', { result: now.result });
  }, [isOver, now, tell]);
  const { watching, watchDelaySeconds } = now.table;
  const late = watching === 'delayed' ? words.screen.match.behind(watchDelaySeconds) : undefined;
  const last = moments.at(-1);
  if (last === undefined) {
    if (error !== undefined) return <Failed error={error} tell={tell} />;
    if (isOver) return <Ending game={now.game} view={{}} result={now.result} />;
    return <p className="notice">{now.status === 'open' ? texts.waiting : late}</p>;
  }
  const names = now.seats.map((sitter) => sitterName(words, sitter, { match: now.match, seat: sitter.seat }));
  const film = { game: now.game, moments, cards, ...(seat !== undefined && { seat }) };
  const ending = isOver && <Ending game={now.game} view={last.view} result={now.result} />;
  return (
    <>
      <Past film={film} names={names} isRunning={!isOver} late={late} ending={ending} tell={tell} />
      {isFinal(error) && <Failed error={error} tell={tell} />}
      {error !== undefined && !isFinal(error) && <p className="notice">{texts.lost}</p>}
    </>
  );
}

interface Read {
  readonly moments: readonly Moment[];
  readonly now: Summary;
}

interface Reader {
  readonly client: FlowerWarClient;
  readonly stop: AbortSignal;
  readonly show: (read: Read) => void;
  readonly fail: (error: unknown) => void;
}

const ASKS_AGAIN_MS = 2000;

/** Reads what there is, and asks again until the match has ended. A page that no person sees does not ask. */
async function follow({ client, stop, show, fail }: Reader, summary: Summary, seat: number | undefined): Promise<void> {
  const replay = client.history.replay(summary.match, { viewer: seat === undefined ? 'spectator' : `seat:${seat}` });
  let [moments, now, rest]: [readonly Moment[], Summary, number] = [[], summary, ASKS_AGAIN_MS];
  const read = async () => {
    const fresh: Moment[] = [];
    try {
      for await (const moment of replay) if (isSeen(moment)) fresh.push(moment);
    } finally {
      if (fresh.length > 0) moments = [...moments, ...fresh]; // also when a later page of the steps did not come
    }
    if (now.status === 'open' || moments.at(-1)?.status === 'ended') now = await client.match(summary.match);
    show({ moments, now });
  };
  while (!stop.aborted) {
    try {
      if (!document.hidden || moments.length === 0) await read();
      fail(undefined);
      rest = ASKS_AGAIN_MS;
      if (now.status === 'ended') return;
    } catch (error) {
      if (stop.aborted) return;
      fail(error);
      if (isFinal(error)) return;
      rest = Math.max(2 * ASKS_AGAIN_MS, 1000 * ((error as RefusedError).retryAfter ?? 0));
    }
    await rested(rest, stop);
  }
}

/** Before the start nothing lies on the table, nor at the end of a match that never began. */
const isSeen = ({ status, view }: Moment): boolean => status !== 'open' && Object.keys(view).length > 0;

const rested = (ms: number, stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    stop.addEventListener('abort', end);
  });
