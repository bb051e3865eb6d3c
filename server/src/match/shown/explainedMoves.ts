/**
 * The legal moves of a seat with what they do. All of it is told from what the seat was shown, never from the state, so
 * that it cannot tell more.
 */
import type { LegalMove, Private } from '@flower-war/protocol';
import type { AnyGame, Options, Seat } from '@flower-war/rules';

/** What a seat was shown, and the options of the match. */
interface ShownToSeat {
  readonly options: Options;
  /** The view of a spectator; undefined before the start. */
  readonly spectator: unknown;
  readonly own: Private;
}

type Fields = Readonly<Record<string, unknown>>;

export function explainedMoves(engine: AnyGame, { options, spectator, own }: ShownToSeat): LegalMove[] {
  const view = { ...(spectator as Fields | undefined), ...own.view };
  const legal: readonly unknown[] = own.legal.map((move) => engine.parse(move));
  const seen = { view, seat: own.seat as Seat, options, legal };
  return own.legal.map((move, index) => {
    const parts = engine.parts?.(seen, legal[index]) ?? { verb: move.split(' ')[0] ?? move };
    return { move, ...parts, ...(engine.temple?.pays(legal[index]) === true && { beads: true as const }) };
  });
}
