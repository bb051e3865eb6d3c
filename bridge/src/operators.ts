/** Answers the requests of operators over MQTT: one answer for each request, with the same `transaction`. */
import type { LinkAnswer } from '@flower-war/protocol';
import { MOST_PAYLOAD_BYTES, type Response, requests, topicOf, verb as verbs } from '@flower-war/protocol/temple';
import { z } from 'zod';
import type { TopicOutbox } from './outbox.ts';
import type { ServerLink } from './serverQueue.ts';

export interface OperatorsOptions {
  readonly link: Pick<ServerLink, 'ask'>;
  readonly outbox: Pick<TopicOutbox, 'put'>;
}

const NO_ANSWER = 'The game server does not answer. Ask again in a moment.';

const MOST_AT_ONCE = 16;

export class Operators {
  private readonly options: OperatorsOptions;
  private open = 0;

  constructor(options: OperatorsOptions) {
    this.options = options;
  }

  /** Publishes the response. Gives false and does nothing while too many requests are open. */
  async answer(verb: string, body: unknown): Promise<boolean> {
    if (this.open >= MOST_AT_ONCE) return false;
    this.open++;
    await answerOperator(this.options, verb, body);
    this.open--;
    return true;
  }
}

export async function answerOperator(options: OperatorsOptions, verb: string, body: unknown): Promise<void> {
  const response = { ...(await responseTo(options.link, verb, body)), ...transactionOf(body) };
  options.outbox.put({ topic: topicOf('response', verb), payload: fitting(response), isRetained: false });
}

export function isUsable(verb: string, body: unknown): boolean {
  return understood(verb, body).ok;
}

type Understood =
  | { readonly ok: true; readonly ask: Parameters<typeof asked>[1] }
  | { readonly ok: false; readonly error: string };

function understood(verb: string, body: unknown): Understood {
  const known = verbs.safeParse(verb);
  if (!known.success) return { ok: false, error: `There is no such request. There are: ${verbs.options.join(', ')}.` };
  if (body === undefined) return { ok: false, error: 'The request is not JSON. Send an object, as {}.' };
  const parsed = requests[known.data].safeParse(body);
  if (parsed.success) return { ok: true, ask: { verb: known.data, data: parsed.data } };
  const [issue] = parsed.error.issues;
  return { ok: false, error: `The request cannot be used: ${issue?.path.join('.') || 'it'}: ${issue?.message}` };
}

async function responseTo(link: Pick<ServerLink, 'ask'>, verb: string, body: unknown): Promise<Response> {
  const request = understood(verb, body);
  return request.ok ? responseOf(await asked(link, request.ask)) : failed(request.error);
}

function asked(link: Pick<ServerLink, 'ask'>, request: { verb: z.infer<typeof verbs>; data: Record<string, unknown> }) {
  return link.ask('request', request);
}

function responseOf(answer: LinkAnswer | undefined): Response {
  switch (answer?.kind) {
    case 'response':
      return answer.response;
    case 'rejected':
      return failed(answer.message);
    case 'noted':
    case 'observed':
      return { status: 'ok' };
    case 'retry':
    case undefined:
      return failed(NO_ANSWER);
  }
}

function failed(sentence: string): Response {
  return { status: 'error', error: sentence.slice(0, 256) };
}

function fitting(response: Response): string {
  const payload = JSON.stringify(response);
  if (Buffer.byteLength(payload) <= MOST_PAYLOAD_BYTES) return payload;
  const sentence = `The answer is larger than ${MOST_PAYLOAD_BYTES} bytes, which no message here may be. Ask for less.`;
  return JSON.stringify({ ...failed(sentence), ...transactionOf(response) });
}

const withTransaction = z.object({ transaction: z.string().min(1).max(64) });

function transactionOf(body: unknown): { readonly transaction?: string } {
  const parsed = withTransaction.safeParse(body);
  return parsed.success ? parsed.data : {};
}
