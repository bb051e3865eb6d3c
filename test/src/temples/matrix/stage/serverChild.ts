/** A server in a process of its own. Its clock can run faster, and a test can read what lies behind HTTP. */
import { readConfig, startServer } from '@flower-war/server';
import { answering } from './child.ts';
import { type Beat, WarpClock } from './warpClock.ts';

const clock = new WarpClock(JSON.parse(process.env['BEAT'] ?? '') as Beat);
const server = await startServer(readConfig(process.env), { now: () => Math.floor(clock.now()) });
const { services } = server;
const { temples } = services;

answering(clock, {
  claim: (temple: string, player: string) => temples.of(temple).claim(player, 'printed'),
  release: (temple: string, by: string) => temples.of(temple).release(by),
  bind: (temple: string, player: string, match: string, seat: number) =>
    temples.of(temple).bind(player, { match, seat }),
  unbind: (temple: string, player: string) => temples.of(temple).unbind(player),
  confirm: (temple: string, player: string) => temples.of(temple).confirmed(player),
  /** The owner, the account and the presence of a temple. */
  temple: async (id: string) => {
    const temple = temples.of(id);
    const { ack } = await temple.messages();
    const { owner, bound } = temple.state;
    return { owner, bound, account: temple.account, ack, isFresh: temple.isFresh };
  },
  log: (temple: string) => temples.of(temple).stream.log(),
  lines: async (match: string) => (await services.journal.read(match))?.lines,
  /** Does what is due by the clock, also in a match without any client. */
  tend: async (match: string) => (await services.matches.open(match))?.tend(services.now()),
  metrics: () => services.metrics.registry.metrics(),
});
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
