/** Sockets in every kind of room: WebSocket frames, Colyseus frames, and noise. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { actions, type SeatedAnswer } from '@flower-war/protocol';
import type { Chance } from '@flower-war/rules';
import { pack } from 'msgpackr';
import { FRAME } from '../support/sockets/rawClient.ts';
import type { Attack } from './calls.ts';
import { bytes, damaged, damagedBytes, json, once, text } from './dice.ts';
import { frame, lawfulFrame, OPCODE, oddFrame } from './frames.ts';
import { lawful } from './lawful.ts';
import { bytesOf } from './requests.ts';
import { idFor, post, type Target, tokenFor } from './target.ts';
import { placeOf } from './wire.ts';

const FRAMES = 60;
const LISTENS_MS = 100;
const NAMES = ['act', 'observe', 'request', 'presence', 'info', 'result', 'strays', '__proto__', ''];

export const attackSocket: Attack = async (chance, target) => {
  const connection = await placeIn(chance, target);
  if (connection === undefined) return undefined;
  const { processId, roomId, sessionId } = connection;
  const path = `/${processId}/${roomId}?sessionId=${sessionId}`;
  const sent = Array.from({ length: chance.die(FRAMES) }, () => anyFrame(chance, target));
  if (once(chance, 6)) sent.push(...Array.from({ length: 3000 }, () => sent[0] ?? Buffer.alloc(0)));
  const heard = await talk(connect(placeOf(target.house.url)), [opening(path), ...sent]);
  return heard.includes('internal') ? `a socket in ${path} was answered: ${heard.slice(-300)}` : undefined;
};

/** A seat, a place to watch from, the lobby, or the room of bridges. */
async function placeIn(chance: Chance, target: Target): Promise<SeatedAnswer['connection'] | undefined> {
  const { commitment, match } = chance.pick(chance.pick(target.guests).matches);
  const sit = { commitment, contribution: randomBytes(16).toString('hex') };
  const [path, body, wanted] = chance.pick([
    [`/api/matches/${match}/seat`, sit, undefined],
    [`/api/matches/${match}/watch`, {}, undefined],
    ['/api/lobby', {}, undefined],
    ['/api/bridge/connection', {}, 'bridge'],
  ]);
  const token = tokenFor(chance, target, wanted).replaceAll(/[^!-~]/g, '');
  return (await post<Partial<SeatedAnswer>>(target.house.url + path, body, token)).connection;
}

function opening(target: string): Buffer {
  const key = randomBytes(16).toString('base64');
  const usual = { Host: 'localhost', Connection: 'Upgrade', Upgrade: 'websocket' };
  const headers = Object.entries({ ...usual, 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': key });
  return bytesOf({ method: 'GET', target, headers, body: '' });
}

function anyFrame(chance: Chance, target: Target): Buffer {
  if (once(chance, 8)) return oddFrame(chance);
  if (once(chance, 8)) return lawfulFrame(chance.pick(['ping', 'pong', 'text', 'binary']), bytes(chance, 60));
  const payload = message(chance, target);
  return frame({ opcode: once(chance, 20) ? OPCODE.text : OPCODE.binary, payload, isLast: !once(chance, 20) });
}

function message(chance: Chance, target: Target): Buffer {
  if (once(chance, 6)) return Buffer.concat([Buffer.from([chance.pick(Object.values(FRAME))]), bytes(chance, 40)]);
  if (once(chance, 4)) return Buffer.from([chance.pick([FRAME.join, FRAME.ping])]);
  const known = Object.entries(actions);
  const [name, schema] = chance.pick(known);
  const fit = lawful(chance, schema);
  const payload = chance.die(3) === 1 ? fit : once(chance, 3) ? json(chance) : damaged(chance, fit);
  const called = once(chance, 5) ? chance.pick([...NAMES, text(chance, 30), idFor(chance, target)]) : name;
  const word = Buffer.from(called).subarray(0, 31);
  const head = [FRAME.request, chance.die(127), 0xa0 | word.length];
  const whole = Buffer.concat([Buffer.from(head), word, packed(payload)]);
  return once(chance, 10) ? damagedBytes(chance, whole) : whole;
}

/** Text that is not valid Unicode cannot be packed. */
function packed(payload: unknown): Buffer {
  try {
    return pack(payload);
  } catch {
    return Buffer.from([0xc1]);
  }
}

/** Sends the first part, and all others after the first answer. */
function talk(socket: Socket, [first = Buffer.alloc(0), ...rest]: readonly Buffer[]): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    socket.write(first);
    socket.once('data', () => {
      socket.write(Buffer.concat([lawfulFrame('binary', Buffer.from([FRAME.join])), ...rest]));
      setTimeout(() => socket.destroy(), LISTENS_MS);
    });
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => resolve(heard));
    socket.setTimeout(LISTENS_MS * 20, () => socket.destroy());
  });
}
