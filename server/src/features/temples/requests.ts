/** What bridges ask: it is done in the process of the temple, whichever process the bridge is connected to. */
import { type LinkAnswer, type LinkRequest, type Response, requests, type TempleId } from '@flower-war/protocol';
import type { z } from 'zod';
import type { ThisProcess } from '../../base/ids.ts';
import type { Committed } from '../../base/refused.ts';
import type { Journal } from '../../store/journal/journal.ts';
import { Elsewhere } from '../../store/ownership/processes.ts';
import { lookAsOwner } from './ownTemple.ts';
import type { Temple } from './temple.ts';
import type { Temples } from './temples.ts';
import { BridgesElsewhere, BridgesHere } from './bridges.ts';
import type { AskedByBridge, CallPeer, Hall, PeerAnswer, PeerCall, TempleHomes } from './templeHomes.ts';

interface BridgeRequestsTools {
  readonly temples: Temples;
  readonly homes: TempleHomes;
  readonly bridges: BridgesHere;
  readonly operator: OperatorRequests;
  readonly now: () => number;
  readonly countReport: (kind: 'old' | 'new') => void;
}

const NOTED: LinkAnswer = { kind: 'noted' };

class BridgeRequests {
  private readonly tools: BridgeRequestsTools;

  constructor(tools: BridgeRequestsTools) {
    this.tools = tools;
  }

  /** A bridge that is connected to this process asks. */
  async answer(asked: AskedByBridge): Promise<LinkAnswer> {
    const { homes, bridges } = this.tools;
    const here = () => this.perform(asked);
    if (asked.name === 'request') return homes.inHall(here, { kind: 'bridge', asked });
    const { temple } = asked.request;
    this.hear(asked);
    let isHere = false;
    const noting = () => {
      isHere = true;
      return here();
    };
    const info = asked.name === 'observe' ? this.tools.temples.of(temple).device.info : undefined;
    const answer = await homes.at(temple, noting, { kind: 'bridge', asked, ...(info && { info }) });
    if (!isHere && answer.kind === 'observed') bridges.relay([{ told: { temple, ack: answer.ack } }]);
    return answer;
  }

  /** To be called in the process of the temple; rejects with `Elsewhere` in any other. */
  async perform(asked: AskedByBridge): Promise<LinkAnswer> {
    const { temples, operator, countReport } = this.tools;
    switch (asked.name) {
      case 'observe': {
        const { temple, odometer, ...heard } = asked.request;
        const { ack, isOld, isWritten } = await temples.observe(temple, odometer, heard);
        countReport(isOld ? 'old' : 'new');
        if (!isWritten) return { kind: 'retry' };
        return { kind: 'observed', ack, ...(isWritten === 'waiting' && { isUnwritten: true }) };
      }
      case 'presence':
        await this.arrive(asked.request.temple);
        temples.setPresence(asked.request.temple, asked.request.is);
        return NOTED;
      case 'info':
        await this.arrive(asked.request.temple);
        temples.setInfo(asked.request.temple, asked.request.info);
        return NOTED;
      case 'result':
        temples.commandAnswered(asked.request.temple, asked.request.result);
        return NOTED;
      case 'set': {
        const { temple, light } = asked.request;
        const { kind } = await temples.of(temple).dim(light);
        return kind === 'retry' ? { kind } : NOTED;
      }
      case 'request': {
        const response: Response = await operator.answer(asked.request);
        return { kind: 'response', response };
      }
    }
  }

  /** This process may own the temple some day, and the device repeats what it said only when it starts again. */
  private hear(asked: AskedByBridge): void {
    const { temples, now } = this.tools;
    if (asked.name === 'info') temples.of(asked.request.temple).device.info = asked.request.info;
    if (asked.name === 'presence') temples.of(asked.request.temple).device.setPresence(asked.request.is, now());
  }

  private async arrive(temple: string): Promise<void> {
    if (!this.tools.temples.isHome(temple)) await this.tools.temples.of(temple).arrive();
  }
}

// Answers what other processes ask about temples.

interface TempleDeskTools {
  readonly temples: Temples;
  readonly requests: BridgeRequests;
  readonly bridges: BridgesHere;
  readonly elsewhere: BridgesElsewhere;
  readonly now: () => number;
}

class TempleDesk {
  private readonly tools: TempleDeskTools;

  constructor(tools: TempleDeskTools) {
    this.tools = tools;
  }

  async answer(call: PeerCall): Promise<PeerAnswer> {
    try {
      return { value: (await this.perform(call)) ?? null };
    } catch (error) {
      if (error instanceof Elsewhere) return { moved: error.peer };
      throw error;
    }
  }

  private async perform(call: PeerCall): Promise<unknown> {
    const { temples, requests, bridges, elsewhere, now } = this.tools;
    switch (call.kind) {
      case 'bridge':
        if (call.asked.name === 'observe') temples.of(call.asked.request.temple).device.info ??= call.info;
        return requests.perform(call.asked);
      case 'greet':
        return elsewhere.greet(call.from, call.isNew);
      case 'news':
        return bridges.relay(call.news);
      case 'let-go':
        return temples.of(call.temple).letGo();
      case 'take':
        return void (await temples.of(call.temple).messages());
      case 'own':
        return lookAsOwner(temples.of(call.temple), { player: call.player, now: now() });
      case 'seen':
        return seenOf(temples.of(call.temple));
      case 'release':
        return temples.of(call.temple).release(call.player);
      case 'forget':
        return temples.forget(call.temple, call.by);
    }
  }
}

// The requests of an operator over MQTT: `permit_pair`, `temples/list`, `temple/forget`.

interface Permitting {
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
class OperatorRequests {
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
async function seenOf(temple: Temple) {
  await temple.arrive();
  return { online: temple.isFresh, sensed: temple.account.sensed };
}

const done = (data: Readonly<Record<string, unknown>>): Response => ({ status: 'ok', data });
const failed = (error: string): Response => ({ status: 'error', error });

// Builds what lets the temples of several processes be reached from each of them.

interface HomesGround {
  readonly temples: Temples;
  readonly hall: Hall;
  readonly pairing: Permitting;
  readonly journal: Journal;
  readonly self: ThisProcess;
  /** No other process can be there. */
  readonly isAlone: boolean;
  readonly now: () => number;
  readonly call: CallPeer;
  readonly countReport: (kind: 'old' | 'new') => void;
}

export function homesOf(ground: HomesGround, homes: TempleHomes) {
  const { temples, pairing, journal, self, isAlone, now, call, countReport } = ground;
  const bridges = new BridgesHere({ temples, homes, self, isAlone, call, processes: () => journal.processes() });
  const operator = new OperatorRequests({ temples, homes, pairing, journal, now });
  const bridgeRequests = new BridgeRequests({ temples, homes, bridges, operator, now, countReport });
  const elsewhere = new BridgesElsewhere({ temples, call });
  return {
    homes,
    bridges,
    bridgeRequests,
    templeDesk: new TempleDesk({ temples, requests: bridgeRequests, bridges, elsewhere, now }),
  };
}
