/** docker-compose.yml and the Dockerfile, without a Docker engine: what they say, and whether what the image holds suffices. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, matchesGlob, relative } from 'node:path/posix';
import { promisify } from 'node:util';
import { noMosquitto, startMosquitto } from '@flower-war/bridge/broker';
import { freePort } from '@flower-war/protocol/hosting';
import { noPostgres, noRedis, TestPostgres, TestRedis } from '@flower-war/server/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { against, ask, playOut } from '../testing/callers.ts';
import { DOCKERFILE, environmentIn, listIn } from '../testing/hostFiles.ts';
import {
  adapted,
  cleanUp,
  missingFor,
  NGINX,
  nginxWith,
  ROOT,
  StartedProgram,
  scratchFolder,
  startProxy,
} from '../testing/index.ts';

afterAll(cleanUp, 300_000);

const run = promisify(execFile);
const IGNORED = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => /^[^#]/.test(line));

const noCompose =
  spawnSync('docker-compose', ['version']).error === undefined ? undefined : 'docker-compose is not installed';
const missing = noCompose ?? missingFor(NGINX) ?? noMosquitto() ?? noPostgres ?? noRedis;
const SETTINGS = { DOMAIN: 'play.example.org', POSTGRES_PASSWORD: 'secret' };
const SERVERS = ['server-a', 'server-b'] as const;
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
  let services: ReturnType<typeof servicesWith>;
  beforeAll(() => {
    services = servicesWith(SETTINGS);
  });

  test('is what docker-compose takes, and without DOMAIN it says what to write where', () => {
    const others = [...BRIDGES, 'grafana', 'mosquitto', 'prometheus', 'setup'];
    expect(Object.keys(services).toSorted()).toEqual([...ALWAYS, ...others].toSorted());
    const always = Object.entries(services).flatMap(([name, { profiles }]) => (profiles === undefined ? [name] : []));
    expect(always.toSorted()).toEqual(ALWAYS);
    expect(() => servicesWith({})).toThrow(/write DOMAIN into .env/);
    expect(() => servicesWith({ DOMAIN: 'a.example' })).toThrow(/write POSTGRES_PASSWORD into .env/);
  });

  test('every service is read-only, limited and without rights; only the proxy and the broker are open to all', () => {
    for (const [name, service] of Object.entries(services)) {
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
    const [site, upstream] = services['proxy']?.volumes ?? [];
    expect(site).toBe(`${ROOT}hosting/proxy/nginx/flower-war.conf:/etc/nginx/conf.d/default.conf:ro`);
    expect(upstream).toBe(`${ROOT}hosting/compose/upstream.conf:/etc/nginx/conf.d/upstream.conf:ro`);
  });

  test.each([
    ['launcher/src/start.mjs', ['server-a', 'server-b', 'setup']],
    ['bridge/src/main.ts', BRIDGES],
  ])('%s knows the settings of its services', (program, names) => {
    const help = execFileSync(process.execPath, [program, '--help'], { cwd: ROOT, encoding: 'utf8' });
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

  test('what the image holds suffices for its programs, behind nginx with the upstream.conf of the containers', async () => {
    const image = await buildImage();
    const inImage = (words: readonly string[] = []) => words.map((word) => word.replace('/app/', `${image.folder}/`));
    const [postgres, redis, broker] = await Promise.all([
      TestPostgres.start(),
      TestRedis.start(),
      startMosquitto({ devices: [] }),
    ]);
    onTestFinished(() => void Promise.all([postgres.stop(), redis.kill(), broker.stop()]));
    const start = (environment: Readonly<Record<string, string>>, ports: readonly number[], command = image.command) =>
      StartedProgram.start({
        command,
        environment: { ...image.environment, HOST: '127.0.0.1', BRIDGE_TOKEN: TOKEN, ...environment },
        folder: image.folder,
        ports,
      });
    const stores = { DATABASE_URL: await postgres.fresh(), REDIS_URL: redis.url, TRUST_PROXY: '1', BOT_DELAY_MS: '0' };
    const [ports, programs] = [[await freePort(), await freePort()], [] as StartedProgram[]];
    for (const [at, name] of SERVERS.entries()) {
      const { PROCESS_NAME = '' } = services[name]?.environment ?? {};
      const port = ports[at] ?? 0;
      programs.push(await start({ ...stores, PROCESS_NAME, PORT: String(port) }, [port]));
    }
    const isHealthy = () => {
      const [program = '', ...words] = image.healthcheck;
      const env = { ...process.env, PORT: String(ports[0]) };
      return spawnSync(program, words, { env, stdio: 'ignore' }).status === 0;
    };
    expect(isHealthy()).toBe(true);

    const entrance = await freePort();
    const upstream = adapted(readFileSync(join(ROOT, 'hosting/compose/upstream.conf'), 'utf8'), {
      'listen 2567;': `listen 127.0.0.1:${entrance};`,
    });
    const addresses = SERVERS.map((name) => `${services[name]?.networks?.['default']?.ipv4_address}:2567`);
    const proxy = await startProxy(nginxWith(upstream, addresses), ports);
    const page = async () => (await ask(proxy.https, { headers: { Accept: 'text/html' } })).status;
    await expect.poll(page).toBe(200);
    const live = await against(proxy.https, 'greedy');
    await playOut(live);
    expect(live.table.status).toBe('ended');
    live.close();

    const { username, password } = broker.login('bridge');
    const mqtt = { MQTT_URL: `mqtt://127.0.0.1:${broker.servicePort}`, MQTT_USER: username, MQTT_PASSWORD: password };
    const where = { DATA_DIR: broker.folder, SERVER_URL: `http://127.0.0.1:${entrance}` };
    const bridge = await start({ ...mqtt, ...where }, [], services['bridge-a']?.command);
    programs.push(bridge);
    await expect.poll(() => bridge.said).toContain('connected with the broker');
    const [tool = '', ...words] = inImage(services['setup']?.command);
    const env = { ...process.env, ...image.environment };
    expect(execFileSync(tool, words, { cwd: image.folder, env, encoding: 'utf8' })).toMatch(/bridge +password \S+/);
    expect(existsSync(join(image.folder, 'templo/mosquitto.conf'))).toBe(true);

    for (const program of programs) expect(await program.stop()).toBe(0);
    expect(isHealthy()).toBe(false);
    await proxy.program.stop();
  }, 400_000);
});

const TOKEN = 'a-token-for-bridges-alone';

interface Service {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly unknown[];
  readonly profiles?: readonly string[];
  readonly networks?: Readonly<Record<string, { readonly ipv4_address: string }>>;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly read_only?: boolean;
}

/** docker-compose.yml as docker-compose understands it, with all settings filled in. Fails with the words of docker-compose. */
function servicesWith(settings: Readonly<Record<string, string>>): Readonly<Record<string, Service>> {
  const file = join(scratchFolder('compose'), 'settings.env');
  const lines = Object.entries(settings).map((pair) => pair.join('='));
  writeFileSync(file, lines.join('\n'));
  const profiles = ['setup', 'temples', 'metrics'].flatMap((profile) => ['--profile', profile]);
  const where = ['--project-directory', ROOT, '-f', join(ROOT, 'docker-compose.yml'), '--env-file', file];
  const text = execFileSync('docker-compose', [...where, ...profiles, 'config'], { encoding: 'utf8', stdio: 'pipe' });
  return parse(text).services;
}

interface Image {
  /** Stands for /app. */
  readonly folder: string;
  readonly environment: Record<string, string>;
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

/**
 * The COPY and RUN lines of the Dockerfile run in their order, each stage in a folder of its own that stands for /app. So it shows that
 * what they copy suffices, and not what Docker would do with it. Packages of Debian are not installed.
 */
async function buildImage(): Promise<Image> {
  const stages = new Map<string, string>();
  let image: Image = { folder: ROOT, environment: {}, command: [], healthcheck: [] };
  for (const [instruction, rest] of DOCKERFILE) {
    const { folder, environment } = image;
    if (instruction === 'FROM') {
      image = { folder: scratchFolder('image'), environment: {}, command: [], healthcheck: [] };
      stages.set(rest.split(' AS ')[1] ?? 'last', image.folder);
    }
    if (instruction === 'COPY') copy(rest, folder, stages);
    if (instruction === 'RUN' && !rest.startsWith('apt-get')) await run('sh', ['-c', rest], { cwd: folder });
    if (instruction === 'ENV') Object.assign(environment, environmentIn(rest, folder));
    if (instruction === 'HEALTHCHECK') image = { ...image, healthcheck: listIn(rest.replace(/^.* CMD /, '')) };
    if (instruction === 'CMD') image = { ...image, command: listIn(rest) };
  }
  return image;
}

/** A folder gives what is in it; a file keeps its name. */
function copy(rest: string, folder: string, stages: ReadonlyMap<string, string>): void {
  const words = rest.split(' ');
  const flags = words.filter((word) => word.startsWith('--'));
  const stage = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length);
  const paths = words.slice(flags.length, -1);
  const to = join(folder, words.at(-1) ?? '');
  for (const path of paths) {
    const from = stage === undefined ? join(ROOT, path) : join(stages.get(stage) ?? '', path.replace(/^\/app/, ''));
    if (!existsSync(from) || (stage === undefined && !isSent(path)))
      throw new Error(`COPY ${path}: it is not there, or .dockerignore leaves it out`);
    const filter = (file: string) => stage !== undefined || isSent(relative(ROOT, file));
    mkdirSync(to, { recursive: true });
    const target = statSync(from).isDirectory() ? to : join(to, basename(from));
    cpSync(from, target, { recursive: true, verbatimSymlinks: true, filter });
  }
}

/** Whether Docker would be given the file: the last rule that fits it or one of its folders decides. */
function isSent(file: string): boolean {
  const parts = file.split('/');
  const paths = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const last = IGNORED.findLast(
    (rule) => rule === '*' || paths.some((path) => matchesGlob(path, rule.replace('!', ''))),
  );
  return last?.startsWith('!') ?? true;
}
