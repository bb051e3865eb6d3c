/** The temples of the player who calls. Temples of other players answer 404, like temples that do not exist. */
import { isBotAccount, type OwnTemple, templeId } from '@flower-war/protocol';
import { z } from 'zod';
import { type Committed, Refused } from '../../../base/refused.ts';
import {
  idsOf,
  logOf,
  lookAsOwner,
  mayOwnOneMore,
  ownedBy,
  writtenTempleJson,
} from '../../../features/temples/ownTemple.ts';
import { inTurnOf } from '../../../features/table/admission.ts';
import { seatOf, settled } from '../../../features/table/seating.ts';
import { find } from '../../../features/table/summary.ts';
import type { Temple } from '../../../features/temples/temple.ts';
import type { Services } from '../../services.ts';
import type { RouteRequest, SomeHandlers } from '../request/findRoute.ts';
import { words } from './server.ts';

export function templeHandlers(services: Services) {
  return { ...pairingHandlers(services), ...owningHandlers(services), ...countingHandlers(services) };
}

/** How a player claims a temple. */
function pairingHandlers(services: Services) {
  return {
    claimLink: () => (response) => words(claimWords(response.req.query))(response),
    claimTemple: (asked) => claim(services, asked),
    showTempleCode: async ({ body: { temple }, caller }) => {
      const asked = await services.pairing.show(temple, caller.player);
      settled(asked);
      if (asked.until === undefined) throw new Error('a temple shows a code without an end');
      return { until: asked.until };
    },
    startKnock: async ({ caller: { player }, address }) => {
      await mayHave(services, player);
      const started = services.pairing.startKnock({ player, address });
      if (started === undefined) throw new Refused('too-many', 'knocks');
      const { knock, order, until } = started;
      return { knock, order, until };
    },
    getKnock: ({ params, caller }) => {
      const found = services.pairing.knock(caller.player, params.knock);
      if (found.state !== 'waiting') return found;
      const { order, until } = found.knock;
      return { state: 'waiting', order, until };
    },
  } satisfies SomeHandlers;
}

function owningHandlers(services: Services) {
  return {
    listTemples: async ({ caller: { player } }) => {
      const temples = await idsOf(services, player);
      const all = await Promise.all(temples.map((temple) => ownJson(services, temple, player)));
      return { temples: all.filter((one) => one !== undefined) };
    },
    releaseTemple: async (asked) => {
      const temple = await ownedIn(services, asked);
      settled(await temple.release(asked.caller.player));
      return RELEASED;
    },
    giveTemple: (asked) => give(services, asked),
    setTemple: (asked) => configure(services, asked),
    identifyTemple: async (asked) => {
      const temple = await ownedIn(services, asked);
      if (!(await services.pairing.identify(temple.id))) throw new Refused('temple-silent');
      return { identified: true };
    },
    getTempleLog: async (asked) => {
      const temple = await ownedIn(services, asked);
      return logOf(temple.stream, asked.caller.player, asked.query);
    },
  } satisfies SomeHandlers;
}

function countingHandlers(services: Services) {
  return {
    bindTemple: (asked) => bind(services, asked),
    unbindTemple: (asked) => byOwner(services, asked, (temple, player) => temple.unbind(player)),
    returnBeads: (asked) =>
      byOwner(services, asked, (temple, player) => temple.returned(player, asked.body.slot, asked.body.n)),
    confirmBeads: (asked) => byOwner(services, asked, (temple, player) => temple.confirmed(player)),
  } satisfies SomeHandlers;
}

const RELEASED = { released: true } as const;

type ByOwner = Pick<RouteRequest<'releaseTemple'>, 'params' | 'caller'>;

/** The temple that the path names, if the caller owns it. A handler checks this before it reads the body. */
async function ownedIn(services: Services, { params, caller }: ByOwner): Promise<Temple> {
  const id = templeId.safeParse(params.temple);
  const temple = id.success ? await ownedBy(services, caller.player, id.data) : undefined;
  if (temple === undefined) throw new Refused('no-such-temple');
  return temple;
}

async function claim(services: Services, { body: { temple, code }, caller, address }: RouteRequest<'claimTemple'>) {
  const { player } = caller;
  await inTurnOf(services, player, async () => {
    const isOwn = (await ownedBy(services, player, temple)) !== undefined;
    if (!isOwn) await mayHave(services, player);
    settled(await services.pairing.claim({ player, address }, temple, code));
  });
  return shown(services, services.temples.of(temple), player);
}

async function give(services: Services, asked: RouteRequest<'giveTemple'>) {
  const temple = await ownedIn(services, asked);
  const { player: to } = asked.body;
  // No route for temples takes a token of a bot account, so the temple would be lost there.
  if (isBotAccount(to)) throw new Refused('bots-not-allowed', 'people');
  return inTurnOf(services, to, async () => {
    if (!(await services.people.isKnown(to))) throw new Refused('no-such-player');
    await mayHave(services, to);
    settled(await temple.give(asked.caller.player, to));
    return RELEASED;
  });
}

function configure(services: Services, asked: RouteRequest<'setTemple'>) {
  return byOwner(services, asked, async (temple, player) => {
    const wanted = asked.body;
    const words = [wanted.name, wanted.names?.war, wanted.names?.rain].filter((word) => word !== undefined);
    if (words.some((word) => services.identity.names.refuses(word))) throw new Refused('name-refused');
    return temple.configure(player, wanted);
  });
}

function bind(services: Services, asked: RouteRequest<'bindTemple'>) {
  return byOwner(services, asked, async (temple, player) => {
    const { match: id, to } = asked.body;
    const seat = await seatOf(services, id, player);
    // Beads in the table's temple are offerings of the player whose step it is. No guest may make them from afar.
    if (to === 'table' && (await find(services, id)).summary.host !== player) throw new Refused('forbidden');
    if (!(await services.homes.bring(temple.id))) throw new Refused('temple-bound');
    return temple.bind(player, { match: id, ...(to === 'seat' && { seat }) });
  });
}

async function mayHave(services: Services, player: string): Promise<void> {
  if (!(await services.people.isKnown(player))) throw new Refused('unauthorized');
  if (!(await mayOwnOneMore(services, player))) throw new Refused('limit-reached', 'temples');
}

/** What the owner does with a temple, and how the temple looks then. */
async function byOwner(
  services: Services,
  asked: ByOwner,
  job: (temple: Temple, player: string) => Promise<Committed>,
): Promise<OwnTemple> {
  const temple = await ownedIn(services, asked);
  const { player } = asked.caller;
  settled(await job(temple, player));
  return shown(services, temple, player);
}

async function shown(services: Services, temple: Temple, player: string) {
  const own = await ownJson(services, temple.id, player);
  if (own === undefined) throw new Refused('no-such-temple');
  return own;
}

/**
 * A temple that has just left its match may live in another process now. While that does not answer, what is written of the
 * temple is told.
 */
async function ownJson({ homes, now, temples }: Services, temple: string, player: string) {
  const here = () => lookAsOwner(temples.of(temple), { player, now: now() });
  return homes.at(temple, here, { kind: 'own', temple, player }).catch(async (error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    return writtenTempleJson(temple, await temples.of(temple).stream.peek(), { player, now: now() });
  });
}

const claimLink = z.object({ t: templeId, k: z.string().regex(/^[0-9A-Z-]{1,16}$/i) });

/** For people who have scanned the code on a temple. The text repeats nothing of the address but an id and a code. */
function claimWords(query: unknown): string {
  const link = claimLink.safeParse(query);
  const [temple, code] = link.success ? [link.data.t, link.data.k] : ['templo-...', 'CODE'];
  return `This link belongs to a temple of Flower War: ${temple}

To make it yours, give its name and its code to your client. From a terminal:
npm run play -- --temple ${temple} --temple-code ${code}
`;
}
