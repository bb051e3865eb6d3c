/** The stream of the plain door: a match as lines of JSON, for clients without a socket. */
import * as z from 'zod';
import { matchResult } from '../../record/entry/entries.ts';
import { asks } from '../../wire/actionFields.ts';
import { bulletin, talkLine } from '../../wire/talk.ts';
import { amount, matchId, name, refusalCode, seat, time } from './route.ts';
import { replayEvent, tableStatus } from './history.ts';
import { seatKind } from './matches.ts';

const flag = z.boolean();
const seats = z.array(seat);

const streamSeat = z.object({
  kind: seatKind,
  name,
  present: flag.describe('Whether any connection of the seat is alive. A bot is always present.'),
  bot: z.string().describe('The bot that stands in for an absent player; else empty.'),
});

const streamClock = z.object({
  left: z.number().describe('The time left when the table last changed, in milliseconds.'),
  deadline: z
    .number()
    .describe('The moment at which the time is over, in milliseconds since 1970; 0: the clock stands.'),
});

const streamOffer = z
  .object({
    what: z.string().describe('What is offered; empty when nothing is.'),
    by: seat,
    minutes: amount,
    accepted: seats,
  })
  .describe('The open offer of a player to the others.');

const streamBeads = z
  .object({ sensed: amount, applied: amount, held: amount, refused: amount, toTake: amount, disputed: flag })
  .describe('What became of the beads in a slot. `toTake`: refused beads that are still in the temple.');

const streamBead = z
  .object({ slot: z.string(), ordinal: amount, verdict: z.string(), why: z.string() })
  .describe('The bead that got a verdict last; `slot` is empty when there is none.');

const streamTemple = z.object({
  temple: z.string(),
  name: z.string(),
  seat: z.int().min(0).max(255).describe('The seat whose offerings it takes; 255 for the one temple on the table.'),
  counts: flag.describe('Whether the temple counts for this match.'),
  present: flag.describe('Whether the server has heard of the temple lately.'),
  war: streamBeads,
  rain: streamBeads,
  last: streamBead,
  doubted: amount.describe('Beads that wait for a confirmation, because so many came at once.'),
  unclaimed: amount.describe('Beads that no seat owns yet.'),
});

/** Without the `view` and the `step` of the socket's table: a line holds those of its viewer. */
const streamTable = z
  .object({
    status: tableStatus,
    behind: amount.describe('How many seconds after the players the viewer sees the match.'),
    seats: z.array(streamSeat).describe('By seat.'),
    clocks: z.array(streamClock).describe('By seat; empty at a table without a clock.'),
    offer: streamOffer,
    pausedUntil: amount.describe('When an agreed pause ends, in milliseconds since 1970; 0 when there is none.'),
    vacations: z
      .array(amount)
      .describe(
        'By seat, until when its player is on vacation, in milliseconds since 1970; 0 for no vacation. Empty if there is none. The time may be over.',
      ),
    result: matchResult.exactOptional(),
    temples: z.array(streamTemple).describe('The temples at the table.'),
    byHand: seats.describe('Seats that make their offerings on the screen although they have a temple.'),
  })
  .describe('The table as all viewers see it. It has a result only at the end.');
export type StreamTable = z.infer<typeof streamTable>;

const tableChanges = streamTable.partial().describe('The fields of the table that are new.');

const step = amount.describe('Counts what this viewer was shown.');
const view = z.record(z.string(), z.unknown());

const question = {
  legal: z
    .array(z.string())
    .describe(
      'The legal moves of the seat, in notation. `legal`, `decision`, `awaited`, `until`, `asks`, `habits` and `undo` come together.',
    )
    .exactOptional(),
  decision: amount.describe('The decision that a move answers. Absent if there is nothing to decide.').exactOptional(),
  awaited: z
    .literal(true)
    .describe(
      'The match waits for this decision. Absent if it does not: in a pause, or while an answer that was given may still be changed.',
    )
    .exactOptional(),
  until: time.describe('When the clock answers for the seat in a hidden window.').exactOptional(),
  asks: asks.describe('In which hidden windows the seat wants to be asked; absent for `all`.').exactOptional(),
  habits: z.array(z.string()).describe('The habits that answer for the seat; absent for none.').exactOptional(),
  undo: z
    .literal(true)
    .describe('The seat may take its last move back alone, by `offer` of an `undo`.')
    .exactOptional(),
};

const stateLine = z
  .object({
    kind: z.literal('state'),
    step,
    seat: seat.exactOptional(),
    table: streamTable,
    view: view.describe('The game as this viewer sees it. Each game has its own fields; none before the start.'),
    ...question,
  })
  .describe('Everything that the viewer sees now.');

const stepLine = z
  .object({
    kind: z.literal('step'),
    from: amount.describe('The step that this one follows: the last that the viewer was shown.'),
    step,
    table: tableChanges,
    view: view.describe('The fields of the view that are new.'),
    gone: z.array(z.string()).describe('The fields that the view no longer has.').exactOptional(),
    events: z.array(replayEvent),
    ...question,
  })
  .describe('One change.');

const tableLine = z
  .object({ kind: z.literal('table'), table: tableChanges })
  .describe('A change that no step counts: names, presence.');
const talkLines = z.object({ kind: z.literal('talk'), lines: z.array(talkLine) }).describe('What was said.');
const rematchLine = z
  .object({ kind: z.literal('rematch'), match: matchId })
  .describe('The match that repeats the one that is over.');
const bulletinLine = bulletin
  .extend({ kind: z.literal('bulletin') })
  .describe('A text of the host of the server to all who are connected. `at` is in milliseconds since 1970.');
const heartbeatLine = z
  .object({ kind: z.literal('heartbeat') })
  .describe(
    'It comes at a fixed pace. A player answers it with `POST …/here`, so that each end notices a dead connection.',
  );
const closedLine = z
  .object({ kind: z.literal('closed'), code: refusalCode, reason: z.string().exactOptional(), message: z.string() })
  .describe('The last line, if the server ends the stream: why, and what to do.');

export const streamLine = z
  .discriminatedUnion('kind', [
    stateLine,
    stepLine,
    tableLine,
    talkLines,
    rematchLine,
    bulletinLine,
    heartbeatLine,
    closedLine,
  ])
  .describe('One line of a stream. Skip a line whose kind you do not know.');
export type StreamLine = z.infer<typeof streamLine>;
export type StreamLineOf<K extends StreamLine['kind']> = Extract<StreamLine, { kind: K }>;

export const streamParts = {
  StreamSeat: streamSeat,
  StreamClock: streamClock,
  StreamOffer: streamOffer,
  StreamBeads: streamBeads,
  StreamBead: streamBead,
  StreamTemple: streamTemple,
  StreamTable: streamTable,
  TableChanges: tableChanges,
  AskedIn: asks,
  TalkLine: talkLine,
  StateLine: stateLine,
  StepLine: stepLine,
  TableLine: tableLine,
  TalkLines: talkLines,
  RematchLine: rematchLine,
  BulletinLine: bulletinLine,
  HeartbeatLine: heartbeatLine,
  ClosedLine: closedLine,
} as const;
