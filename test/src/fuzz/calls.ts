/** Calls of every HTTP route: valid calls, damaged calls, and raw bytes. */
import { BODIES, methodOf, OPERATOR_ROUTES, pathOf, QUERIES, ROUTES, type Route } from '@flower-war/protocol';
import type { Chance } from '@flower-war/rules';
import { damaged, json, once, text, times } from './dice.ts';
import { lawful } from './lawful.ts';
import { anyMethod, oddHeader, onTheWire, type Request, target, upgradeOf } from './requests.ts';
import { idFor, type Target, tokenFor } from './target.ts';
import { placeOf, say, statusOf } from './wire.ts';

/** Leaves out `drain`: a server that takes no new matches would stop the honest players too. */
const ATTACKED = [...ROUTES, ...OPERATOR_ROUTES].filter(({ id }) => id !== 'drain');

/** Resolves with what went wrong, or with undefined when the docs allow the answer. */
export type Attack = (chance: Chance, target: Target) => Promise<string | undefined>;

export const attackRoute: Attack = (chance, target) => ask(target, onTheWire(chance, callOf(chance, target)));

export const attackUpgrade: Attack = (chance, attacked) => {
  const { matches } = chance.pick(attacked.guests);
  const paths = ['/', ...matches.map(({ match }) => `/x/${match}?sessionId=${text(chance, 9).replaceAll(/\s/g, '')}`)];
  return ask(attacked, onTheWire(chance, upgradeOf(chance, paths)));
};

async function ask({ house }: Target, bytes: Buffer): Promise<string | undefined> {
  const answer = await say(placeOf(house.url), [bytes]);
  const isOurFault = (statusOf(answer) ?? 0) >= 500 || answer.includes('"code":"internal"');
  return isOurFault ? `${JSON.stringify(bytes.toString('latin1'))} was answered ${answer.slice(0, 300)}` : undefined;
}

function callOf(chance: Chance, attacked: Target): Request {
  const route = chance.pick(ATTACKED);
  const body = bodyOf(chance, route);
  const path = pathOf(route).replaceAll(/\{\w+\}/g, () => inPath(idFor(chance, attacked))) + queryOf(chance, route);
  return {
    method: once(chance, 12) ? anyMethod(chance) : methodOf(route),
    target: once(chance, 12) ? target(chance, [path]) : path,
    headers: [
      ['Host', 'localhost'],
      ['Connection', 'close'],
      ['Authorization', `Bearer ${tokenFor(chance, attacked, route.token).replaceAll(/[\r\n]/g, '')}`],
      ...(body === '' ? [] : ([['Content-Length', String(Buffer.byteLength(body))]] as const)),
      ...times(chance, 1, () => oddHeader(chance)),
    ],
    body,
  };
}

/** Escapes half of the ids properly. */
const inPath = (id: string) => (id.length % 2 === 0 ? encodeURIComponent(id.toWellFormed()) : id.replaceAll(/\s/g, ''));

function bodyOf(chance: Chance, route: Route): string {
  if (route.body === undefined && !once(chance, 10)) return '';
  if (once(chance, 15)) return text(chance, 200);
  const fit = route.body === undefined ? json(chance) : lawful(chance, BODIES[route.body]);
  return JSON.stringify(chance.coin() ? damaged(chance, fit) : fit) ?? '';
}

function queryOf(chance: Chance, { query }: Route): string {
  if (query === undefined && !once(chance, 10)) return '';
  const fit = query === undefined ? json(chance) : lawful(chance, QUERIES[query]);
  const given = chance.coin() ? damaged(chance, fit) : fit;
  const pairs = Object.entries(Object(given) as object).map(([name, value]) => `${name}=${inPath(String(value))}`);
  return `?${pairs.join('&').replaceAll(/\s/g, '')}`;
}
