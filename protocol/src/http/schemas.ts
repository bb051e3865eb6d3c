/** Every schema of the HTTP interface, under the name that the documentation gives it. */
import * as z from 'zod';
import { CODES, type Code } from '../wire/errors.ts';
import { gameAnswers } from './routes/games.ts';
import { historyAnswers, historyBodies, historyQueries } from './routes/history.ts';
import { lobbyBodies, lobbyQueries } from './routes/lobby.ts';
import { matchAnswers, matchBodies } from './routes/matches.ts';
import { operatorAnswers, operatorBodies, operatorQueries } from './routes/operator.ts';
import { peopleAnswers, peopleBodies } from './routes/people.ts';
import { serverAnswers } from './routes/server.ts';
import { templeAnswers, templeBodies, templeQueries } from './routes/temples.ts';
import { webhookAnswers, webhookBodies } from './routes/webhooks.ts';

/** All bodies but those of the operator. */
export const bodies = {
  ...peopleBodies,
  ...webhookBodies,
  ...templeBodies,
  ...matchBodies,
  ...lobbyBodies,
  ...historyBodies,
} as const;

export const BODIES = { ...bodies, ...operatorBodies } as const;

export const QUERIES = { ...lobbyQueries, ...operatorQueries, ...templeQueries, ...historyQueries } as const;

const refusal = z.object({
  code: z.enum(Object.keys(CODES) as [Code, ...Code[]]),
  reason: z.string().exactOptional(),
  message: z.string(),
});

/** The answers that players get. */
export const ANSWERS = {
  ...peopleAnswers,
  ...webhookAnswers,
  ...matchAnswers,
  ...gameAnswers,
  ...historyAnswers,
  ...templeAnswers,
  ...serverAnswers,
  Refusal: refusal,
} as const;

export const OPERATOR_ANSWERS = operatorAnswers;

/** Answers that are no JSON with a schema. */
export const MEDIA = {
  Record: 'application/x-ndjson',
  Metrics: 'text/plain',
  Words: 'text/plain',
  Page: 'text/html',
  OpenApi: 'application/json',
} as const;

export type AnswerName = keyof typeof ANSWERS | keyof typeof OPERATOR_ANSWERS | keyof typeof MEDIA;
