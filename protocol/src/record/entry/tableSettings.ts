/** The settings of a table, beside the rules. They belong to the match, not to the game. */
import * as z from 'zod';
import { pace } from '../../wire/actionFields.ts';

const noClock = z.strictObject({ kind: z.literal('none') });
const turnClock = z
  .strictObject({ kind: z.literal('turn'), seconds: z.int().min(5).max(3600) })
  .describe('A time for each turn, which begins anew after each throw or draw.');
const bankClock = z
  .strictObject({
    kind: z.literal('bank'),
    seconds: z.int().min(10).max(86_400),
    increment: z.int().min(0).max(600).default(0),
  })
  .describe('A store of seconds for the whole match, and `increment` more after each turn.');
const daysClock = z
  .strictObject({ kind: z.literal('days'), days: z.int().min(1).max(30) })
  .describe('This many days for each turn; such a match sleeps between moves.');

export const clockSettings = z
  .discriminatedUnion('kind', [noClock, turnClock, bankClock, daysClock])
  .describe('How long a player may think.');
export type ClockSettings = z.infer<typeof clockSettings>;

const visibility = z.enum(['public', 'private']);
const watchMode = z
  .enum(['open', 'delayed', 'off'])
  .describe('`delayed`: spectators see the match `watchDelaySeconds` late.');
const absenceMode = z
  .enum(['casual', 'fair', 'strict'])
  .describe('What happens to a seat whose player is away or too slow; see docs/tables.md.');
const talkMode = z
  .enum(['free', 'phrases', 'off'])
  .describe('What may be said at the table: anything, ready-made phrases alone, or nothing.');

export const tableSettings = z.strictObject({
  visibility: visibility.default('public'),
  watching: watchMode.default('open'),
  watchDelaySeconds: z.int().min(5).max(3600).default(60),
  reactSeconds: z
    .int()
    .min(0)
    .max(600)
    .default(20)
    .describe('How long a hidden window waits for answers before the clock answers. 0: for ever.'),
  reactDelaySeconds: z
    .int()
    .min(0)
    .max(30)
    .default(0)
    .describe('How long after a move its outcome is shown, so that a pause reveals no window.'),
  clock: clockSettings.default({ kind: 'none' }),
  absence: absenceMode.default('casual'),
  talk: talkMode.default('free'),
  approval: z.boolean().default(false).describe('Whether the host must let in each player who wants to sit down.'),
  fillSeconds: z
    .int()
    .min(0)
    .max(3600)
    .default(0)
    .describe('How long free seats wait for people before bots take them. 0: for ever.'),
  habits: pace
    .describe('Which questions habits answer for the players, until a player chooses for their own seat. Absent: none.')
    .exactOptional(),
  vacation: z
    .boolean()
    .describe(
      'Whether the clock of a player on vacation stands. Only at a clock of days; absent in a wish: yes there. Absent in a record: no.',
    )
    .exactOptional(),
  programs: z
    .literal('allowed')
    .describe('Bot accounts may sit down: programs of players. Absent: people alone, and the bots of the server.')
    .exactOptional(),
  rated: z
    .boolean()
    .default(true)
    .describe(
      'Whether the result counts for ratings. It counts only if players alone sit there from beginning to end. With a bot account it counts apart from those of people.',
    ),
});
export type TableSettings = z.infer<typeof tableSettings>;

/** The schemas that the OpenAPI document names. */
export const tableParts = {
  Clock: clockSettings,
  NoClock: noClock,
  TurnClock: turnClock,
  BankClock: bankClock,
  DaysClock: daysClock,
  Visibility: visibility,
  WatchMode: watchMode,
  AbsenceMode: absenceMode,
  TalkMode: talkMode,
  Pace: pace,
} as const;
