import type { MatchSnapshot } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useEffect, useState } from 'react';
import { gamesOf } from '../../app/games.ts';
import { useLanguage } from '../../app/language.tsx';
import { editionName, sitterName } from '../../app/names.ts';
import { navigate } from '../../app/navigation.tsx';
import { Problem } from '../../app/Problem.tsx';
import { usePlayer } from '../../app/player.tsx';
import { asError, useAsked } from '../../app/useAsked.ts';
import { ShareLink } from '../../ui/ShareLink.tsx';
import { TimeLeft } from '../../ui/TimeLeft.tsx';
import { Asking } from './Asking.tsx';

interface Props {
  readonly id: string;
  readonly preset: string;
  readonly snapshot: MatchSnapshot;
}

/** A table that still has free seats: who is there, and how others come. */
export function Waiting({ id, preset, snapshot: { table, seat, behind } }: Props) {
  const { words, texts } = useLanguage();
  const { client, session } = usePlayer();
  // The players see the link only after they have sat down.
  const { value: summary, error, again } = useAsked(useCallback(() => client.match(id), [client, id]));
  const [problem, setProblem] = useState<Error>();
  const sitting = table.seats.map(({ name }) => name).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: who sits there decides when bots come.
  useEffect(() => {
    if (seat !== undefined) again();
  }, [seat, sitting, again]);
  const act = (asked: Promise<unknown>) => asked.catch((thrown) => setProblem(asError(thrown)));
  const bot = async () => {
    const games = await gamesOf(client);
    const names: readonly string[] = games.find((game) => game.id === summary?.game)?.bots ?? [];
    await client.addBot(id, names.find((name) => name === 'greedy') ?? names[0] ?? 'greedy');
  };
  const leave = async () => {
    await client.leave(id);
    navigate(PAGES.home);
  };
  return (
    <main className="invitation card">
      <h2>{editionName(words, preset)}</h2>
      {behind > 0 && <p className="banner">{words.screen.match.behind(behind)}</p>}
      <p>{texts.seat.waiting}</p>
      <ul className="sitting">
        {table.seats.map((holder, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place
          <li key={place}>
            {holder.kind === 'free'
              ? words.screen.table.waiting
              : sitterName(words, holder, { match: id, seat: place })}
          </li>
        ))}
      </ul>
      {summary?.fillsAt !== undefined && (
        <p>
          {texts.seat.filling} <TimeLeft deadline={summary.fillsAt} />
        </p>
      )}
      {summary?.link !== undefined && (
        <ShareLink link={new URL(summary.link, location.origin).href} label={texts.seat.invite} />
      )}
      {(error ?? problem) && <Problem error={error ?? problem ?? new Error()} />}
      {summary?.host === session.player && summary.table.approval && <Asking id={id} />}
      {summary?.host === session.player && (
        <button type="button" onClick={() => void act(bot())}>
          {texts.seat.addBot}
        </button>
      )}
      {seat !== undefined && (
        <button type="button" onClick={() => void act(leave())}>
          {texts.seat.leave}
        </button>
      )}
    </main>
  );
}
