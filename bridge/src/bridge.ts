/** MQTT and the server, put together. It keeps nothing: temples repeat themselves, and the server knows the rest. */
import type { LinkAnswer, TempleTold } from '@flower-war/protocol';
import { type Command, filterOf, type TempleId, type TopicName, topicOf } from '@flower-war/protocol/temple';
import { type Clock, every } from './base/clock.ts';
import type { Log } from './base/log.ts';
import { Standing, stateMessage } from './bridgeState.ts';
import { HomePublisher } from './homeAssistant/homePublisher.ts';
import { Inbox } from './mqtt/inbox.ts';
import { Broker } from './mqtt/mqttLink.ts';
import { Outbox } from './mqtt/outbox.ts';
import { type Arrived, read, type Said, type StrayMessage } from './mqtt/parseMessage.ts';
import { Strays } from './mqtt/rejectedMessages.ts';
import { answerOperator, isUsable } from './operators.ts';
import { ageless } from './temples/beadAges.ts';
import { Presence } from './temples/presence.ts';
import type { Link } from './temples/serverLink.ts';
import { Voices } from './temples/serverQueue.ts';
import { Shown } from './temples/templeTopics.ts';

export interface BridgeSettings {
  readonly instance: string;
  readonly version: string;
  readonly broker: {
    readonly url: string;
    readonly user: string;
    readonly password?: string;
    readonly authority?: string;
  };
  readonly homeAssistant: boolean;
}

export interface Surroundings {
  readonly link: Link;
  readonly log: Log;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
}

const READ: readonly TopicName[] = [
  ...(['bridge', 'odometer', 'availability', 'info', 'result', 'ack', 'cmd', 'request'] as const),
];
const TICK_MS = 5000;
const GOODBYE_WITHIN_MS = 1500;
/** Whoever invents temples by the thousand is not listened to. */
const MOST_TEMPLES = 2000;
const MOST_REQUESTS = 16;

export class Bridge {
  private readonly settings: BridgeSettings;
  private readonly world: Surroundings;
  private readonly broker: Broker;
  private readonly outbox: Outbox;
  private readonly inbox: Inbox;
  private readonly strays: Strays;
  private readonly voices: Voices;
  private readonly presence: Presence;
  private readonly shown: Shown;
  private readonly standing: Standing;
  private readonly home: HomePublisher;
  private readonly temples = new Set<TempleId>();
  /** Not heard of since it was forgotten: what is still heard of its topics are our own words of before. */
  private readonly forgotten = new Set<TempleId>();
  private readonly stops: (() => void)[] = [];
  private requests = 0;
  private isStopping = false;

  constructor(settings: BridgeSettings, world: Surroundings) {
    const { clock, link, log, random } = world;
    this.settings = settings;
    this.world = world;
    this.broker = this.prepareBroker();
    this.outbox = new Outbox({ clock, log, publish: (message, signal) => this.broker.publish(message, signal) });
    const { outbox } = this;
    this.strays = new Strays({ clock, log, tell: async (told) => isHeard(await link.ask('strays', told)) });
    this.inbox = new Inbox({
      clock,
      onMessage: (arrived) => this.hear(read(arrived), arrived),
      onFlood: (arrived) => this.strays.note({ ...strayOf(read(arrived)), what: 'flood' }),
    });
    this.voices = new Voices({ clock, link, onAnswer: (temple, answer) => this.answered(temple, answer) });
    const tell = (temple: TempleId, is: 'online' | 'offline') => {
      this.voices.say({ name: 'presence', request: { temple, is } });
    };
    this.presence = new Presence({ clock, tell });
    this.shown = new Shown({ clock, outbox });
    this.standing = new Standing({ bridge: settings, clock, log, outbox });
    this.home = new HomePublisher({ clock, outbox, random, version: settings.version });
  }

  start(): void {
    const { clock, link } = this.world;
    this.stops.push(
      link.on('temple', (told) => this.told(told)),
      link.on('command', ({ temple, command }) => {
        this.outbox.put({ topic: topicOf('cmd', temple), payload: JSON.stringify(command), isRetained: false });
      }),
      link.on('forgotten', ({ temple }) => this.forget(temple)),
      link.on('connected', (isThere) => this.serverIs(isThere)),
      every(clock, TICK_MS, () => this.tick()),
    );
    link.open();
    this.broker.open();
  }

  /** Says that it goes, and waits no longer for that than people do. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const stop of this.stops) stop();
    this.shown.stop();
    this.home.stop();
    this.world.link.close();
    this.standing.stop();
    await soon(this.outbox.settled());
    this.outbox.close();
    await soon(this.broker.close());
    this.broker.drop();
  }

  private prepareBroker(): Broker {
    const { settings, world } = this;
    const filters = [...READ.map(filterOf), ...(settings.homeAssistant ? [filterOf('homeStatus')] : [])];
    const options = {
      ...settings.broker,
      ...{ clientId: `bridge-${settings.instance}`, will: stateMessage(settings, 'offline'), filters },
      ...{ random: world.random, log: world.log },
    };
    return new Broker(options, {
      onMessage: (arrived) => this.inbox.put(arrived),
      onUp: (version) => {
        world.log.info({ version: version === 5 ? '5' : '3.1.1' }, 'connected with the broker');
        this.outbox.open();
      },
      onDown: () => {
        if (!this.isStopping)
          world.log.warn('the connection with the broker was lost; the bridge tries again by itself');
        this.outbox.close();
      },
    });
  }

  private hear(said: Said, { topic, isRetained }: Arrived): void {
    if ('temple' in said && said.temple !== undefined && !this.isWelcome(said.temple)) {
      return this.strays.note({ what: 'flood' });
    }
    switch (said.kind) {
      case 'odometer':
        return this.heardOdometer(said);
      case 'availability':
        return this.presence.said(said.temple, said.is);
      case 'info':
        if (this.settings.homeAssistant) this.home.said(said.temple, said.info);
        return this.voices.say({ name: 'info', request: { temple: said.temple, info: said.info } });
      case 'result':
        return this.voices.say({ name: 'result', request: { temple: said.temple, result: said.result } });
      case 'ack':
        return this.forgotten.has(said.temple) ? undefined : this.shown.saw(said.temple, said.ack);
      case 'bridge':
        return this.standing.saw(said.state);
      case 'request':
        return void this.heardRequest(said.verb, said.body);
      case 'home':
        if (said.isOnline && !said.isOld) this.home.homeStarted();
        return;
      case 'nothing':
        return;
      case 'stray':
        this.strays.note(said);
        // A command that lies at the broker would be carried out by a careless device at every start.
        if (said.what === 'retained' && isRetained && topic.endsWith('/cmd')) this.clear(topic);
    }
  }

  private heardOdometer({ temple, odometer, isOld }: Extract<Said, { kind: 'odometer' }>): void {
    if (this.forgotten.delete(temple)) this.askForAll(temple);
    if (!isOld) this.shown.expectAck(temple);
    this.voices.say({ name: 'observe', request: { temple, odometer: isOld ? ageless(odometer) : odometer } });
    if (isOld) this.presence.repeat(temple);
    else this.presence.heard(temple);
  }

  /** It lives on after all: what it says only when it connects was taken away with the rest. */
  private askForAll(temple: TempleId): void {
    const report: Command = { op: 'report', transaction: 'forgotten' };
    this.outbox.put({ topic: topicOf('cmd', temple), payload: JSON.stringify(report), isRetained: false });
  }

  private async heardRequest(verb: string, body: unknown): Promise<void> {
    if (!isUsable(verb, body)) this.strays.note({ what: body === undefined ? 'not-json' : 'bad-payload' });
    if (this.requests >= MOST_REQUESTS) return this.strays.note({ what: 'flood' });
    this.requests++;
    await answerOperator({ link: this.world.link, outbox: this.outbox }, verb, body);
    this.requests--;
  }

  private answered(temple: TempleId, answer: LinkAnswer): void {
    if (answer.kind === 'observed') this.shown.reportJudged(temple);
    if (answer.kind === 'rejected') {
      this.world.log.warn({ temple, code: answer.code, reason: answer.reason }, 'the server would not have this');
    }
  }

  private told(told: TempleTold): void {
    this.shown.show(told);
    if (this.settings.homeAssistant) this.home.told(told);
  }

  private forget(temple: TempleId): void {
    this.temples.delete(temple);
    this.forgotten.add(temple);
    this.voices.forget(temple);
    this.presence.forget(temple);
    this.home.forget(temple);
    this.shown.forget(temple);
  }

  private serverIs(isThere: boolean): void {
    this.world.log.info(isThere ? 'connected with the server' : 'the connection with the server was lost');
    this.standing.serverIs(isThere);
    if (isThere) this.voices.resume();
    else this.shown.serverIsAway();
  }

  private tick(): void {
    this.presence.tick();
    this.strays.tick();
  }

  private clear(topic: string): void {
    this.outbox.put({ topic, payload: '', isRetained: true });
  }

  private isWelcome(temple: TempleId): boolean {
    if (!this.temples.has(temple) && this.temples.size >= MOST_TEMPLES) return false;
    this.temples.add(temple);
    return true;
  }
}

function isHeard(answer: LinkAnswer | undefined): boolean {
  return answer !== undefined && answer.kind !== 'retry';
}

function strayOf(said: Said): Omit<StrayMessage, 'kind'> {
  return { what: 'flood', ...('temple' in said && said.temple !== undefined ? { temple: said.temple } : {}) };
}

async function soon(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, GOODBYE_WITHIN_MS);
  });
  await Promise.race([work.catch(() => {}), late]);
  clearTimeout(timer);
}
