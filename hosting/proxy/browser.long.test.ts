/** A browser speaks HTTP/2 with each proxy, and some open their sockets over it. */
import { fileURLToPath } from 'node:url';
import { hasChromium, launch } from '@flower-war/packaging/browser';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanUp } from '../support/cleanUp.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { CADDY, HAPROXY, missingFor, NGINX, startProxy } from './proxies.ts';

describe.skipIf(!hasChromium)(`a browser${hasChromium ? '' : ': chromium is not installed'}`, () => {
  let server: TestServer;
  let browser: Awaited<ReturnType<typeof launch>>;
  let sdk: string;

  beforeAll(async () => {
    sdk = await bundled();
    server = await startServer({ TRUST_PROXY: '1' });
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await server.program.stop();
    cleanUp();
  });

  for (const kind of [NGINX, HAPROXY, CADDY]) {
    const missing = missingFor(kind);
    test.skipIf(missing !== undefined)(
      `plays a match through ${kind.program}${missing ? `: ${missing}` : ''}`,
      async () => {
        const proxy = await startProxy(kind, [server.port]);
        const page = await browser.newPage({ ignoreHTTPSErrors: true });
        await page.goto(`${proxy.https}/api/games`);
        await page.evaluate(sdk);
        const played = await page.evaluate(PLAY);
        expect(played).toEqual({ status: 'ended', isSecure: true, protocols: ['h2'] });
        await page.close();
        await proxy.program.stop();
      },
    );
  }
});

async function bundled(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve('@flower-war/client'));
  const wanted = { bundle: true, write: false, format: 'iife', globalName: 'sdk', platform: 'browser' } as const;
  const { outputFiles } = await build({ ...wanted, entryPoints: [entry], logLevel: 'silent' });
  return `${outputFiles[0]?.text};globalThis.sdk = sdk;`;
}

/** Runs on the page. */
const PLAY = `(async () => {
  const client = new sdk.FlowerWarClient({ url: location.origin });
  await client.signIn();
  const options = { startPlayer: 'host', turnCap: 10 };
  const live = await client.join(await client.create({ game: 'tieqchieq', bots: [{ bot: 'random' }], options }));
  for (;;) {
    await live.until((match) => match.isOver || match.legal.length > 0);
    if (live.isOver) break;
    await live.play(live.legal[0]);
  }
  const calls = performance.getEntriesByType('resource').filter(({ initiatorType }) => initiatorType === 'fetch');
  const protocols = [...new Set(calls.map(({ nextHopProtocol }) => nextHopProtocol))];
  const status = live.table.status;
  live.close();
  return { status, isSecure: isSecureContext, protocols };
})()`;
