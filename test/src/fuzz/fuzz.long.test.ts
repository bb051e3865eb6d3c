/** In a copy of the house without five mends, the fuzzer finds each fault, and the table of costs the dear one. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyOfTheTree } from '../house/copyOfTheTree.ts';
import { costs, isTooMuch } from './costs.ts';
import { fuzz } from './round.ts';

interface Fault {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** What the fuzzer says. */
  readonly found: RegExp;
}

const FAULTS: Readonly<Record<string, Fault>> = {
  pipeline: {
    file: 'protocol/src/hosting/listening.ts',
    from: 'const line = waiting.get(socket);',
    to: 'const line = waiting.get(socket);\n    if (Math) return listener(request, response);',
    found: /gave \d+ answers to one write/,
  },
  target: {
    file: 'server/src/doors/peers/exchange.ts',
    from: 'send(peer.address, { path, ',
    to: 'send(peer.address + path, { ',
    found: /the peers answers/,
  },
  half: {
    file: 'protocol/src/hosting/listening.ts',
    from: "socket.once('finish', () => socket.destroy())",
    to: 'socket',
    found: /keeps a connection after its last answer/,
  },
  listening: {
    file: 'bridge/broker/accounts/access.ts',
    from: 'return a === b;',
    to: 'return true;',
    found: /the broker grants a device/,
  },
  terminal: {
    file: 'protocol/src/wire/printable.ts',
    from: 'return line.replace(UNSHOWN',
    to: 'return line; line.replace(UNSHOWN',
    found: /writes what a terminal obeys/,
  },
};

const tree = copyOfTheTree();
afterAll(() => rmSync(tree, { recursive: true }));
for (const { file, from, to } of Object.values(FAULTS)) {
  const text = readFileSync(join(tree, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(join(tree, file), text.replace(from, to));
}
const KINDS = Object.keys(FAULTS);

test('each kind of attack finds its fault', async () => {
  const { problems } = await fuzz({ seed: 1, milliseconds: 2000, kinds: KINDS, tree });
  const found = KINDS.filter((kind) => problems.some((one) => one.startsWith(kind) && FAULTS[kind]?.found.test(one)));
  expect([problems.join('\n'), found]).toEqual([expect.any(String), KINDS]);
});

test('the table of costs has too dear a row with the fault, and none without', async () => {
  const words = 'server GET /api/openapi.json';
  expect((await costs({ tree }, words)).filter(isTooMuch)).toMatchObject([{ name: 'again and again, nothing read' }]);
  expect((await costs({}, words)).filter(isTooMuch)).toEqual([]);
});

/** A crash on some upgrade requests. A transport library once had this bug, and no other test sends such requests. */
const PLANT = `
  import { Server } from 'node:http';
  const { emit } = Server.prototype;
  Server.prototype.emit = function (event, request, ...rest) {
    if (event === 'upgrade') new URL('ws://server' + request.url);
    return emit.call(this, event, request, ...rest);
  };`;

test('a server that throws at one request for a socket is found, and ends the round', async () => {
  const settings = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PLANT)}` };
  const { problems } = await fuzz({ seed: 1, milliseconds: 60_000, settings });
  expect(problems.join('\n')).toMatch(/The server ended with code \d+ \(TypeError: Invalid URL\)/);
}, 180_000);
