/** What a record says about the temples at its table. */
import * as z from 'zod';
import { slot, templeId } from '../../temple/beads.ts';
import { actionId } from '../../wire/actionFields.ts';
import { account } from '../beads/account.ts';

const seat = z.int().min(0).max(5);
const player = z.string().min(1).max(64);
const beads = { slot, n: z.int().min(1).max(0xffffffff) };
const count = z.int().min(0).max(0xffffffff);

/** The fields that every entry has. */
export interface Head {
  readonly seq: z.ZodInt;
  readonly at: z.ZodInt;
  readonly check: z.ZodExactOptional<z.ZodString>;
}

/** One form for each thing that can happen to a temple. */
export const templeEntry = (head: Head) => {
  const common = { ...head, kind: z.literal('temple'), temple: templeId };
  const of = <W extends string, T extends z.ZodRawShape>(what: W, fields: T) =>
    z.strictObject({ ...common, what: z.literal(what), ...fields });
  /** An entry that a player at the table asked for. */
  const by = <W extends string, T extends z.ZodRawShape>(what: W, fields: T) =>
    of(what, { seat, ...fields, id: actionId });
  return z.discriminatedUnion('what', [
    /** From now on the temple counts for this match: for the seat of its owner, or for the table. */
    of('bound', { by: player, seat: seat.exactOptional(), account }),
    /** New totals. `doubtful`: the beads came too fast to be believed. `ages`: of the last beads, in milliseconds. */
    of('sensed', {
      epoch: z.int().min(1).max(0xffffffff),
      war: count,
      rain: count,
      doubtful: z.literal(true).exactOptional(),
      ages: z
        .array(z.tuple([slot, count, count]))
        .max(8)
        .exactOptional(),
    }),
    /** Waiting beads make the next offering. */
    of('offered', {}),
    /** The seat draws the card that the rules give for the last offering. */
    of('drawn', {}),
    by('returned', beads),
    by('confirmed', {}),
    by('claimed', beads),
    /** The seat makes its offerings on the screen, or with the temple again. */
    by('by-hand', { is: z.boolean() }),
    by('disputed', { slot }),
    /** The host settles a dispute: the beads count, for the seat that disputed, or they were taken out. */
    by('settled', { ...beads, as: z.enum(['counts', 'returned']) }),
    of('unbound', { seat: seat.exactOptional(), id: actionId.exactOptional() }),
  ]);
};
