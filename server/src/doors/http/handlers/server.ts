/** What the server tells about itself: to programs of the host, and to people who open its address. */
import { MEDIA, openApi } from '@flower-war/protocol';
import { resolveOptions } from '@flower-war/rules';
import { type Hosted, mustHost, seatNamesOf } from '../../../base/hostedGames.ts';
import { Refused } from '../../../base/refused.ts';
import { feedOf } from '../../../features/league/feed.ts';
import type { Services } from '../../services.ts';
import { sendAnswer, unchanging } from '../request/answers.ts';
import type { Sending, SomeHandlers } from '../request/findRoute.ts';

export function serverHandlers({ config, metrics: { registry }, readiness }: Services) {
  let document: object | undefined; // made at the first request, so that the server starts sooner
  return {
    isLive: () => ({ live: true }),
    isReady: () => {
      if (readiness.state !== 'ready') throw new Refused('unavailable', readiness.state);
      return { ready: true };
    },
    getMetrics: async () => {
      const text = await registry.metrics();
      return (response) => response.type(registry.contentType).send(text);
    },
    getDocument: () => {
      document ??= unchanging(openApi(config.PUBLIC_URL || '/'));
      return (response) => sendAnswer(response, document);
    },
    welcome: () => words(WELCOME),
  } satisfies SomeHandlers;
}

export function words(text: string): Sending {
  return (response) => response.type('text/plain').send(text);
}

const WELCOME = `Flower War: a game server.

GET  /api/games     the games it hosts, with their options
GET  /api/matches   public matches
GET  /health/ready  whether it takes players

Play from a terminal: npm run play
`;

/** The games that this server hosts, their puzzles, and the key that signs its records. */
export function gameHandlers({ config, games, keys, league, puzzles }: Services) {
  const catalogue = unchanging({ games: games.all.map(offered) });
  const cards = new Map(games.all.map(({ game }) => [game, unchanging({ game: game.id, cards: game.cards ?? [] })]));
  const published = unchanging({ keys: [{ kty: 'OKP', crv: 'Ed25519', hex: keys.signer.key }] });
  return {
    listGames: () => catalogue,
    listCards: ({ params }) => cards.get(mustHost(games, params.game).game) ?? { game: params.game, cards: [] },
    listKeys: () => published,
    getLeague: ({ query }) => league.of(query.game),
    getLeagueFeed: async () => {
      const feed = feedOf(await league.all(), config.PUBLIC_URL);
      return (response) => response.type(MEDIA.LeagueFeed).send(feed);
    },
    listPuzzles: ({ caller }) => puzzles.list(caller?.player),
    getPuzzle: ({ params }) => puzzles.get(params.puzzle),
    answerPuzzle: ({ params: { puzzle }, body: { move }, caller: { player } }) =>
      puzzles.answer({ player, puzzle, move }),
  } satisfies SomeHandlers;
}

function offered(hosted: Hosted) {
  const { game, bots, guests } = hosted;
  const { id, rulesVersion, seats, usualSeats = seats[1], presets, options, habits } = game;
  return {
    id,
    rulesVersion,
    seats,
    usualSeats,
    presets,
    options,
    bots: Object.keys(bots),
    ...(guests !== undefined && guests.size > 0 && { guests: versionsOf(guests) }),
    seatNames: usualSeatNames(hosted),
    habits: habits?.list ?? [],
  };
}

const versionsOf = (guests: NonNullable<Hosted['guests']>) =>
  Object.fromEntries([...guests].map(([name, { version }]) => [name, version]));

/** The names of the seats, by the number of seats, with the default options. */
function usualSeatNames(hosted: Hosted): Readonly<Record<string, readonly string[]>> {
  const usual = resolveOptions(hosted.game, undefined, {});
  const [fewest, most] = hosted.game.seats;
  const counts = Array.from({ length: most - fewest + 1 }, (_, more) => fewest + more);
  return Object.fromEntries(counts.map((seats) => [seats, seatNamesOf(hosted, usual.ok ? usual.options : {}, seats)]));
}
