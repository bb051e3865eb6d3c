/** A client of the plain door in Go that shares no code with the SDK: it plays every game, and checks the record. */
import type { MatchSummary, ReplaySteps } from '@flower-war/protocol';
import { GAMES } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asking } from '../support/api.ts';
import { testServer } from '../support/server.ts';
import { ended, GO_CLIENT, GoCopy, whyNoGo } from './go.ts';

let server: Running;
const ask = asking(() => server.address);

interface PublishedKeys {
  readonly keys: readonly { readonly hex: string }[];
}

interface Told {
  readonly kind: string;
  readonly step: number;
  readonly view: object;
  readonly result: unknown;
  readonly signedBy: string;
  readonly draws: number;
}

describe.skipIf(whyNoGo !== undefined)(`the Go client${whyNoGo ? ` (${whyNoGo})` : ''}`, () => {
  const copy = whyNoGo === undefined ? new GoCopy() : undefined;
  beforeAll(async () => {
    server = await testServer();
    await copy?.build();
  }, 180_000);
  afterAll(async () => {
    copy?.remove();
    await server.stop();
  });

  test.for([...GAMES.keys()])('plays %s to the end and checks its record', { timeout: 120_000 }, async (game) => {
    const words = ['-url', server.address, '-game', game, '-seed', '1'];
    const { code, out, problems } = await ended(copy?.program ?? '', words);
    expect({ code, problems }).toEqual({ code: 0, problems: '' });
    const lines: readonly Told[] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [proof, over] = lines.slice(-2);
    const { keys } = (await ask<PublishedKeys>('GET /.well-known/flower-war.json')).body;
    expect(keys.map(({ hex }) => hex)).toContain(proof?.signedBy);
    expect(proof?.draws).toBe(await throwsOf(game));
    expect(over?.result).toEqual((await played(game)).result);
    expect(lines.filter(({ kind }) => kind === 'shown').length).toBeGreaterThan(10);
  });

  test('comes back to the seat that an earlier run has taken', { timeout: 120_000 }, async () => {
    const { token } = (await ask<{ token: string }>('POST /api/guests', { body: {} })).body;
    const body = { game: 'space-aztecs', seats: 2, bots: [{ bot: 'random', seat: 1 }] };
    const { match, commitment } = (await ask<MatchSummary>('POST /api/matches', { token, body })).body;
    const seat = { commitment, contribution: '00'.repeat(16) };
    await ask(`POST /api/matches/${match}/seat`, { token, body: seat });
    const given = { FLOWER_WAR_URL: server.address, FLOWER_WAR_MATCH: match, FLOWER_WAR_TOKEN: token };
    expect(await ended(copy?.program ?? '', [], given)).toMatchObject({ code: 0, problems: '' });
  });

  test('says why it cannot play', async () => {
    const refused = await ended(copy?.program ?? '', ['-url', server.address, '-match', '00000000']);
    expect(refused).toMatchObject({ code: 1, problems: expect.stringContaining('404 no-such-match') });
  });

  test('is formatted and vetted, and draws the dice of the vectors', { timeout: 180_000 }, async () => {
    expect(await ended('gofmt', ['-l', GO_CLIENT])).toEqual({ code: 0, out: '', problems: '' });
    expect(await ended('go', ['vet', './...'])).toEqual({ code: 0, out: '', problems: '' });
    expect(await ended('go', ['test', '-count=1', './...'])).toMatchObject({ code: 0, problems: '' });
  });
});

/** The match of this game. */
async function played(game: string): Promise<MatchSummary> {
  const { matches } = (await ask<{ matches: readonly MatchSummary[] }>('GET /api/matches?status=ended')).body;
  const [match] = matches.filter((one) => one.game === game);
  if (match === undefined) throw new Error(`no match of ${game} has ended`);
  return match;
}

/** How many throws a match of Tieqchieq had; the client makes no others again. */
async function throwsOf(game: string): Promise<number> {
  if (game !== 'tieqchieq') return 0;
  const { match } = await played(game);
  let throws = 0;
  for (let from: number | undefined = 0; from !== undefined; ) {
    const page: ReplaySteps = (await ask<ReplaySteps>(`GET /api/matches/${match}/steps?viewer=spectator&from=${from}`))
      .body;
    const kinds = page.steps.flatMap(({ events }) => events.map(({ kind }) => kind));
    throws += kinds.filter((kind) => kind === 'tossed' || kind === 'fought').length;
    from = page.next;
  }
  return throws;
}
