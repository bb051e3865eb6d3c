/** Every schema of the HTTP interface, under the name that the documentation gives it. */
import * as z from 'zod';
import { fieldParts, refusalCode } from './routes/fields.ts';
import { gameAnswers, gameParts } from './routes/games.ts';
import { historyAnswers, historyBodies, historyParts, historyQueries } from './routes/history.ts';
import { lobbyBodies, lobbyParts, lobbyQueries } from './routes/lobby.ts';
import { matchAnswers, matchBodies, matchParts } from './routes/matches.ts';
import { operatorAnswers, operatorBodies, operatorParts, operatorQueries } from './routes/operator.ts';
import { peopleAnswers, peopleBodies, peopleParts } from './routes/people.ts';
import { plainAnswers, plainBodies, plainParts, plainQueries } from './routes/plain.ts';
import { puzzleAnswers, puzzleBodies, puzzleParts } from './routes/puzzles.ts';
import { serverAnswers } from './routes/server.ts';
import { templeAnswers, templeBodies, templeParts, templeQueries } from './routes/temples.ts';
import { tournamentAnswers, tournamentBodies, tournamentParts, tournamentQueries } from './routes/tournaments.ts';
import { webhookAnswers, webhookBodies, webhookParts } from './routes/webhooks.ts';

/** All bodies but those of the operator. */
export const bodies = {
  ...peopleBodies,
  ...webhookBodies,
  ...templeBodies,
  ...puzzleBodies,
  ...matchBodies,
  ...plainBodies,
  ...lobbyBodies,
  ...historyBodies,
  ...tournamentBodies,
} as const;

export const BODIES = { ...bodies, ...operatorBodies } as const;

export const QUERIES = {
  ...lobbyQueries,
  ...operatorQueries,
  ...templeQueries,
  ...historyQueries,
  ...plainQueries,
  ...tournamentQueries,
} as const;

const refusal = z.object({
  code: refusalCode,
  reason: z.string().describe('The rule or the field that is meant.').exactOptional(),
  message: z.string().describe('What happened, and what to do: for people.'),
});

/** The answers that players get. */
export const ANSWERS = {
  ...peopleAnswers,
  ...webhookAnswers,
  ...matchAnswers,
  ...plainAnswers,
  ...gameAnswers,
  ...puzzleAnswers,
  ...historyAnswers,
  ...tournamentAnswers,
  ...templeAnswers,
  ...serverAnswers,
  Refusal: refusal,
} as const;

export const OPERATOR_ANSWERS = operatorAnswers;

/** What bodies and answers are made of. A name here is the name of a class in clients that are generated. */
export const PARTS = {
  ...fieldParts,
  ...peopleParts,
  ...webhookParts,
  ...gameParts,
  ...puzzleParts,
  ...matchParts,
  ...plainParts,
  ...historyParts,
  ...lobbyParts,
  ...tournamentParts,
  ...templeParts,
  ...operatorParts,
} as const;

/** Answers that are not JSON with a schema. */
export const MEDIA = {
  Record: 'application/x-ndjson',
  Stream: 'application/x-ndjson',
  Probe: 'application/x-ndjson',
  Metrics: 'text/plain',
  Words: 'text/plain',
  Page: 'text/html',
  OpenApi: 'application/json',
} as const;

export type AnswerName = keyof typeof ANSWERS | keyof typeof OPERATOR_ANSWERS | keyof typeof MEDIA;
