import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startAedes, type TestBroker } from '@flower-war/bridge/testing';
import { type Odometer, odometer } from '@flower-war/protocol/temple';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Listener } from '../network/listener.fixture.ts';
import { makeScript, PROFILES, printScript } from '../script/script.ts';

const PROGRAM = fileURLToPath(new URL('./main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'temple-terminal-'));
const children: ChildProcess[] = [];
let broker: TestBroker;
let listener: Listener;
beforeAll(async () => {
  broker = await startAedes();
  listener = await Listener.at(broker);
});
afterAll(async () => {
  for (const child of children) child.kill();
  await listener?.stop();
  await broker?.kill();
  rmSync(folder, { recursive: true });
});

/** Runs the program with a pipe as its input. */
class Driven {
  readonly lines: string[] = [];
  readonly child: ChildProcess;
  private readonly waiting = new Set<() => void>();
  private readonly complaints: string[] = [];

  constructor(id: string, more: readonly string[] = []) {
    const state = join(folder, `${id}.json`);
    const at = more.includes('--mqtt') ? [] : ['--mqtt', broker.url];
    const args = [PROGRAM, ...at, '--id', id, '--password', 'secret', '--state', state, ...more];
    this.child = spawn(process.execPath, args, { stdio: 'pipe' });
    this.child.stderr!.on('data', (data: Buffer) => this.complaints.push(data.toString()));
    createInterface({ input: this.child.stdout! }).on('line', (line) => {
      this.lines.push(line);
      for (const look of [...this.waiting]) look();
    });
    children.push(this.child);
  }

  say(...lines: readonly string[]): void {
    for (const line of lines) this.child.stdin!.write(`${line}\n`);
  }

  until(what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`"${what}" has not come: ${this.lines.join(' | ')}`)), 20_000);
      const look = () => {
        if (!this.lines.some((line) => line.includes(what))) return;
        clearTimeout(late);
        this.waiting.delete(look);
        resolve();
      };
      this.waiting.add(look);
      look();
    });
  }

  complaint(): string {
    return this.complaints.join('');
  }

  async ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }
}

const last = (id: string) => odometer.parse(listener.last<Odometer>('odometer', id));

describe('npm run temple', () => {
  test.concurrent('counts beads that lines drop, and is the same temple the next time', async () => {
    const id = 'templo-aa01';
    const first = new Driven(id);
    first.say('war 3', 'rain bounce', 'settle', 'status', 'dance', 'quit');
    expect(await first.ended()).toBe(0);
    const status = JSON.parse(first.lines.find((line) => line.startsWith('{'))!);
    expect(status).toMatchObject({ id, war: 3, rain: 1, isConnected: true, inFlight: { war: 3, rain: 1 } });
    expect(first.lines.some((line) => line.startsWith('"dance" is not a command.'))).toBe(true);
    await listener.until('the total', () => last(id).war === 3 && last(id).rain === 1);
    const { epoch } = last(id);

    const again = new Driven(id);
    again.say('rain');
    again.child.stdin!.end();
    expect(await again.ended()).toBe(0);
    await listener.until('the total', () => last(id).rain === 2);
    expect(last(id)).toMatchObject({ epoch, war: 3, rain: 2 });
  });

  test.concurrent('is one temple at a time: a second one with the same file is told to take another', async () => {
    const id = 'templo-aa04';
    const first = new Driven(id);
    await first.until('online');
    const second = new Driven(id);
    expect(await second.ended()).toBe(2);
    expect(second.complaint()).toMatch(/Another npm run temple uses .*aa04[.]json[.] .* --state data/);
    first.child.kill('SIGKILL');
    await first.ended();
    const third = new Driven(id);
    third.say('quit');
    expect(await third.ended()).toBe(0);
  });

  test.concurrent('keeps beads while it is offline, and shows a code that the lobby asks for', async () => {
    const id = 'templo-aa02';
    const driven = new Driven(id);
    await driven.until('online');
    driven.say('offline', 'war 2');
    await driven.until('war has counted 2');
    driven.say('online', 'settle', 'status');
    await driven.until('"war":2');
    await listener.say('cmd', id, { op: 'show_code', transaction: 't', code: 'K7Q42M', time: 60 }, false);
    await driven.until('code to type in the lobby: K7Q42M');
    driven.say('quit');
    expect(await driven.ended()).toBe(0);
    expect(last(id)).toMatchObject({ war: 2 });
  });

  test.concurrent('lets a script happen', async () => {
    const driven = new Driven('templo-aa03', ['--script', 'calm', '--seed', '9']);
    await driven.until('script: ');
    driven.say('quit');
    expect(await driven.ended()).toBe(0);
  });

  test.concurrent('prints a script, and refuses what it does not understand', async () => {
    const runs = promisify(execFile);
    const printed = await runs(process.execPath, [PROGRAM, '--print-script', '--script', 'storm', '--seed', '4']);
    expect(printed.stdout).toBe(printScript(makeScript(4, PROFILES.storm)));
    const failure = await runs(process.execPath, [PROGRAM, '--id', 'templo-zz']).catch((error) => error);
    expect(failure).toMatchObject({ code: 2, stderr: expect.stringContaining('4 to 12 hex digits') });
    const nowhere = new Driven('templo-aa06', ['--script', '/nowhere', '--plain']);
    expect(await nowhere.ended()).toBe(2);
    expect(nowhere.complaint()).toMatch(/^The script \/nowhere cannot be read: /);
  });

  test.concurrent('says what it cannot reach or read, and what to do', async () => {
    const lonely = new Driven('templo-aa05', ['--mqtt', 'mqtt://127.0.0.1:1']);
    await lonely.until('no connection: no broker at 127.0.0.1:1 (ECONNREFUSED); npm start runs one');
    lonely.say('quit');
    expect(await lonely.ended()).toBe(0);
    const failure = await promisify(execFile)(process.execPath, [
      PROGRAM,
      '--ca',
      '/nowhere',
      '--password',
      'x',
      '--state',
      join(folder, 'ca.json'),
    ]).catch((e) => e);
    expect(failure).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--ca \/nowhere cannot be read \(ENOENT\)/),
    });
  });
});
