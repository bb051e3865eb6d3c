/** Open data: the public matches of a month in one file, and whether such files name a player. */
import * as z from 'zod';
import { matchResult } from '../../record/entry/entries.ts';
import { tableSettings } from '../../record/entry/tableSettings.ts';
import {
  amount,
  botId,
  gameId,
  matchId,
  name,
  optionValues,
  playerId,
  presetId,
  rounded,
  type RoutesOf,
  time,
} from './route.ts';

const { clock, absence, reactSeconds, reactDelaySeconds, habits, vacation, rated } = tableSettings.shape;

const rating = z
  .object({ before: rounded, after: rounded })
  .describe('The rating before and after the match. Absent: the match was not rated.');
const openPlayer = z.object({
  player: playerId,
  name: name.describe('The name of a player who has chosen to be named. Absent: the player has not.').exactOptional(),
  rating: rating.exactOptional(),
});

/** A line of a file. What is not named here cannot get into one. */
export const openMatch = z
  .object({
    match: matchId,
    game: gameId,
    rulesVersion: z.int().min(1),
    preset: presetId,
    options: optionValues,
    table: z
      .object({ clock, absence, reactSeconds, reactDelaySeconds, habits, vacation, rated })
      .describe('Settings of the table. The first entry of the record has all of them.'),
    createdAt: time,
    startedAt: time.describe('When all seats were taken. Absent: the match never began.').exactOptional(),
    endedAt: time,
    result: matchResult,
    seats: z
      .array(z.union([openPlayer, z.object({ bot: botId }), z.null()]))
      .describe('The holder of each seat at the end, counted from seat 0.'),
    record: z
      .array(z.string())
      .describe('The entries of the record, each as the text that its hash is made of. See docs/record.md.'),
  })
  .describe('A public match that has ended.');
export type OpenMatch = z.infer<typeof openMatch>;

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
export const isMonth = (text: string): boolean => month.safeParse(text).success;

const openMonth = z.object({
  month: month.describe('A month of UTC, such as `2026-10`.'),
  bytes: amount,
  sha256: z.string().describe('The SHA-256 of the file, in hex.'),
});

const showsName = z.boolean().describe('Whether open data is to name me. By default it has my id alone.');

export const openDataBodies = { showName: z.strictObject({ showsName }) } as const;

export const openDataAnswers = {
  OpenDataMonths: z.object({ months: z.array(openMonth).describe('The newest first.') }),
} as const;

export const openDataParts = { OpenDataMonth: openMonth } as const;

export const openDataRoutes = {
  listOpenData: {
    about: 'the months of which there is a file of open data; none if the host makes none',
    answer: 'OpenDataMonths',
  },
  getOpenData: {
    about: 'the file of a month: a line of JSON for each match, compressed by gzip. It takes ranges',
    answer: 'OpenDataFile',
    limit: 'records',
    codes: ['no-open-data'],
  },
  showName: {
    about: 'whether open data is to name me; files that are made before stay as they are',
    token: 'must',
    scope: 'account',
    body: 'showName',
    answer: 'Me',
    limit: 'people',
  },
} as const satisfies RoutesOf;
