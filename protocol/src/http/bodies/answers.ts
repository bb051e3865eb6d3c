/** Every JSON answer of the HTTP interface, under the name that the documentation gives it. */
import { z } from 'zod';
import { CODES, type Code } from '../../wire/errors.ts';
import * as http from './bodies.ts';
import * as after from './history.ts';
import * as identity from './identity.ts';
import * as notices from './notices.ts';
import * as operator from './operator.ts';
import * as temples from './temples.ts';

export const live = z.object({ live: z.literal(true) });
export const ready = z.object({ ready: z.literal(true) });
export const matchList = z.object({ matches: z.array(http.matchSummary) });
const refusal = z.object({
  code: z.enum(Object.keys(CODES) as [Code, ...Code[]]),
  reason: z.string().exactOptional(),
  message: z.string(),
});

export const ANSWERS = {
  SignedIn: identity.signedIn,
  Me: identity.me,
  Chosen: identity.chosen,
  RecoveryCode: identity.recoveryCode,
  Link: identity.link,
  Sessions: identity.sessions,
  SignedOut: identity.signedOut,
  PersonalData: identity.personalData,
  Deleted: identity.deleted,
  Received: identity.received,
  Webhooks: notices.webhooks,
  AddedWebhook: notices.addedWebhook,
  RemovedWebhook: notices.removedWebhook,
  TestedWebhook: notices.testedWebhook,
  MatchSummary: http.matchSummary,
  MatchList: matchList,
  Seated: http.seated,
  Watching: http.watching,
  Catalogue: http.catalogue,
  CardList: http.cardList,
  PublishedKeys: http.publishedKeys,
  History: after.history,
  Profile: after.profile,
  Leaderboard: after.leaderboard,
  ReplaySteps: after.replaySteps,
  Temple: temples.ownTemple,
  Temples: temples.ownTemples,
  CodeShown: temples.codeShown,
  Knock: temples.knock,
  KnockState: temples.knockState,
  TempleReleased: temples.templeReleased,
  TempleIdentified: temples.templeIdentified,
  TempleLog: temples.templeLog,
  Live: live,
  Ready: ready,
  Refusal: refusal,
} as const;

export const OPERATOR_ANSWERS = {
  Overview: operator.overview,
  HostedMatch: operator.hostedMatch,
  HostedMatches: operator.hostedMatches,
  PlayersOnline: operator.playersOnline,
  Ban: operator.ban,
  Bans: operator.bans,
  Reports: operator.operatorReports,
} as const;

/** What is answered that is no JSON with a schema. */
export const MEDIA = {
  Record: 'application/x-ndjson',
  Metrics: 'text/plain',
  Words: 'text/plain',
  Page: 'text/html',
  OpenApi: 'application/json',
} as const;

export type AnswerName = keyof typeof ANSWERS | keyof typeof OPERATOR_ANSWERS | keyof typeof MEDIA;
