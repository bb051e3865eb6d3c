import type { MatchSnapshot } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import { useEffect, useRef } from 'react';
import { useLanguage } from '../app/language.tsx';
import { figuresIn, isTurnOf, SeatSign, type TableProps, sitterName } from '@flower-war/board/drawing';
import { TimeLeft } from '../ui/controls.tsx';

/** Who plays, whose turn it is, and how much time is left. */
export function Seats({
  match,
  table,
  snapshot,
}: {
  readonly match: string;
  readonly table: TableProps;
  readonly snapshot: MatchSnapshot;
}) {
  const { texts } = useLanguage();
  const { clockAhead, table: shown } = snapshot;
  const { seats, clocks, result } = shown;
  return (
    <ul className="seats" aria-label={texts.match.seats}>
      {seats.map((holder, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place
        <li key={seat}>
          <Place
            match={match}
            table={table}
            seat={seat}
            holder={holder}
            isYou={seat === snapshot.seat}
            isWinner={snapshot.isOver && result.winners.includes(seat)}
          />
          <TimeLeft deadline={clocks[seat]?.deadline} clockAhead={clockAhead} label={texts.match.timeLeft} />
        </li>
      ))}
    </ul>
  );
}

interface PlaceProps {
  readonly match: string;
  readonly table: TableProps;
  readonly seat: number;
  readonly holder: MatchSnapshot['table']['seats'][number];
  readonly isYou: boolean;
  readonly isWinner: boolean;
}

function Place({ match, table, seat, holder, isYou, isWinner }: PlaceProps) {
  const { words, texts } = useLanguage();
  const { game, view, speech, things, chosen, choose } = table;
  const pick = `seat:${seat}` as const;
  const isTurn = isTurnOf(table, seat);
  const place = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the table shows decides how wide the seats are.
  useEffect(() => (isTurn ? bringIntoSight(place.current?.parentElement) : undefined), [isTurn, view]);
  const state = `${isTurn ? ' turn' : ''}${things.has(pick) ? ' open' : ''}${chosen === pick ? ' chosen' : ''}`;
  return (
    <button
      type="button"
      ref={place}
      className={`seat${state}${isWinner ? ' winner' : ''}`}
      data-at={pick}
      aria-pressed={chosen === pick}
      title={things.get(pick) || undefined}
      onClick={() => choose(pick)}
    >
      <SeatSign seat={seat} game={game} view={view} speech={speech} />
      <span>
        <b>
          {speech.name(seat)}
          {isYou && words.screen.table.you}
        </b>{' '}
        <span className="holder">{occupant(holder, { match, seat }, words)}</span>
        <small>
          {isWinner && <b>★ {texts.match.won} · </b>}
          {figuresIn(table, seat, { words })}
        </small>
      </span>
      {isTurn && <span className="hidden">{texts.match.turn}</span>}
    </button>
  );
}

/** Scrolls the seats alone, and not the page. */
function bringIntoSight(place: HTMLElement | null | undefined): void {
  const seats = place?.parentElement;
  if (!place || !seats) return;
  const middle = place.offsetLeft - seats.offsetLeft + place.offsetWidth / 2;
  seats.scrollTo({ left: middle - seats.clientWidth / 2 });
}

function occupant(holder: PlaceProps['holder'], place: Pick<PlaceProps, 'match' | 'seat'>, words: Words): string {
  const { table } = words.screen;
  const name = sitterName(words, holder, place);
  switch (holder.kind) {
    case 'free':
      return table.waiting;
    case 'bot':
      return name;
    case 'player':
      if (holder.bot !== '') return table.stoodIn(name, words.bot(holder.bot).name);
      return holder.present ? name : table.away(name);
  }
}
