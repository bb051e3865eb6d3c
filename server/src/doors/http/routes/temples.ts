/** The temples of whoever calls. Of those of others nothing is told: they are as unknown as those that never were. */
import { bodies, templeId, templeLogQuery } from '@flower-war/protocol';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { Refused } from '../../../base/refused.ts';
import { mayOwnOneMore, ownedBy, templesOf } from '../../../features/table/ownedTemples.ts';
import { seatOf } from '../../../features/table/seating.ts';
import { find } from '../../../features/table/summary.ts';
import { logOf } from '../../../features/temples/logShown.ts';
import type { Done } from '../../../features/temples/outcome.ts';
import type { Temple } from '../../../features/temples/temple.ts';
import { ownTempleJson } from '../../../features/temples/templeShown.ts';
import type { House } from '../../services.ts';
import { addressOf } from '../request/callers.ts';
import { answering, callerOf, parsed } from '../request/route.ts';

export function templeRoutes(house: House): Router {
  const router = Router();
  const get = (path: string, handler: Handler) => router.get(path, answering(calling(house, handler)));
  const post = (path: string, handler: Handler) => router.post(path, answering(calling(house, handler)));
  const own = (path: string, handler: (temple: Temple, asked: Asked) => Promise<unknown>) =>
    post(`/temples/:temple/${path}`, async (asked) => handler(await ownedIn(house, asked), asked));

  get('/temples', async ({ player }) => {
    const temples = await templesOf(house, player);
    const all = await Promise.all(temples.map((temple) => ownJson(house, temple, player)));
    return { temples: all.filter((one) => one !== undefined) };
  });
  post('/temples/claim', (asked) => claim(house, asked));
  post('/temples/show-code', (asked) => showCode(house, asked));
  post('/knocks', async ({ player, request }) => {
    await mayHave(house, player);
    const started = house.pairing.startKnock({ player, address: addressOf(request) });
    if (started === undefined) throw new Refused('too-many', 'knocks');
    const { knock, order, until } = started;
    return { knock, order, until };
  });
  get('/knocks/:knock', async ({ player, request }) => {
    const found = house.pairing.knock(player, String(request.params.knock).slice(0, 64));
    if (found.state !== 'waiting') return found;
    const { order, until } = found.knock;
    return { state: 'waiting', order, until };
  });
  get('/temples/:temple/log', async (asked) => {
    const temple = await ownedIn(house, asked);
    return logOf(temple.stream, asked.player, parsed(templeLogQuery, asked.request.query));
  });

  own('release', async (temple, { player }) => {
    await settled(temple.release(player));
    return RELEASED;
  });
  own('give', async (temple, asked) => {
    const { player: to } = parsed(bodies.giveTemple, asked.body);
    if (house.people.find(to) === undefined) throw new Refused('no-such-player');
    await mayHave(house, to);
    await settled(temple.give(asked.player, to));
    return RELEASED;
  });
  own('bind', (temple, asked) => bind(house, temple, asked));
  own('unbind', (temple, { player }) => done(house, temple, { player, doing: temple.unbind(player) }));
  own('returned', (temple, { player, body }) => {
    const { slot, n } = parsed(bodies.returnBeads, body);
    return done(house, temple, { player, doing: temple.returned(player, slot, n) });
  });
  own('confirmed', (temple, { player }) => done(house, temple, { player, doing: temple.confirmed(player) }));
  own('settings', (temple, { player, body }) => {
    const wanted = parsed(bodies.setTemple, body);
    const words = [wanted.name, wanted.names?.war, wanted.names?.rain].filter((word) => word !== undefined);
    if (words.some((word) => house.identity.names.refuses(word))) throw new Refused('name-refused');
    return done(house, temple, { player, doing: temple.configure(player, wanted) });
  });
  own('identify', async (temple) => {
    if (!(await house.pairing.identify(temple.id))) throw new Refused('temple-silent');
    return { identified: true };
  });
  return router;
}

const RELEASED = { released: true } as const;

interface Asked {
  readonly player: string;
  readonly body: unknown;
  readonly request: Request;
}

type Handler = (asked: Asked) => Promise<unknown>;

function calling(house: House, handler: Handler) {
  return async (request: Request) => handler({ player: await callerOf(house, request), body: request.body, request });
}

async function ownedIn(house: House, { player, request }: Asked): Promise<Temple> {
  const id = templeId.safeParse(request.params.temple);
  const temple = id.success ? await ownedBy(house, player, id.data) : undefined;
  if (temple === undefined) throw new Refused('no-such-temple');
  return temple;
}

async function claim(house: House, { player, body, request }: Asked) {
  const { temple, code } = parsed(bodies.claimTemple, body);
  const isOwn = (await ownedBy(house, player, temple)) !== undefined;
  if (!isOwn) await mayHave(house, player);
  const caller = { player, address: addressOf(request) };
  await settled(house.pairing.claim(caller, temple, code));
  return shown(house, house.temples.of(temple), player);
}

async function showCode(house: House, { player, body }: Asked) {
  const { temple } = parsed(bodies.showCode, body);
  const asked = await house.pairing.show(temple, player);
  await settled(asked);
  return { until: asked.until };
}

async function bind(house: House, temple: Temple, { player, body }: Asked) {
  const { match: id, to } = parsed(bodies.bindTemple, body);
  const seat = await seatOf(house, id, player);
  // Beads on the table's temple are offerings of whoever's step it is: no guest makes those of the others from afar.
  if (to === 'table' && (await find(house, id)).summary.host !== player) throw new Refused('forbidden');
  const doing = temple.bind(player, { match: id, ...(to === 'seat' && { seat }) });
  return done(house, temple, { player, doing });
}

async function mayHave(house: House, player: string): Promise<void> {
  if (!(await mayOwnOneMore(house, player))) throw new Refused('limit-reached', 'temples');
}

async function done(house: House, temple: Temple, { player, doing }: { player: string; doing: Promise<Done> }) {
  await settled(doing);
  return shown(house, temple, player);
}

async function settled(doing: Promise<Done> | Done): Promise<void> {
  const outcome = await doing;
  if (outcome.kind === 'refused') throw new Refused(outcome.code, outcome.reason);
  if (outcome.kind === 'retry') throw new Refused('unavailable');
}

async function shown(house: House, temple: Temple, player: string) {
  const own = await ownJson(house, temple, player);
  if (own === undefined) throw new Refused('no-such-temple');
  return own;
}

async function ownJson({ now }: House, temple: Temple, player: string) {
  return ownTempleJson(temple, await temple.look(), { player, now: now() });
}

const claimLink = z.object({ t: templeId, k: z.string().regex(/^[0-9A-Z-]{1,16}$/i) });

/** For who has scanned what is printed on a temple; nothing but an id and a code is ever repeated. */
export function claimWords(query: unknown): string {
  const link = claimLink.safeParse(query);
  const [temple, code] = link.success ? [link.data.t, link.data.k] : ['templo-...', 'CODE'];
  return `This leads to a temple of Flower War: ${temple}

It is yours when you name it and its code in your client. From a terminal:
npm run play -- --temple ${temple} --temple-code ${code}
`;
}
