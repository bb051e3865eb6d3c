/** For tests, as programs of their own: what else is in a local network. `node stranger.fixture.ts DOES WITH`, the second in JSON. */
import { createSocket } from 'node:dgram';
import { MULTICAST, readPacket, sendThrough } from '@flower-war/protocol/lan';
import { encode } from 'dns-packet';

export interface Pretended {
  readonly instance: string;
  readonly host: string;
  readonly port: number;
  readonly address: string;
}

export interface Stranger {
  readonly type: string;
  /** Each is told in a message of its own. */
  readonly services: readonly Pretended[];
}

/** Where it is. */
interface Place {
  readonly from: string;
}

const DOES = { pretend, listen, flood, ask } as const;
export type Deed = keyof typeof DOES;
if (import.meta.main) DOES[process.argv[2] as Deed](JSON.parse(process.argv[3] ?? ''));

/** Answers every question for a service with what is pretended. */
function pretend({ from, type, services }: Stranger & Place): void {
  const socket = hearing(from).on('message', (message, sender) => {
    const { id = 0, questions = [] } = readPacket(message) ?? {};
    if (!questions.some(({ name }) => name === type)) return;
    for (const { instance, host, port, address } of services) {
      const name = `${instance}.${type}`;
      const place = { type: 'SRV', name, ttl: 10, data: { port, target: host } } as const;
      const pointer = { type: 'PTR', name: type, ttl: 10, data: name } as const;
      const answers = [pointer, place, { type: 'A', name: host, ttl: 10, data: address } as const];
      socket.send(encode({ type: 'response', id, answers }), sender.port, sender.address);
    }
  });
}

/** Prints what is announced: the type of each record, how long it holds, and its name. */
function listen({ from }: Place): void {
  hearing(from).on('message', (message) => {
    for (const one of readPacket(message)?.answers ?? []) console.log(one.type, 'ttl' in one ? one.ttl : '', one.name);
  });
}

function hearing(from: string) {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  return socket.bind(MULTICAST.port, () => {
    socket.addMembership(MULTICAST.address, from);
    console.log('ready');
  });
}

const MANY = 400;

/** Asks very often at once, sends as much rubbish, and prints how often it was answered. */
function flood({ from, type }: Place & { readonly type: string }): void {
  let answers = 0;
  const question = encode({ type: 'query', id: 1, questions: [{ type: 'PTR', name: type }] });
  const socket = createSocket('udp4').bind(0, from, () => {
    sendThrough(socket, from);
    for (const what of [question, Buffer.alloc(1000, 0xc0)])
      for (let n = 0; n < MANY; n++) socket.send(what, MULTICAST.port, MULTICAST.address);
  });
  socket.on('message', () => answers++);
  setTimeout(() => {
    console.log(answers);
    socket.close();
  }, 1500);
}

/**
 * Asks as lwIP does in an ESP32, byte for byte, and prints what that reads: flags, questions and answers, whether its question came back, and
 * of the first answer the class, the time to live and the address.
 */
function ask({ from, host }: Place & { readonly host: string }): void {
  const labels = host.split('.').map((label) => Buffer.from(String.fromCharCode(label.length) + label));
  const question = Buffer.concat([...labels, Buffer.from([0, 0, 1, 0, 1])]);
  const head = Buffer.from([0x12, 0x67, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  const socket = createSocket('udp4').bind(0, from, () => {
    sendThrough(socket, from);
    socket.send(Buffer.concat([head, question]), MULTICAST.port, MULTICAST.address);
  });
  const say = (text: string) => {
    console.log(text);
    process.exit();
  };
  setTimeout(say, 2000, 'silence');
  socket.on('message', (message) => {
    const end = head.length + question.length;
    const isOwn = message.readUInt16BE(0) === 0x1267 && message.subarray(head.length, end).equals(question);
    const [flags = 0, questions, answers] = [2, 4, 6].map((at) => message.readUInt16BE(at));
    const answer = message.subarray(message.indexOf(0, end) + 1);
    const [kind, ttl, address] = [answer.readUInt16BE(2), answer.readUInt32BE(4), answer.subarray(10, 14).join('.')];
    say([flags.toString(16), questions, answers, isOwn, kind, ttl, address].join(' '));
  });
}
