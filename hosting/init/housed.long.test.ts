/** What a host does with the files of `npm run do -- init`: systemd takes the units, the proxies start, and the server is played on. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { freePort } from '@flower-war/protocol/hosting';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { against, ask, playOut } from '../testing/callers.ts';
import { analyze, hasSystemd, onMachine, unitIn } from '../testing/hostFiles.ts';
import {
  adapted,
  CADDY,
  caddyWith,
  cleanUp,
  findProgram,
  missingFor,
  ONE,
  ROOT,
  StartedProgram,
  scratchFolder,
  startProxy,
  startServer,
} from '../testing/index.ts';
import { DOMAIN, init, runTool, UNITS, written } from './written.fixture.ts';

afterAll(cleanUp);

describe.skipIf(!hasSystemd)(`systemd${hasSystemd ? '' : ' is not installed'}`, () => {
  test('takes the units for other places than the usual, and finds little that they could harm', () => {
    const places = ['--data', '/srv/fw/data', '--backups', '/mnt/a_b/c+d@e', '--every', 'hourly'];
    const { into } = written('--lan', ...places);
    const units = UNITS.map((name) => join(into, name));
    expect(analyze('verify', ...units)).toEqual({ status: 0, stdout: '', stderr: '' });
    for (const unit of units.filter((path) => path.endsWith('.service')))
      expect(analyze('security', '--offline=yes', '--threshold=16', unit)).toMatchObject({ status: 0, stderr: '' });
  });
});

test.skipIf(findProgram('caddy') === undefined)('Caddy reads its file as it is, and the name in it', () => {
  const { into } = written('--domain', DOMAIN);
  const words = ['adapt', '--adapter', 'caddyfile', '--config', join(into, 'Caddyfile')];
  expect(execFileSync(findProgram('caddy') ?? '', words, { encoding: 'utf8', stdio: 'pipe' })).toContain(
    `"host":["${DOMAIN}"]`,
  );
});

/** What the written units start on this machine, behind Caddy with the written file. */
async function housed() {
  const made = written('--domain', DOMAIN);
  const machine = scratchFolder('machine');
  const [port, mqtt] = [await freePort(), await freePort()];
  const proxy = await startProxy(caddyWith(made.textOf('Caddyfile'), ONE, DOMAIN), [port]);
  const text = adapted(made.textOf('flower-war.env'), { [`https://${DOMAIN}`]: proxy.https });
  const settings = {
    ...parseEnv(onMachine(text, machine)),
    PORT: String(port),
    MQTT_PORT: String(mqtt),
    BOT_DELAY_MS: '0',
  };
  writeFileSync(join(made.into, 'adapted.env'), `${onMachine(text, machine)}\nPORT=${port}\n`);
  const unit = (name: string) => {
    const { command, environment } = unitIn(made.textOf(name), machine);
    return { command, environment: { ...environment, ...settings } };
  };
  const starting = { ...unit('flower-war.service'), folder: ROOT, ports: [port, mqtt] };
  return { made, machine, proxy, unit, service: await StartedProgram.start(starting) };
}

test.skipIf(missingFor(CADDY) !== undefined)(
  'the service is played on through the proxy, backed up and restored, and the doctor finds all good',
  async () => {
    const { made, machine, proxy, unit, service } = await housed();
    const live = await against(proxy.https, 'greedy');
    await playOut(live);
    live.close();
    const record = await ask(`${proxy.https}/api/matches/${live.id}/record`);
    expect(record.status).toBe(200);

    const backup = unit('flower-war-backup.service');
    const [program = '', ...words] = backup.command;
    execFileSync(program, words, { cwd: ROOT, env: { ...process.env, ...backup.environment }, stdio: 'pipe' });
    const backups = `${machine}/var/lib/flower-war-backups`;
    const [saved = ''] = readdirSync(backups);
    expect(readdirSync(`${machine}/var/lib/flower-war`)).toContain('flower-war.sqlite');

    const trust = { INIT_CWD: made.into, NODE_EXTRA_CA_CERTS: proxy.certificate };
    const args = ['--settings', 'adapted.env', '--backups', backups, '--json'];
    const { out, code } = runTool('server/tools/doctor/doctor.ts', args, trust);
    const found = (JSON.parse(out) as readonly { about: string; state: string }[]).map(({ about, state }) => [
      about,
      state,
    ]);
    // Only the disk may be slow here.
    const looked = ['Node', 'folder', 'space', 'server', 'public', 'streams', 'addresses', 'backup'];
    expect(found.filter(([about]) => about !== 'disk')).toEqual(looked.map((about) => [about, 'good']));
    expect([0, 1]).toContain(code);

    expect(await service.stop()).toBe(0);
    const restored = scratchFolder('restored');
    const env = { DATA_DIR: restored };
    expect(runTool('server/tools/restore.ts', [join(backups, saved)], env)).toMatchObject({ code: 0 });
    const again = await startServer(env);
    expect((await ask(`${again.url}/api/matches/${live.id}/record`)).text).toBe(record.text);
    await again.program.stop();
    await proxy.program.stop();
  },
);

test('the printed lines put each file in its place, and keep what stands there', () => {
  const folder = join(scratchFolder('init'), "a 'host' $HOME");
  mkdirSync(folder);
  const machine = scratchFolder('machine');
  mkdirSync(`${machine}/etc/caddy`, { recursive: true });
  writeFileSync(`${machine}/etc/caddy/Caddyfile`, 'mine');
  const { code, out } = init(folder, '--domain', DOMAIN);
  expect(code).toBe(0);
  const lines = out.split('\n').filter((line) => /^ {2}(cd|install -D) /.test(line));
  expect(lines).toHaveLength(7);
  execFileSync('sh', ['-ec', lines.join('\n').replaceAll(' /etc/', ` ${machine}/etc/`)]);
  const modeOf = (path: string) => statSync(`${machine}/etc/${path}`).mode & 0o777;
  expect(modeOf('flower-war/flower-war.env')).toBe(0o600);
  expect(modeOf('systemd/system/flower-war.service')).toBe(0o644);
  expect(readFileSync(`${machine}/etc/caddy/Caddyfile`, 'utf8')).toContain(DOMAIN);
  expect(readFileSync(`${machine}/etc/caddy/Caddyfile.~1~`, 'utf8')).toBe('mine');
});

test('a program that systemd could not start, or that the service could not see, is told of', () => {
  const folder = mkdtempSync('/tmp/flower-war-node-'); // services see no such folder
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const nodes = ['my node', 'node'].map((name) => join(folder, name));
  for (const node of nodes) copyFileSync(process.execPath, node);
  const [odd, hidden] = nodes.map((node) =>
    spawnSync(node, ['hosting/init/init.ts', '--lan'], {
      cwd: ROOT,
      env: { ...process.env, INIT_CWD: folder },
      encoding: 'utf8',
    }),
  );
  expect(odd).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^systemd cannot start a program/),
  });
  expect(hidden).toMatchObject({ status: 0, stdout: expect.stringMatching(`may not see .*${nodes[1]}`) });
});
