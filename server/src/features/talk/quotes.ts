/** What a report quotes of the talk at a table: the last lines that its sender was shown there, and no others. */
import type { MatchSummary, QuotedLine } from '@flower-war/protocol';
import { Slices } from '../../base/scheduling.ts';
import { pagesOf } from '../../store/journal/appendQueue.ts';
import { find, type Finding, maySee, playersAt } from '../table/summary.ts';
import type { Talk } from './talk.ts';

interface Quoting extends Finding {
  readonly talk: Pick<Talk, 'heardBy'>;
}

interface Asked {
  readonly player: string;
  readonly match: string;
  /** The player is connected to the table now. */
  readonly isViewer: boolean;
}

/** How many lines a report keeps. */
const MOST_QUOTED = 20;

export async function quotesFor(services: Quoting, asked: Asked): Promise<QuotedLine[]> {
  const { player, match } = asked;
  const { summary } = await find(services, match);
  const until = playersAt(summary).includes(player) ? Number.POSITIVE_INFINITY : await seatedUntil(services, asked);
  const atSeats = (await services.talk.heardBy(player, match, 'players')).filter(({ at }) => at <= until);
  const around = until === Number.POSITIVE_INFINITY ? [] : await amongSpectators(services, summary, asked);
  return [...atSeats, ...around].sort((one, other) => one.at - other.at).slice(-MOST_QUOTED);
}

/** At a private table are only spectators who had its code: they are there now, or have said something. */
async function amongSpectators(services: Quoting, summary: MatchSummary, { player, match, isViewer }: Asked) {
  const lines = await services.talk.heardBy(player, match, 'spectators');
  const wasThere = isViewer || lines.some((line) => line.player === player);
  return wasThere || (await maySee(services, summary, player)) ? lines : [];
}

interface Loose {
  readonly kind?: string;
  readonly at: number;
  readonly seat?: number;
  readonly player?: string;
  readonly what?: string;
}

/** When the player lost the seat that is free now, or another one's. Long ago if there was none. */
async function seatedUntil({ journal }: Quoting, { player, match }: Asked): Promise<number> {
  const slices = new Slices();
  let [held, until]: [number | undefined, number] = [undefined, Number.NEGATIVE_INFINITY];
  for await (const page of pagesOf(journal, match))
    for (const line of page) {
      const entry = JSON.parse(line) as Loose;
      const isTaken = entry.kind === 'seated' || entry.what === 'substituted';
      if (isTaken && entry.player === player) held = entry.seat;
      else if (held !== undefined && entry.seat === held && (isTaken || entry.what === 'left'))
        [held, until] = [undefined, entry.at];
      if (slices.isOver) await slices.rest();
    }
  return until;
}
