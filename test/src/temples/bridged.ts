/** A server with a bridge and devices behind it, for the tests of temples over HTTP. */
import { type FlowerWarClient, RefusedError, TempleLink } from '@flower-war/client';
import { type Ack, claimCode, type DeviceCommand, type Info, type TempleTold } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { beforeAll, beforeEach } from 'vitest';
import { person } from '../support/people.ts';
import { testServer } from '../support/server.ts';

export const TOKEN = 'a-token-for-bridges-alone';
export const KEY = '5e'.repeat(32);
export const INFO: Info = { v: 1, hw: 'esp32', fw: '1.0', flash: 'wal', ui: ['leds:12', 'display'], configRev: 0 };

/** The one server of the test file, the bridge, and two players who are new in each test. */
export let server: Running;
export let link: TempleLink;
export let ana: FlowerWarClient;
export let ben: FlowerWarClient;
let count = 0;
export const told = new Map<string, TempleTold>();
/** The commands that the server sent to devices. */
export const commands: { readonly temple: string; readonly command: DeviceCommand }[] = [];
type Answering = (temple: string, command: DeviceCommand) => 'ok' | 'error' | 'silence';
let answers: Answering = () => 'ok';

/** From now on, until the end of the test, devices answer so. */
export function answerWith(answering: Answering): void {
  answers = answering;
}

export function serveThisFile(): void {
  beforeAll(async () => {
    server = await testServer({ BRIDGE_TOKEN: TOKEN, OPERATOR_TOKEN: TOKEN, LIMITS: '0' }, { templeKey: KEY });
    link = new TempleLink({ url: server.address, token: TOKEN });
    link.on('temple', (one) => told.set(one.temple, { ...told.get(one.temple), ...one }));
    link.on('command', obey);
    const connected = new Promise((resolve) => link.on('connected', resolve));
    link.open();
    await connected;
    return async () => {
      link.close();
      await server.stop();
    };
  });
  beforeEach(async () => {
    answers = () => 'ok';
    commands.length = 0;
    ana = await person(server.address, 'Ana');
    ben = await person(server.address, 'Ben');
  });
}

function obey(asked: (typeof commands)[number]): void {
  commands.push(asked);
  const { transaction } = asked.command;
  const status = answers(asked.temple, asked.command);
  if (status === 'silence') return;
  const result = { transaction, status, ...(status === 'error' && { error: 'no display' }) };
  void link.ask('result', { temple: asked.temple, result });
}

export async function drop(temple: string, war: number, rain = 0, epoch = 7): Promise<Ack> {
  const answer = await link.ask('observe', { temple, odometer: { v: 1, epoch, war, rain } });
  if (answer?.kind !== 'observed') throw new Error(`no ledger: ${JSON.stringify(answer)}`);
  return answer.ack;
}

/** A new temple that is online and has no owner. */
export async function stranger(): Promise<string> {
  const temple = `templo-${(0xa000 + count++).toString(16)}`;
  await link.ask('info', { temple, info: INFO });
  await drop(temple, 10, 10);
  return temple;
}

export async function mine(client = ana): Promise<string> {
  const temple = await stranger();
  await client.temples.claim(temple, claimCode(KEY, temple));
  return temple;
}

/** How an attempt ended: `done`, or the code of the refusal. */
export const code = (doing: Promise<unknown>) =>
  doing.then(
    () => 'done',
    (error: unknown) => (error instanceof RefusedError ? error.code : String(error)),
  );

/** Waits, for a bounded time, until a condition comes true. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the condition did not come true in time');
}
