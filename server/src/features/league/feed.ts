/** The verdicts of the league, as an Atom feed (RFC 4287). It has signs in place of words, so that it reads alike in every language. */
import type { League, LeaguePair } from '@flower-war/protocol';
import { PAGES } from '@flower-war/protocol/pages';
import { escaped } from '../previews/picture.ts';

const MOST_ENTRIES = 50;
const MILLION = 1_000_000;
const SIGNS = { better: '>', worse: '<', equal: '=' } as const;

interface SettledPair extends LeaguePair {
  readonly game: string;
  readonly verdict: keyof typeof SIGNS;
}

/** `address`: of the server, without a slash at its end. */
export function feedOf(leagues: readonly League[], address: string): string {
  const told = leagues
    .flatMap(({ game, pairs }) => pairs.flatMap((pair) => (isKnown(pair) ? [{ ...pair, game }] : [])))
    .toSorted((a, b) => b.playedAt - a.playedAt)
    .slice(0, MOST_ENTRIES);
  const page = escaped(`${address}${PAGES.league}`);
  const head = `<title>Flower War</title><id>urn:flower-war:league</id><author><name>Flower War</name></author>`;
  const links = `<link href="${page}"/><link rel="self" href="${page}.atom"/>`;
  const updated = `<updated>${timeOf(told[0]?.playedAt ?? 0)}</updated>`;
  const entries = told.map((one) => entryOf(one, page)).join('');
  return `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">${head}${links}${updated}${entries}</feed>\n`;
}

const isKnown = (pair: LeaguePair): pair is LeaguePair & Pick<SettledPair, 'verdict'> => pair.verdict !== 'open';
const timeOf = (at: number): string => new Date(at).toISOString();

/** A pair rests after its verdict, so the time of its last match stays. */
function entryOf({ game, bots, verdict, matches, account, playedAt }: SettledPair, page: string): string {
  const [one, other] = bots.map(({ bot, version }) => `${bot} · ${version}`);
  const id = encodeURIComponent([game, ...bots.flatMap(({ bot, version }) => [bot, version])].join(' '));
  const times = (value: number) => (value / MILLION).toFixed(2);
  const figure = account === undefined ? '' : `${times(account.value)} ± ${times(account.within)}, `;
  const title = escaped(`${game}: ${one} ${SIGNS[verdict]} ${other}`);
  return `<entry><title>${title}</title><id>urn:flower-war:league:${escaped(id)}</id><link href="${page}"/><updated>${timeOf(playedAt)}</updated><content>${figure}n = ${matches}</content></entry>`;
}
