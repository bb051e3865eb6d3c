/** The doctor looks through real proxies: whether they pass streams, and the addresses of callers. */
import {
  CADDY,
  type Changes,
  cleanUp,
  HAPROXY,
  type Kind,
  missingFor,
  NGINX,
  startProxy,
  startServer,
} from '@flower-war/hosting/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT, runProgram } from '../support/program.ts';
import { OPERATOR_TOKEN } from '../support/api.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

/** By the number of proxies that each trusts. */
let servers: readonly Server[] = [];
beforeAll(async () => {
  servers = await Promise.all(['0', '1', '2'].map((TRUST_PROXY) => startServer({ OPERATOR_TOKEN, TRUST_PROXY })));
});
afterAll(cleanUp);

interface Case {
  readonly kind: Kind;
  /** How many proxies the server trusts. */
  readonly trusts: 0 | 1 | 2;
  readonly changes?: Changes;
  readonly env?: NodeJS.ProcessEnv;
}

async function examined({ kind, trusts, changes, env = {} }: Case) {
  const { port, folder } = servers[trusts]!;
  const proxy = await startProxy(kind, [port], changes);
  const settings = { DATA_DIR: folder, PORT: String(port), PUBLIC_URL: proxy.https, TRUST_PROXY: String(trusts) };
  const trust = { NODE_EXTRA_CA_CERTS: proxy.certificate };
  const where = { folder, state: folder, env: { ...settings, ...trust, OPERATOR_TOKEN, ...env } };
  const { out, problems } = await runProgram([`${ROOT}server/tools/doctor/doctor.ts`, '--json'], '', where);
  await proxy.program.stop();
  expect(problems).toBe('');
  const found = JSON.parse(out) as readonly { about: string; state: string; says: string; mend?: string }[];
  return Object.fromEntries(found.map((one) => [one.about, one]));
}

/** Proxies that leave the claim of the caller in its place, and add what they know behind it. */
const APPENDING: readonly (readonly [Kind, Changes])[] = [
  [NGINX, { 'X-Forwarded-For   $remote_addr': 'X-Forwarded-For   $proxy_add_x_forwarded_for' }],
  [HAPROXY, { 'http-request set-header X-Forwarded-For %[src]': 'option forwardfor' }],
  [CADDY, { 'flush_interval -1': 'flush_interval -1\n\t\ttrusted_proxies 0.0.0.0/0' }],
];

for (const [kind, appending] of APPENDING) {
  const missing = missingFor(kind);
  describe.skipIf(missing !== undefined)(`${kind.program}${missing === undefined ? '' : `: ${missing}`}`, () => {
    test('with the file that hosts copy all is good', async () => {
      expect(await examined({ kind, trusts: 1 })).toMatchObject({
        public: { state: 'good' },
        streams: { state: 'good' },
        addresses: { state: 'good' },
      });
    });

    test('a server that does not trust it takes all callers for one', async () => {
      const wrong = { state: 'wrong', says: expect.stringContaining('have the address of 127.0.0.1') };
      const mend = expect.stringContaining('set TRUST_PROXY');
      // The second time the server was started with other settings than those that the doctor reads.
      const cases = [{}, { TRUST_PROXY: '1' }].map((env) => examined({ kind, trusts: 0, env }));
      for (const { streams, addresses } of await Promise.all(cases)) {
        expect(streams).toMatchObject({ state: 'good' });
        expect(addresses).toMatchObject({ ...wrong, mend });
      }
    });

    test('one that adds to the claims of callers is good, until the server trusts one proxy too many', async () => {
      const cases = ([1, 2] as const).map((trusts) => examined({ kind, trusts, changes: appending }));
      const [one, two] = await Promise.all(cases);
      expect(one).toMatchObject({ addresses: { state: 'good' } });
      const says = expect.stringContaining('believes any address that a caller claims');
      expect(two).toMatchObject({ addresses: { state: 'wrong', says } });
    });
  });
}

/** Each of these keeps an answer until it is whole, or a buffer is full. */
const HOLDING: readonly (readonly [Kind, Changes])[] = [
  [NGINX, { 'proxy_buffering off;': 'proxy_buffering on; proxy_ignore_headers X-Accel-Buffering;' }],
  [CADDY, { 'flush_interval -1': 'buffer_responses' }],
];

for (const [kind, changes] of HOLDING)
  test.skipIf(missingFor(kind) !== undefined)(`${kind.program} that keeps streams back is wrong`, async () => {
    expect(await examined({ kind, trusts: 1, changes })).toMatchObject({
      public: { state: 'good' },
      streams: { state: 'wrong', mend: expect.stringContaining('buffer and compress no stream') },
      addresses: { state: 'good' },
    });
  });

test.skipIf(missingFor(NGINX) !== undefined)('nginx that lets callers name themselves is wrong', async () => {
  const believing = 'set_real_ip_from 0.0.0.0/0; real_ip_header X-Real-IP; proxy_http_version 1.1;';
  expect(await examined({ kind: NGINX, trusts: 1, changes: { 'proxy_http_version 1.1;': believing } })).toMatchObject({
    addresses: { state: 'wrong', mend: expect.stringContaining('replace X-Forwarded-For') },
  });
});

test.skipIf(missingFor(NGINX) !== undefined)(
  'an address that is neither the caller nor this machine is weak',
  async () => {
    const changes = { 'X-Forwarded-For   $remote_addr': 'X-Forwarded-For   203.0.113.50' };
    expect(await examined({ kind: NGINX, trusts: 1, changes })).toMatchObject({
      addresses: { state: 'weak', mend: 'if 203.0.113.50 is a proxy, count it in TRUST_PROXY' },
    });
  },
);

test.skipIf(missingFor(NGINX) !== undefined)('what cannot be seen is told as such', async () => {
  const other = { OPERATOR_TOKEN: `another-${OPERATOR_TOKEN}` };
  const said = await examined({ kind: NGINX, trusts: 1, env: other });
  for (const about of ['streams', 'addresses'])
    expect(said[about]).toMatchObject({ state: 'wrong', says: expect.stringContaining('has another OPERATOR_TOKEN') });
  const none = await examined({ kind: NGINX, trusts: 1, env: { OPERATOR_TOKEN: '' } });
  expect(none['way']).toMatchObject({ state: 'weak', mend: 'set OPERATOR_TOKEN' });
  const blind = await examined({ kind: NGINX, trusts: 0, env: { OPERATOR_TOKEN: '' } });
  expect(blind['way']).toMatchObject({ state: 'wrong', mend: expect.stringContaining('set TRUST_PROXY') });
});
