/** The server as the files for Kubernetes run it: the command of the image, with their environment, as their user. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { noPostgres, noRedis, TestPostgres, TestRedis } from '@flower-war/server/testing';
import { afterAll, expect, onTestFinished, test } from 'vitest';
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
import { environmentOf, MOVE, namedPods, ONE, SEVERAL, type Strings } from './objects.fixture.ts';

afterAll(cleanUp);

const linesOf = (instruction: string) => DOCKERFILE.filter(([name]) => name === instruction).map(([, rest]) => rest);
const { runAsUser, runAsGroup } = ONE.pod.securityContext;
const isRoot = process.getuid?.() === 0;
/** Only root may become another user. */
const AS_USER = isRoot ? ['setpriv', `--reuid=${runAsUser}`, `--regid=${runAsGroup}`, '--clear-groups'] : [];

/** The package that the image holds, with a Node that every user may run. It stands for /app, and the server cannot write there. */
function stageImage(): string {
  const into = scratchFolder('image');
  chmodSync(into, 0o755);
  execFileSync(process.execPath, ['packaging/tools/program.ts', into], { cwd: ROOT, stdio: 'pipe' });
  const folder = join(into, 'flower-war');
  mkdirSync(join(folder, 'bin'));
  chmodSync(join(folder, 'lib/launcher/src/command.js'), 0o755);
  symlinkSync('../lib/launcher/src/command.js', join(folder, 'bin/flower-war'));
  copyFileSync(process.execPath, join(folder, 'bin/node'));
  return folder;
}

/** A volume: the server can write there. */
function mount(folder: string): string {
  mkdirSync(folder);
  if (isRoot) chownSync(folder, runAsUser, runAsGroup);
  return folder;
}

class Pods {
  private readonly image = stageImage();

  /** A folder of the image, with what may be written there. */
  mount(path: string): string {
    return mount(join(this.image, path));
  }

  async start(given: Strings) {
    const [words = ''] = linesOf('CMD');
    const port = await freePort();
    const environment = this.environment({ ...given, PORT: String(port) });
    const command = [...AS_USER, ...listIn(words)];
    const program = await StartedProgram.start({ command, environment, folder: this.image, ports: [port] });
    return { program, port, url: `http://127.0.0.1:${port}` };
  }

  run(words: readonly string[], given: Strings): void {
    const [program = '', ...rest] = [...AS_USER, ...words];
    const env = { ...process.env, ...this.environment(given) };
    execFileSync(program, rest, { cwd: this.image, env, stdio: 'pipe' });
  }

  private environment(given: Strings): Strings {
    const usual = { TMPDIR: '/tmp', HOST: '127.0.0.1', BOT_DELAY_MS: '0' };
    return Object.assign({}, ...linesOf('ENV').map((rest) => environmentIn(rest, this.image)), usual, given);
  }
}

async function expectWell(url: string, { container }: typeof ONE): Promise<void> {
  for (const { httpGet } of [container.startupProbe, container.livenessProbe, container.readinessProbe])
    expect((await ask(url + httpGet.path)).status).toBe(200);
  await expect.poll(async () => (await ask(url, { headers: { Accept: 'text/html' } })).status).toBe(200);
}

async function playAt(url: string): Promise<string> {
  const live = await against(url, 'greedy');
  await playOut(live);
  live.close();
  return live.id;
}

const recordAt = async (url: string, match: string) => (await ask(`${url}/api/matches/${match}/record`)).text;

/** nginx stands for the ingress controller: it leads to each pod by the path of the file. */
async function ingress() {
  const file = readFileSync(join(ROOT, 'hosting/compose/upstream.conf'), 'utf8');
  const [a, b] = namedPods();
  const changes = { '~^/a/': `~^${a?.path}/`, '~^/b/': `~^${b?.path}/` };
  const forBridges = { 'listen 2567;': `listen 127.0.0.1:${await freePort()};` };
  return nginxWith(adapted(file, { ...changes, ...forBridges }), ['172.31.67.11:2567', '172.31.67.12:2567']);
}

const missing = noPostgres ?? noRedis ?? missingFor(NGINX);

test.skipIf(missing !== undefined)(
  `it runs by one.yaml, its data moves by move.yaml, and it goes on by several.yaml${missing === undefined ? '' : `: ${missing}`}`,
  async () => {
    const pods = new Pods();
    const data = pods.mount('data');
    const first = await pods.start(environmentOf(ONE));
    await expectWell(first.url, ONE);
    const match = await playAt(first.url);
    const record = await recordAt(first.url, match);
    expect(record).toContain('"ended"');
    expect(await first.program.stop()).toBe(0);
    const next = await pods.start(environmentOf(ONE));
    expect(await recordAt(next.url, match)).toBe(record);
    expect(await next.program.stop()).toBe(0);

    const [postgres, redis] = await Promise.all([TestPostgres.start(), TestRedis.start()]);
    onTestFinished(() => void Promise.all([postgres.stop(), redis.kill()]));
    const secret = { DATABASE_URL: await postgres.fresh(), REDIS_URL: redis.url };
    const command: readonly string[] = MOVE.container.command;
    const filledIn = (word: string) => word.replace('$(DATABASE_URL)', secret.DATABASE_URL).replace('/app/data', data);
    pods.run(command.map(filledIn), environmentOf(MOVE, secret));

    const several: Awaited<ReturnType<Pods['start']>>[] = [];
    for (const { name } of namedPods()) {
      const given = environmentOf(SEVERAL, secret, { 'metadata.name': name, 'status.podIP': '127.0.0.1' });
      several.push(await pods.start({ ...given, INTERNAL_PORT: '0', DATA_DIR: pods.mount(name) }));
    }
    for (const { url } of several) await expectWell(url, SEVERAL);
    const ports = several.map(({ port }) => port);
    const proxy = await startProxy(await ingress(), ports);
    expect(await recordAt(proxy.https, match)).toBe(record);
    const matches = await Promise.all(Array.from({ length: 4 }, () => playAt(proxy.https)));
    for (const played of matches) expect(await recordAt(proxy.https, played)).toContain('"ended"');
    for (const { program } of several) expect(await program.stop()).toBe(0);
    await proxy.program.stop();
  },
);
