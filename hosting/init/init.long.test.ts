/** `npm run do -- init`: what its answers lead to, what it refuses, and that it writes over nothing. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { cleanUp, ROOT, scratchFolder } from '../testing/index.ts';
import { COMMON, DOMAIN, init, settingsIn, written } from './written.fixture.ts';

afterAll(cleanUp);

test('a public server: settings with secrets of its own, units, and the file of the proxy', () => {
  const [one, two] = [written('--domain', DOMAIN), written('--domain', DOMAIN)];
  expect(one.names).toEqual(['Caddyfile', ...COMMON]);
  for (const name of one.names) {
    expect(statSync(join(one.into, name)).mode & 0o777, name).toBe(name === 'flower-war.env' ? 0o600 : 0o644);
    expect(one.textOf(name), name).not.toMatch(/example\.org|\/opt\/flower-war|undefined/);
  }
  const { OPERATOR_TOKEN, METRICS_TOKEN, ...settings } = settingsIn(one);
  expect(settings).toEqual({ TRUST_PROXY: '1', PUBLIC_URL: `https://${DOMAIN}`, DATA_DIR: '/var/lib/flower-war' });
  const secrets = [OPERATOR_TOKEN, METRICS_TOKEN, settingsIn(two)['OPERATOR_TOKEN'], settingsIn(two)['METRICS_TOKEN']];
  expect(new Set(secrets).size).toBe(4);
  for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{48}$/);
  expect(one.out).not.toContain(OPERATOR_TOKEN);
  // The first start takes a while, and a backup before it finds no data.
  expect(one.out).toMatch(
    /enable --now .*\n(?:.*\n)? {2}curl .*--retry .*2567\/health\/ready\n {2}systemctl start flower-war-backup\.service\n/,
  );
});

test.each<[string, readonly string[], object]>([
  ['at home', ['--lan'], { START_FLAGS: '--lan', MQTT_HOST: '0.0.0.0', MQTT_PORT: '1883' }],
  ['at home without temples', ['--lan', '--temples', 'none'], { START_FLAGS: '--lan --no-temples' }],
  [
    'at home with temples on pages alone',
    ['--lan', '--temples', 'browser'],
    { START_FLAGS: '--lan', MQTT_HOST: '127.0.0.1' },
  ],
  [
    'on another port for temples, with a PostgreSQL',
    ['--domain', DOMAIN, '--temples', 'home', '--mqtt-port', '1999', '--database', 'postgres://u:p%23@h/d?a=b&c=d'],
    { MQTT_HOST: '0.0.0.0', MQTT_PORT: '1999', DATABASE_URL: 'postgres://u:p%23@h/d?a=b&c=d', TRUST_PROXY: '1' },
  ],
  [
    'with temples by TLS',
    ['--domain', DOMAIN, '--temples', 'tls'],
    { MQTT_URL: 'mqtt://127.0.0.1:1884', TRUST_PROXY: '1' },
  ],
])('the settings of a server %s', (_, args, wanted) => {
  const made = written(...args);
  const { OPERATOR_TOKEN: _one, METRICS_TOKEN: _two, PUBLIC_URL: _url, DATA_DIR, ...settings } = settingsIn(made);
  expect(settings).toEqual(wanted);
  expect(DATA_DIR).toBe('/var/lib/flower-war');
  expect(made.names).toEqual(args.includes('--lan') ? COMMON : ['Caddyfile', ...COMMON]);
});

test('folders that systemd does not make are named in the units and made by the host; backups come each hour', () => {
  const { textOf, out } = written(
    '--lan',
    '--data',
    '/srv/fw/data',
    '--backups',
    '/var/lib/fw/saved',
    '--every',
    'hourly',
  );
  expect(textOf('flower-war.service')).toMatch(/^Environment=DATA_DIR=\/srv\/fw\/data$/m);
  expect(textOf('flower-war.service')).toMatch(/^ReadWritePaths=\/srv\/fw\/data$/m);
  expect(textOf('flower-war.service')).not.toMatch(/^StateDirectory=/m);
  const backup = textOf('flower-war-backup.service');
  expect(backup).toMatch(/^ExecStart=.* \/var\/lib\/fw\/saved --keep 48$/m);
  expect(backup).toMatch(/^StateDirectory=fw\/saved\nReadWritePaths=\/srv\/fw\/data$/m);
  expect(textOf('flower-war-backup.timer')).toMatch(/^OnCalendar=\*-\*-\* \*:30:00$/m);
  expect(out).toContain('\n  install -d -o flower-war -g flower-war -m 700 /srv/fw/data\n');
});

test('a second run writes over nothing, and a third one leaves what the second wrote beside', () => {
  const folder = scratchFolder('init');
  const into = join(folder, 'flower-war-host');
  const bytes = () =>
    Object.fromEntries(readdirSync(into).map((name) => [name, readFileSync(join(into, name), 'utf8')]));
  expect(init(folder, '--lan')).toMatchObject({ code: 0 });
  writeFileSync(join(into, 'journald.conf'), 'mine');
  const first = bytes();
  const second = init(folder, '--lan');
  expect(second).toMatchObject({
    code: 1,
    out: expect.stringMatching(/left as they are: flower-war\.env, journald\.conf\. /),
  });
  expect(second.out).toMatch(/and the same: flower-war\.service, /);
  const after = bytes();
  expect(after).toMatchObject(first);
  expect(Object.keys(after).filter((name) => !(name in first))).toEqual(['flower-war.env.new', 'journald.conf.new']);
  expect(statSync(join(into, 'flower-war.env.new')).mode & 0o777).toBe(0o600);
  expect(after['flower-war.env.new']).not.toBe(first['flower-war.env']);
  expect(init(folder, '--domain', DOMAIN)).toMatchObject({
    code: 1,
    out: expect.stringContaining('Move one of the two away'),
  });
  expect(bytes()).toMatchObject(after);
});

test('what is there in place of a file or of the folder is left as it is', () => {
  const folder = scratchFolder('init');
  const into = join(folder, 'flower-war-host');
  mkdirSync(join(into, 'flower-war.service'), { recursive: true });
  symlinkSync(join(folder, 'nowhere'), join(into, 'flower-war.env'));
  expect(init(folder, '--lan')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/left as they are: flower-war\.env, flower-war\.service\. /),
  });
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  writeFileSync(join(folder, 'file'), 'mine');
  const refused = init(folder, '--lan', '--into', 'file/below');
  expect(refused).toMatchObject({ code: 2, problems: expect.stringMatching(/cannot be written: ENOTDIR.*--into/) });
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('mine');
});

test.each<[string, readonly string[], RegExp]>([
  ['neither name nor home', ['--data', '/srv/fw'], /either --domain NAME .* or --lan/],
  ['both', ['--lan', '--domain', DOMAIN], /either --domain NAME .* or --lan/],
  ['a proxy at home', ['--lan', '--proxy', 'nginx'], /--proxy goes with --domain/],
  ['a port without devices', ['--lan', '--temples', 'none', '--mqtt-port', '1999'], /^A port goes with home or tls/],
  ['no terminal', [], /no terminal to ask in: give --domain NAME or --lan/],
  ['a name with a new line', ['--domain', `${DOMAIN}\n\nreverse_proxy evil`], /^The name must be like/],
  ['a specifier of systemd', ['--lan', '--data', '/srv/%h'], /^A folder must be/],
  ['a database with a quote', ['--lan', '--database', "postgres://u:hunter2'@h/d"], /^The database must be like/],
  ['a folder to write without a name', ['--lan', '--into', ''], /^The folder to write must have a name/],
  [
    'a folder to write that moves the cursor',
    ['--lan', '--into', 'a\u001b[2J'],
    /^The folder to write must have a name/,
  ],
])('%s is refused in one line, and nothing is written', (_, args, said) => {
  const folder = scratchFolder('init');
  const { code, out, problems } = init(folder, ...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(problems).toMatch(said);
  expect(problems).toMatch(/^[ -~]+\n$/);
  expect(problems).not.toContain('hunter2');
  expect(readdirSync(folder)).toEqual([]);
});

/** A pseudo terminal, in which each answer is typed when its question is there. */
async function typed(folder: string, answers: readonly string[]) {
  const command = `'${process.execPath}' hosting/init/init.ts`;
  const env = { ...process.env, INIT_CWD: folder, TERM: 'dumb' };
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: ROOT, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const left = [...answers];
  let [said, seen] = ['', 0];
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
    const asked = said.split(/\]: /).length - 1;
    for (; seen < asked; seen++) child.stdin.write(left.shift() ?? '\u0004');
  });
  const [code] = await once(child, 'close');
  return { code: code as number, said };
}

const hasScript = spawnSync('script', ['--version']).error === undefined;
describe.skipIf(!hasScript)(`in a terminal${hasScript ? '' : ': script is not installed'}`, () => {
  test('it asks five questions, and one again whose answer is wrong', async () => {
    const folder = scratchFolder('init');
    const answers = [
      'https://play.host.example',
      DOMAIN,
      'nginx',
      'postgres://u:p@h/d',
      '/srv/fw/backups hourly',
      'home 1999',
    ];
    const { code, said } = await typed(
      folder,
      answers.map((answer) => `${answer}\r`),
    );
    expect(code).toBe(0);
    expect(said.match(/The name must be like/g)).toHaveLength(1);
    for (const n of [1, 2, 3, 4, 5]) expect(said).toContain(`${n}. `);
    const into = join(folder, 'flower-war-host');
    expect(readdirSync(into).sort()).toEqual([...COMMON, 'flower-war.conf', 'upstream.conf'].sort());
    const settings = parseEnv(readFileSync(join(into, 'flower-war.env'), 'utf8'));
    expect(settings).toMatchObject({
      PUBLIC_URL: `https://${DOMAIN}`,
      DATABASE_URL: 'postgres://u:p@h/d',
      MQTT_PORT: '1999',
    });
    expect(readFileSync(join(into, 'flower-war-backup.service'), 'utf8')).toContain(' /srv/fw/backups --keep 48\n');
  });

  test('without answers it takes what stands in brackets, and asks a server at home for no proxy', async () => {
    const folder = scratchFolder('init');
    const { code, said } = await typed(folder, ['\r', '\r', '\r', '\r']);
    expect(code).toBe(0);
    expect(said).not.toContain('2. ');
    const made = parseEnv(readFileSync(join(folder, 'flower-war-host/flower-war.env'), 'utf8'));
    const { OPERATOR_TOKEN: _one, METRICS_TOKEN: _two, ...settings } = settingsIn(written('--lan'));
    expect(made).toMatchObject(settings);
  });

  test.each([
    ['a closed terminal', '\u0004'],
    ['an interrupt', '\u0003'],
  ])('%s ends it, and nothing is written', async (_, sign) => {
    const folder = scratchFolder('init');
    const { code, said } = await typed(folder, [`${DOMAIN}\r`, sign]);
    expect(code).toBe(2);
    expect(said).toContain('Nothing was written.');
    expect(readdirSync(folder)).toEqual([]);
  });
});
