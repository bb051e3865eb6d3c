/** Finds a match that starts soon whoever comes, or makes one: nobody who plays quickly waits alone. */
import type { QuickWish, TableSettings } from '@flower-war/protocol';
import { deepEqual, type Options, resolveOptions } from '@flower-war/rules';
import { Refused } from '../../base/refused.ts';
import type { Billboard } from '../listing/billboard.ts';
import { fits, freeSeats, type Posted } from '../listing/filter.ts';
import type { Approvals } from './approvals.ts';
import { type Creating, createMatch } from './create.ts';

interface QuickPlay extends Creating {
  readonly approvals: Approvals;
  readonly billboard: Billboard;
}

/** What a kind of clock is set to where nobody chose more. */
const CLOCKS: Readonly<Record<TableSettings['clock']['kind'], TableSettings['clock']>> = {
  none: { kind: 'none' },
  turn: { kind: 'turn', seconds: 60 },
  bank: { kind: 'bank', seconds: 600, increment: 10 },
  days: { kind: 'days', days: 1 },
};

/** The id of the match: the one that lacks the fewest, the oldest of those, else a new one. */
export async function quickPlay(services: QuickPlay, wish: QuickWish, player: string): Promise<string> {
  const options = optionsOf(services, wish);
  const good = services.billboard
    .find({ game: wish.game, status: 'open', free: 1 }, Number.POSITIVE_INFINITY)
    .filter((posted) => isWished(posted, wish, options) && isOpenTo(services, posted, player));
  const own = good.find((posted) => sits(posted, player));
  const [best] = good.toSorted((a, b) => freeSeats(a) - freeSeats(b) || a.createdAt - b.createdAt);
  return (own ?? best)?.match ?? createMatch(services, newMatch(services, wish), player);
}

/** Of nobody's own options: those are for people who know what they come to. */
function optionsOf({ games }: QuickPlay, { game, preset, seats }: QuickWish): Options {
  const hosted = games.get(game);
  if (hosted === undefined) throw new Refused('unknown-game');
  const usual = resolveOptions(hosted.game, preset, {});
  if (!usual.ok) throw new Refused('bad-options', usual.option);
  const [fewest, most] = hosted.game.seats;
  if (seats !== undefined && (seats < fewest || seats > most)) throw new Refused('bad-options', 'seats');
  return usual.options;
}

/** Nobody who names no clock is put at a table that plays for days. */
function isWished(posted: Posted, { seats, clock }: QuickWish, options: Options): boolean {
  const isRightClock = clock === undefined ? posted.table.clock.kind !== 'days' : fits({ clock }, posted);
  const isRightSize = seats === undefined || posted.seats.length === seats;
  return isRightClock && isRightSize && deepEqual(posted.options, options);
}

/** Where the host decides who comes, or seats are kept, somebody might wait in vain. */
function isOpenTo({ approvals, config }: QuickPlay, posted: Posted, player: string): boolean {
  const { match, table, rematchOf } = posted;
  if (table.approval || rematchOf !== undefined || approvals.decisionOn(match, player) === 'dismissed') return false;
  const isFilledSoon = table.fillSeconds > 0 && table.fillSeconds <= config.QUICK_FILL_SECONDS;
  return isFilledSoon || (freeSeats(posted) === 1 && !sits(posted, player));
}

function sits({ seats }: Posted, player: string): boolean {
  return seats.some((holder) => holder !== null && 'player' in holder && holder.player === player);
}

function newMatch({ config }: QuickPlay, { clock, ...wanted }: QuickWish) {
  const table = { fillSeconds: config.QUICK_FILL_SECONDS, ...(clock !== undefined && { clock: CLOCKS[clock] }) };
  return { ...wanted, table };
}
