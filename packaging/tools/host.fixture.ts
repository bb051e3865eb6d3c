/** A host with the program: the same steps, however the program came to the machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { FlowerWarClient } from '@flower-war/client';
import { COMMANDS } from '@flower-war/launcher/tools';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ROOT, readRoom } from './packs.ts';

export interface Installed {
  /** What runs it. */
  readonly command: readonly string[];
  /** Where the host is: data, records and copies lie there. */
  readonly folder: string;
  readonly environment?: NodeJS.ProcessEnv;
}

/** Packages that libraries would take from a folder above theirs, and that no part of the program may take. */
const NEVER_TAKEN = ['bufferutil', 'msgpackr-extract', 'pg-native', 'utf-8-validate'];

export class Host {
  private readonly installed: Installed;
  private readonly running = new Set<ChildProcess>();

  constructor(installed: Installed) {
    this.installed = installed;
    mkdirSync(installed.folder, { recursive: true });
  }

  begin(args: readonly string[], more?: NodeJS.ProcessEnv) {
    return this.launch([...this.installed.command, ...args], more);
  }

  launch([program = '', ...words]: readonly string[], more: NodeJS.ProcessEnv = {}) {
    const { folder, environment } = this.installed;
    const ours = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST)|INIT_CWD/.test(name));
    const usual = { ...Object.fromEntries(ours), HOME: folder, XDG_STATE_HOME: folder, LC_ALL: 'C.UTF-8' };
    const child = spawn(program, words, {
      cwd: folder,
      env: { ...usual, ...environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.running.add(child);
    child.once('close', () => this.running.delete(child));
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    const stop = async () => {
      child.kill('SIGTERM');
      expect(await once(child, 'close')).toEqual([0, null]);
    };
    return { child, said: () => said, stop };
  }

  async run(args: readonly string[], more?: NodeJS.ProcessEnv) {
    const { child, said } = this.begin(args, more);
    const [code] = await once(child, 'close');
    return { code: code as number, said: said() };
  }

  /** A server on a free port, with its broker and its bridge. */
  async start(more: NodeJS.ProcessEnv = {}, command = [...this.installed.command, 'start']) {
    const { said, stop } = this.launch(command, { PORT: '0', MQTT_PORT: '0', BOT_DELAY_MS: '0', WEB: 'on', ...more });
    await expect.poll(said, { timeout: 20_000 }).toMatch(/Temples: mqtt/);
    const [, url = ''] = /ready at (\S+)/.exec(said()) ?? [];
    return { url, said, stop };
  }

  killAll(): void {
    for (const child of this.running) child.kill('SIGKILL');
  }
}

/** The tests of each way to install it. `explained`: the commands that are asked for their help. */
export function testAsHost(installed: Installed, explained: readonly string[]): Host {
  const host = new Host(installed);
  const { folder } = installed;
  beforeAll(() => NEVER_TAKEN.forEach(layBeside));
  afterEach(() => host.killAll());

  function layBeside(name: string): void {
    const beside = join(folder, 'node_modules', name);
    mkdirSync(beside, { recursive: true });
    writeFileSync(join(beside, 'index.js'), `console.error('${name} was taken')`);
  }

  test('it lists its commands, tells its version, and refuses what is not a command', async () => {
    const listed = await host.run([]);
    expect(listed.code).toBe(0);
    expect(await host.run(['--help'])).toEqual(listed);
    for (const name of Object.keys(COMMANDS)) expect(listed.said).toContain(`\n  ${name} `);
    expect(await host.run(['--version'])).toEqual({ code: 0, said: `${readRoom('launcher').version}\n` });
    for (const name of ['constructor', '--nonsense', '-x', '--'])
      expect(await host.run([name]), name).toMatchObject({ code: 2 });
    const refused = await host.run(['dance']);
    expect(refused).toMatchObject({
      code: 2,
      said: expect.stringContaining('has no command "dance". It has start, play'),
    });
  });

  test.each(explained)('flower-war %s explains itself, and names no npm', async (name) => {
    const { code, said } = await host.run([name, '--help']);
    expect(code).toBe(0);
    expect(said).toMatch(new RegExp(`^flower-war ${name}\\b`));
    expect(said).not.toMatch(/npm|do -- |\.ts\b/);
  });

  test('a host starts it, opens the page, plays, verifies, copies all, loses the folder, restores it and plays a bot', async () => {
    const first = await host.start();
    const page = async () => (await fetch(first.url, { headers: { Accept: 'text/html' } })).text();
    await expect.poll(page).toContain('/assets/');
    const [asset = 'none'] = /\/assets\/[\w.-]+\.js/.exec(await page()) ?? [];
    expect((await fetch(first.url + asset)).status).toBe(200);
    expect(await (await fetch(`${first.url}/docs/rules/es/mexica.html`)).text()).toContain('id="battle-3"');
    const played = await host.run(['play', '--url', first.url, '--game', 'tieqchieq', '--seats', '2', '--auto']);
    expect(played).toMatchObject({ code: 0, said: expect.stringContaining('flower-war verify ') });
    const [record = ''] = globSync('*.jsonl', { cwd: folder });
    expect(await host.run(['verify', record])).toMatchObject({ code: 0 });
    const copied = { code: 0, said: expect.stringContaining('matches 1') };
    expect(await host.run(['backup', 'copy.sqlite'])).toMatchObject(copied);
    await first.stop();
    rmSync(join(folder, 'data'), { recursive: true });
    expect(await host.run(['restore', 'copy.sqlite'])).toMatchObject({ code: 0 });
    const BOTS = join(folder, 'bots');
    mkdirSync(BOTS);
    writeFileSync(join(BOTS, 'tieqchieq.pilgrim.js'), 'export default ({ legal }, chance) => chance.pick(legal);');
    writeFileSync(join(BOTS, 'tieqchieq.first.wasm'), FIRST_MOVE);
    const second = await host.start({ BOTS });
    const match = record.replace('.jsonl', '');
    const told = await (await fetch(`${second.url}/api/matches/${match}/record`)).text();
    expect(told).toBe(readFileSync(join(folder, record), 'utf8'));
    // The strong bot thinks in a thread of its own.
    expect(await seatsThatMove(second.url, 'strong')).toEqual(new Set([0, 1]));
    // So does a bot of the host, in a process of its own.
    for (const bot of ['pilgrim', 'first']) expect(await seatsThatMove(second.url, bot)).toEqual(new Set([0, 1]));
    await second.stop();
    expect(second.said()).not.toMatch(/the process of the bots|"why":"(?!late)[^\n]*lost a turn/);
    for (const { said } of [first, second]) expect(said()).not.toMatch(/Error|Warning|npm|was taken/);
  });

  test('a broker and a bridge of its own work for a server that runs, and the doctor finds that server', async () => {
    const BRIDGE_TOKEN = 'a-token-for-bridges-alone';
    const { url, stop } = await host.start({ BRIDGE_TOKEN });
    const broker = host.begin(['broker'], { MQTT_PORT: '0' });
    await expect.poll(broker.said).toContain('"listening"');
    const [, port] = /"port":(\d+)/.exec(broker.said()) ?? [];
    const [, MQTT_PASSWORD] = /^bridge +(\S+)/m.exec((await host.run(['broker', '--passwords'])).said) ?? [];
    const mqtt = { MQTT_URL: `mqtt://127.0.0.1:${port}`, MQTT_PASSWORD };
    const bridge = host.begin(['bridge'], { SERVER_URL: url, BRIDGE_TOKEN, ...mqtt });
    for (const other of ['broker', 'server']) await expect.poll(bridge.said).toContain(`connected with the ${other}`);
    const looked = await host.run(['doctor'], { PORT: new URL(url).port });
    expect(looked.said).toMatch(/^good +server /m);
    expect(looked.code).toBeLessThan(2);
    for (const each of [bridge, broker, { stop }]) await each.stop();
  });

  test('the units of init start what is installed, and back it up', async () => {
    const { code, said } = await host.run(['init', '--domain', 'play.host.example']);
    expect(code).toBe(0);
    expect(said).not.toMatch(/npm|\.ts\b/);
    const made = join(folder, 'flower-war-host');
    const textOf = (name: string) => readFileSync(join(made, name), 'utf8');
    for (const name of readdirSync(made))
      expect(textOf(name), name).not.toMatch(/\/opt\/|\.ts\b|npm|undefined|example\.org/);
    const startOf = (name: string) => (/^ExecStart=(.*)$/m.exec(textOf(name))?.[1] ?? '').split(' ');
    const [program = ''] = startOf('flower-war.service');
    expect(program).toBe(installed.command[0]);
    expect(startOf('flower-war.service').slice(-2)).toEqual(['start', '$START_FLAGS']);
    expect(textOf('flower-war.service')).toMatch(/^ExecReload=\S+( \S+)? rolling-restart$/m);
    const settings = { ...parseEnv(textOf('flower-war.env')), DATA_DIR: join(folder, 'housed') };
    const server = await host.start(settings, startOf('flower-war.service').slice(0, -1));
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    mkdirSync(join(folder, 'backups'));
    const words = startOf('flower-war-backup.service').map((word) =>
      word.replace(/^\/var\/lib\/.*/, join(folder, 'backups')),
    );
    const backup = host.launch(words, settings);
    expect(await once(backup.child, 'close')).toEqual([0, null]);
    expect(readdirSync(join(folder, 'backups'))).toEqual([expect.stringMatching(/\.sqlite$/)]);
    await server.stop();
  });

  test('it makes a temple, with the firmware for it', async () => {
    const made = await host.run(['new-temple', '--out', 'firmware']);
    expect(made.said).toMatch(/templo-\w+/);
    expect(made.code).toBe(0);
    const house = readdirSync(join(ROOT, 'temple/device/esphome/components'), { recursive: true });
    expect(readdirSync(join(folder, 'firmware/components'), { recursive: true })).toEqual(
      house.filter((name) => !String(name).includes('__pycache__')),
    );
    expect(readdirSync(join(folder, 'firmware'))).toEqual(
      expect.arrayContaining(['plain.yaml', 'secrets.yaml', 'templo.env', 'requirements.txt']),
    );
  });
  return host;
}

/** Plays a bot until each of both has moved. */
/** A module of WebAssembly in which `alloc` and `move` return 0. */
const FIRST_MOVE = Buffer.from(
  '0061736d01000000010c0260017f017f60027f7f017f0303020001050301000107190306' +
    '6d656d6f7279020005616c6c6f630000046d6f766500010a0b02040041000b040041000b',
  'hex',
);

async function seatsThatMove(url: string, bot: string): Promise<ReadonlySet<number>> {
  const client = new FlowerWarClient({ url });
  await client.signIn('Ana');
  const live = await client.join(await client.create<string>({ game: 'tieqchieq', bots: [{ bot }] }));
  const seats = new Set<number>();
  live.on('events', (events) => {
    for (const event of events) if ('seat' in event) seats.add(Number(event.seat));
  });
  while (seats.size < 2 && !live.isOver) {
    const [move] = live.legal;
    if (move !== undefined) await live.play(move);
    await live.until(() => live.isOver || live.legal.length > 0 || seats.size === 2);
  }
  live.close();
  return seats;
}
