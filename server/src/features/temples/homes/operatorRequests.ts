/** The requests of an operator over MQTT: `permit_pair`, `temples/list`, `temple/forget`. */

import { type LinkRequest, type Response, requests, type TempleId } from '@flower-war/protocol';
import type { z } from 'zod';
import type { Committed } from '../../../base/refused.ts';
import type { Journal } from '../../../store/journal/journal.ts';
import type { Temple } from '../temple.ts';
import type { Temples } from '../temples.ts';
import type { TempleHomes } from './templeHomes.ts';

export interface Permitting {
  /** Makes the temple show a code for `seconds`. */
  permit(temple: TempleId, seconds: number): Promise<Committed & { readonly until?: number }>;
}

interface OperatorTools {
  readonly temples: Pick<Temples, 'forget' | 'of'>;
  readonly homes: Pick<TempleHomes, 'at'>;
  readonly journal: Pick<Journal, 'temples'>;
  readonly pairing: Permitting;
  readonly now: () => number;
}

/** The most temples that fit into a payload. */
const LISTED = 6;

/** Every bridge passes a request on. The server carries the request out once and gives each bridge the answer. */
export class OperatorRequests {
  private readonly services: OperatorTools;
  private readonly recent = new Map<string, { readonly at: number; readonly answer: Promise<Response> }>();

  constructor(services: OperatorTools) {
    this.services = services;
  }

  answer(request: LinkRequest<'request'>): Promise<Response> {
    const now = this.services.now();
    for (const [key, { at }] of this.recent) if (now - at > RECENT_MS) this.recent.delete(key);
    const key = JSON.stringify(request);
    const answer = this.recent.get(key)?.answer ?? answerOperator(this.services, request);
    if (typeof request.data.transaction === 'string') this.recent.set(key, { at: now, answer });
    return answer;
  }
}

/** Bridges hear a request within moments of each other. */
const RECENT_MS = 2000;

async function answerOperator(services: OperatorTools, { verb, data }: LinkRequest<'request'>): Promise<Response> {
  const parsed = requests[verb].safeParse(data);
  if (!parsed.success) return failed(`${parsed.error.issues[0]?.path.join('.') || 'payload'} cannot be read`);
  switch (verb) {
    case 'permit_pair':
      return permit(services, requests.permit_pair.parse(data));
    case 'temples/list':
      return list(services, requests['temples/list'].parse(data).after);
    case 'temple/forget': {
      const { temple } = requests['temple/forget'].parse(data);
      const became = await forget(services, temple);
      if (became === 'retry') return failed('it could not be written; try again');
      return done({ temple, online: became === 'lives-on' });
    }
  }
}

const PERMITTED_SECONDS = 120;

/** Makes the temple show a code, so that a person in front of it may claim it. */
async function permit(
  { pairing, now }: OperatorTools,
  { temple, time = PERMITTED_SECONDS }: z.infer<typeof requests.permit_pair>,
): Promise<Response> {
  const { kind, until } = await pairing.permit(temple, time);
  if (kind === 'done' && until !== undefined) return done({ temple, time: Math.ceil((until - now()) / 1000) });
  return failed('it is offline, has no display, does not answer, or belongs to a player');
}

function forget({ homes, temples }: OperatorTools, temple: TempleId) {
  const by = 'operator';
  return homes.at(temple, () => temples.forget(temple, by), { kind: 'forget', temple, by });
}

/** The temples, ordered by id. `next` is the id after which the next page begins. */
async function list({ homes, temples, journal }: OperatorTools, after?: string): Promise<Response> {
  const claimed = await journal.temples({ limit: LISTED + 1, ...(after !== undefined && { after }) });
  const seen = (temple: string) => homes.at(temple, () => seenOf(temples.of(temple)), { kind: 'seen', temple });
  const rows = await Promise.all(
    claimed.slice(0, LISTED).map(async ({ temple, match }) => {
      return { temple, ...(await seen(temple)), ...(match !== undefined && { match }) };
    }),
  );
  const next = claimed.length > LISTED ? rows.at(-1)?.temple : undefined;
  return done({ temples: rows, ...(next !== undefined && { next }) });
}

/** What the operator sees of a temple. */
export async function seenOf(temple: Temple) {
  await temple.arrive();
  return { online: temple.isFresh, sensed: temple.account.sensed };
}

const done = (data: Readonly<Record<string, unknown>>): Response => ({ status: 'ok', data });
const failed = (error: string): Response => ({ status: 'error', error });
