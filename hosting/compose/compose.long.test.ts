import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { noMosquitto } from '@flower-war/bridge/broker';
import { noPostgres, noRedis } from '@flower-war/server/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { instructionsIn } from '../image/dockerfile.ts';
import { missingFor, NGINX } from '../proxy/proxies.ts';
import { cleanUp } from '../support/cleanUp.ts';
import { scratchFolder } from '../support/scratchFolder.ts';
import { ROOT } from '../support/server.ts';
import { missingCompose, servicesIn } from './composeFile.ts';
import { playWithBead } from './playing.ts';
import { BRIDGES, SERVERS, Topology } from './topology.ts';

afterAll(cleanUp);

const missing = missingCompose() ?? missingFor(NGINX) ?? noMosquitto() ?? noPostgres ?? noRedis;
const SETTINGS = { DOMAIN: 'play.example.org', POSTGRES_PASSWORD: 'secret' };
const ALWAYS = ['postgres', 'proxy', 'redis', ...SERVERS];
const scratch = () => scratchFolder('compose');

/** What `FROM` of the last stage leads to, from the folder of this checkout. */
const programs = () => {
  const steps = instructionsIn(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  const [cmd, check] = ['cmd', 'healthcheck'].map((kind) => steps.findLast((step) => step.kind === kind));
  const environment = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
  const command = cmd?.kind === 'cmd' ? cmd.command : [];
  return { folder: ROOT, environment, command, check: check?.kind === 'healthcheck' ? check.command : [] };
};

describe.skipIf(missing !== undefined)(`docker-compose.yml${missing === undefined ? '' : `: ${missing}`}`, () => {
  test('is what docker-compose takes, and without DOMAIN it says what to write where', () => {
    const services = servicesIn(ROOT, SETTINGS, scratch());
    expect(Object.keys(services).toSorted()).toEqual(
      [...ALWAYS, ...BRIDGES, 'grafana', 'mosquitto', 'prometheus', 'setup'].toSorted(),
    );
    const always = Object.entries(services).flatMap(([name, { profiles }]) => (profiles === undefined ? [name] : []));
    expect(always.toSorted()).toEqual(ALWAYS.toSorted());
    expect(() => servicesIn(ROOT, {}, scratch())).toThrow(/write DOMAIN into .env/);
    expect(() => servicesIn(ROOT, { DOMAIN: 'a.example' }, scratch())).toThrow(/write POSTGRES_PASSWORD into .env/);
  });

  test('every service is read-only, limited and without rights; only the proxy and the broker are open to all', () => {
    for (const [name, service] of Object.entries(servicesIn(ROOT, SETTINGS, scratch()))) {
      const { read_only, mem_limit, cap_drop, security_opt, tmpfs } = service;
      expect({ read_only, cap_drop, security_opt }, name).toEqual({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(tmpfs, name).toContain('/tmp');
      expect(mem_limit, name).toMatch(/^\d+m$/);
      const isOpen = (service.ports ?? []).some((port) => !String(port).startsWith('127.0.0.1:'));
      expect(isOpen, name).toBe(['proxy', 'mosquitto'].includes(name));
    }
  });

  test('what services mount from the checkout is there, and Prometheus finds its files and the server where they are', () => {
    const services = servicesIn(ROOT, SETTINGS, scratch());
    const mounted = Object.values(services).flatMap(({ volumes }) => volumes ?? []);
    const own = mounted.map((volume) => volume.split(':')).filter(([source = '']) => source.startsWith(ROOT));
    expect(own.length).toBeGreaterThan(5);
    expect(own.filter(([source = '']) => !existsSync(source))).toEqual([]);
    const config = parse(readFileSync(join(ROOT, 'hosting/metrics/prometheus.yml'), 'utf8'));
    const { authorization, static_configs } = config.scrape_configs[0];
    expect(services['prometheus']?.command?.join(' ')).toContain(`> ${authorization.credentials_file} &&`);
    expect(static_configs).toEqual(
      ['a', 'b'].map((name) => ({ targets: [`server-${name}:2567`], labels: { instance: name } })),
    );
    const alerts = `/etc/prometheus/${config.rule_files[0]}`;
    expect(own.map(([, inside]) => inside)).toEqual(expect.arrayContaining([alerts]));
  });

  test('env.example names each setting of the file, and no other', () => {
    const used = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8').matchAll(/(?<!\$)\$\{([A-Z_]+)/g);
    const named = readFileSync(join(ROOT, 'hosting/compose/env.example'), 'utf8').matchAll(/^#?([A-Z_]+)=/gm);
    const names = (found: Iterable<RegExpExecArray>) => [...new Set([...found].map(([, name]) => name))].toSorted();
    expect(names(named)).toEqual(names(used));
  });

  test('its programs play a match and a bead, tell their health, and stop in order', async () => {
    const { check, ...image } = programs();
    const topology = await Topology.start(ROOT, image);
    for (const name of SERVERS) expect(topology.isHealthy(name, check)).toBe(true);
    const isWell = (name: string) => topology.isHealthy(name, topology.healthcheckOf(name));
    for (const name of ['proxy', 'postgres', 'redis']) expect(isWell(name), name).toBe(true);
    const { status, dropped, applied } = await playWithBead(topology);
    expect({ status, applied }).toEqual({ status: 'ended', applied: dropped });
    // Neither bridge sends the other one away.
    for (const name of BRIDGES) {
      expect(topology.program(name).said).toContain('connected with the broker');
      expect(topology.program(name).said).not.toContain('the connection with the broker was lost');
    }
    await topology.program('server-a').stop('SIGKILL');
    expect(topology.isHealthy('server-a', check)).toBe(false);
    await expect.poll(() => isWell('proxy')).toBe(true);
    await topology.program('server-b').stop('SIGKILL');
    expect(isWell('proxy')).toBe(false);
    for (const name of SERVERS) await topology.program(name).start();
    const ended = { 'bridge-a': 0, 'bridge-b': 0, 'server-a': 0, 'server-b': 0, proxy: 0, mosquitto: 0, redis: 0 };
    expect(await topology.stop()).toEqual(ended);
    for (const name of ['postgres', 'redis']) expect(isWell(name), name).toBe(false);
  }, 180_000);
});
