/** docker-compose.yml and the Dockerfile, without a Docker engine: what they say, and what they start. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noMosquitto } from '@flower-war/bridge/broker';
import { FlowerWarClient } from '@flower-war/client';
import { noPostgres, noRedis } from '@flower-war/server/testing';
import { startTwin } from '@flower-war/temple/twin';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { against, ask, playOut } from '../testing/callers.ts';
import { cleanUp, ROOT } from '../testing/programs.ts';
import { missingFor, NGINX } from '../testing/proxies.ts';
import { Containers, servicesWith } from './containers.ts';
import { buildImage, DOCKERFILE, isSent } from './image.ts';

afterAll(cleanUp, 300_000);

const noCompose =
  spawnSync('docker-compose', ['version']).error === undefined ? undefined : 'docker-compose is not installed';
const missing = noCompose ?? missingFor(NGINX) ?? noMosquitto() ?? noPostgres ?? noRedis;
const SETTINGS = { DOMAIN: 'play.example.org', POSTGRES_PASSWORD: 'secret' };
const ALWAYS = ['postgres', 'proxy', 'redis', 'server-a', 'server-b'];
const BRIDGES = ['bridge-a', 'bridge-b'];

test('the image runs as a user without rights, on the Node of the project, and gets nothing that tests or hosts keep', () => {
  expect(DOCKERFILE.findLast(([instruction]) => instruction === 'USER')).toContain('10001:10001');
  const [major] = readFileSync(join(ROOT, '.nvmrc'), 'utf8').split('.');
  expect(DOCKERFILE[0]).toEqual(['FROM', expect.stringContaining(`node:${major}-bookworm-slim`)]);
  const kept = ['.env', 'data', '.git', 'server/src/main.test.ts', 'server/node_modules', 'hosting/compose'];
  expect(kept.filter(isSent)).toEqual([]);
});

describe.skipIf(missing !== undefined)(`docker-compose.yml${missing === undefined ? '' : `: ${missing}`}`, () => {
  test('is what docker-compose takes, and without DOMAIN it says what to write where', () => {
    const services = servicesWith(SETTINGS);
    const others = [...BRIDGES, 'grafana', 'mosquitto', 'prometheus', 'setup'];
    expect(Object.keys(services).toSorted()).toEqual([...ALWAYS, ...others].toSorted());
    const always = Object.entries(services).flatMap(([name, { profiles }]) => (profiles === undefined ? [name] : []));
    expect(always.toSorted()).toEqual(ALWAYS);
    expect(() => servicesWith({})).toThrow(/write DOMAIN into .env/);
    expect(() => servicesWith({ DOMAIN: 'a.example' })).toThrow(/write POSTGRES_PASSWORD into .env/);
  });

  test('every service is read-only, limited and without rights; only the proxy and the broker are open to all', () => {
    for (const [name, service] of Object.entries(servicesWith(SETTINGS))) {
      const { read_only, mem_limit, cap_drop, security_opt, tmpfs } = service;
      const limits = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };
      expect({ read_only, cap_drop, security_opt }, name).toEqual(limits);
      expect(tmpfs, name).toContain('/tmp');
      expect(mem_limit, name).toMatch(/^\d+m$/);
      const isOpen = (service.ports ?? []).some((port) => !String(port).startsWith('127.0.0.1:'));
      expect(isOpen, name).toBe(['proxy', 'mosquitto'].includes(name));
    }
  });

  test('what services mount from the checkout is there, and Prometheus finds its files and the server where they are', () => {
    const services = servicesWith(SETTINGS);
    const mounted = Object.values(services).flatMap(({ volumes }) => volumes ?? []);
    const own = mounted.map((volume) => volume.split(':')).filter(([source = '']) => source.startsWith(ROOT));
    expect(own.length).toBeGreaterThan(5);
    expect(own.filter(([source = '']) => !existsSync(source))).toEqual([]);
    const config = parse(readFileSync(join(ROOT, 'hosting/metrics/prometheus.yml'), 'utf8'));
    const { authorization, static_configs } = config.scrape_configs[0];
    expect(services['prometheus']?.command?.join(' ')).toContain(`> ${authorization.credentials_file} &&`);
    const targetOf = (name: string) => ({ targets: [`server-${name}:2567`], labels: { instance: name } });
    expect(static_configs).toEqual(['a', 'b'].map(targetOf));
    expect(own.map(([, inside]) => inside)).toContain(`/etc/prometheus/${config.rule_files[0]}`);
  });

  test('the proxy gets the two files of nginx', () => {
    const [site, upstream] = servicesWith(SETTINGS)['proxy']?.volumes ?? [];
    expect(site).toBe(`${ROOT}hosting/proxy/nginx/flower-war.conf:/etc/nginx/conf.d/default.conf:ro`);
    expect(upstream).toBe(`${ROOT}hosting/compose/upstream.conf:/etc/nginx/conf.d/upstream.conf:ro`);
  });

  test.each([
    ['launcher/src/start.mjs', ['server-a', 'server-b', 'setup']],
    ['bridge/src/main.ts', BRIDGES],
  ])('%s knows the settings of its services', (program, names) => {
    const help = execFileSync(process.execPath, [program, '--help'], { cwd: ROOT, encoding: 'utf8' });
    const services = servicesWith(SETTINGS);
    const named = names.flatMap((name) => Object.keys(services[name]?.environment ?? {}));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !new RegExp(`^ +${name} `, 'm').test(help))).toEqual([]);
  });

  test('env.example names each setting of the file, and no other', () => {
    const used = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8').matchAll(/(?<!\$)\$\{([A-Z_]+)/g);
    const named = readFileSync(join(ROOT, 'hosting/compose/env.example'), 'utf8').matchAll(/^#?([A-Z_]+)=/gm);
    const names = (found: Iterable<RegExpExecArray>) => [...new Set([...found].map(([, name]) => name))].toSorted();
    expect(names(named)).toEqual(names(used));
  });

  test('from the image its programs play a match, count a bead, tell their health, and stop in order', async () => {
    const containers = await Containers.start(await buildImage());
    const { running, url } = containers;
    for (const name of ALWAYS) expect(containers.isHealthy(name), name).toBe(true);
    const page = async () => (await ask(url, { headers: { Accept: 'text/html' } })).status;
    await expect.poll(page).toBe(200);
    const live = await against(url, 'greedy');
    await playOut(live);
    expect(live.table.status).toBe('ended');
    live.close();
    expect(await sensedBeads(containers)).toBe(1);
    // Neither bridge sends the other one away.
    for (const name of BRIDGES) {
      expect(running.get(name)?.said).toContain('connected with the broker');
      expect(running.get(name)?.said).not.toContain('the connection with the broker was lost');
    }
    for (const name of ['server-a', 'server-b']) {
      await running.get(name)?.stop('SIGKILL');
      expect(containers.isHealthy(name), name).toBe(false);
    }
    expect(containers.isHealthy('proxy')).toBe(false);
    for (const name of ['server-a', 'server-b']) await running.get(name)?.start();
    expect(new Set(await containers.stop())).toEqual(new Set([0]));
    for (const name of ['postgres', 'redis']) expect(containers.isHealthy(name), name).toBe(false);
  }, 400_000);
});

/** A temple is admitted and bound to a match, in which one bead falls. Returns how many the match has counted. */
async function sensedBeads(containers: Containers): Promise<number> {
  const id = 'templo-7f3a';
  const sheet = containers.run('setup', ['node', 'bridge/tools/newTemple.ts', '--id', id]);
  const row = (name: string) => new RegExp(`^ *${name} +(\\S+)`, 'm').exec(sheet)?.[1] ?? '';
  containers.admitTemples();
  const client = new FlowerWarClient({ url: containers.url });
  await client.signIn('Itzel');
  const broker = `mqtt://127.0.0.1:${containers.ports.mqtt}`;
  const twin = await startTwin({ broker, id, password: row('password') });
  await twin.connected();
  // The temple must have reported to the server before.
  await vi.waitFor(() => client.temples.claim(id, row('printed code')), { timeout: 20_000, interval: 100 });
  const live = await client.join(await client.create({ game: 'flower-war', seats: 2, bots: [{ bot: 'greedy' }] }));
  await client.temples.bind(id, live.id);
  const sensed = () => live.table.temples.find(({ temple }) => temple === id)?.war.sensed ?? 0;
  twin.drop('war');
  await live.until(() => sensed() > 0);
  live.close();
  await twin.stop();
  return sensed();
}
