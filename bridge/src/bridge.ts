/** Connects MQTT with the server. It stores nothing: temples repeat their states, and the server knows the rest. */
import type { LinkAnswer, TempleTold } from '@flower-war/protocol';
import {
  type BridgeStatus as BridgeStateMessage,
  type DeviceCommand,
  filterOf,
  TEMPLE_VERSION,
  type TempleId,
  type TopicName,
  topicOf,
} from '@flower-war/protocol/temple';
import { HomePublisher } from './homeAssistant.ts';
import {
  Inbox,
  type IncomingMessage,
  type ParsedMessage,
  parseMessage,
  type RejectedMessage,
  RejectedMessages,
} from './incoming.ts';
import { MqttLink } from './mqttLink.ts';
import { isUsable, Operators } from './operators.ts';
import { type Outgoing, TopicOutbox } from './outbox.ts';
import { Presence } from './presence.ts';
import { type Clock, every, type Log, systemClock } from './runtime.ts';
import { ageless, type ServerLink, ServerQueue } from './serverQueue.ts';
import { TempleTopics, Verdicts } from './templeTopics.ts';

export { createLog } from './runtime.ts';

interface BridgeSettings {
  readonly instance: string;
  readonly version: string;
  readonly broker: {
    readonly url: string;
    readonly user: string;
    readonly password?: string;
    readonly authority?: string;
  };
  readonly homeAssistant: boolean;
  /** Where people open the server in a browser. */
  readonly page?: string;
}

interface BridgeTools {
  readonly link: ServerLink;
  readonly log: Log;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
}

type BridgeOptions = BridgeSettings & Pick<BridgeTools, 'link' | 'log'> & Partial<BridgeTools>;

export interface RunningBridge {
  readonly instance: string;
  stop(): Promise<void>;
}

/** Starts a bridge in this process; `main.ts` is the process. */
export function startBridge({
  link,
  log,
  clock = systemClock,
  random = Math.random,
  ...settings
}: BridgeOptions): RunningBridge {
  const bridge = new Bridge(settings, { link, log, clock, random });
  bridge.start();
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= bridge.stop();
    return stopping;
  };
  return { instance: settings.instance, stop };
}

const READ: readonly TopicName[] = [
  'bridge',
  'odometer',
  'availability',
  'info',
  'result',
  'ack',
  'verdict',
  'cmd',
  'request',
];
const READ_OF_HOME: readonly TopicName[] = ['homeStatus', 'set'];
const TICK_MS = 5000;
const GOODBYE_WITHIN_MS = 1500;
/** The bridge takes messages of at most this many temples. */
const MOST_TEMPLES = 2000;

class Bridge {
  private readonly settings: BridgeSettings;
  private readonly tools: BridgeTools;
  private readonly broker: MqttLink;
  private readonly outbox: TopicOutbox;
  private readonly inbox: Inbox;
  private readonly rejected: RejectedMessages;
  private readonly serverQueue: ServerQueue;
  private readonly presence: Presence;
  private readonly topics: TempleTopics;
  private readonly verdicts: Verdicts;
  private readonly state: BridgeState;
  private readonly home: HomePublisher;
  private readonly operators: Operators;
  private readonly temples = new Set<TempleId>();
  /** Forgotten temples that have not reported since. An ack on their topics is an old one of this bridge. */
  private readonly forgotten = new Set<TempleId>();
  private readonly stops: (() => void)[] = [];
  private isStopping = false;

  constructor(settings: BridgeSettings, tools: BridgeTools) {
    const { clock, link, log, random } = tools;
    this.settings = settings;
    this.tools = tools;
    this.broker = this.prepareBroker();
    this.outbox = new TopicOutbox({ clock, log, publish: (message, signal) => this.broker.publish(message, signal) });
    const { outbox } = this;
    this.rejected = new RejectedMessages({ clock, log, tell: async (told) => isHeard(await link.ask('strays', told)) });
    this.inbox = new Inbox({
      clock,
      onMessage: (arrived) => this.receive(parseMessage(arrived), arrived),
      onFlood: (arrived) => this.rejected.note({ ...strayOf(parseMessage(arrived)), what: 'flood' }),
    });
    this.serverQueue = new ServerQueue({
      clock,
      link,
      onAnswer: (temple, answer) => this.serverAnswered(temple, answer),
    });
    this.presence = new Presence({
      clock,
      tell: (temple, is) => this.serverQueue.send({ name: 'presence', request: { temple, is } }),
    });
    this.verdicts = new Verdicts({ clock, outbox, random });
    this.topics = new TempleTopics({ clock, outbox, verdicts: this.verdicts });
    this.state = new BridgeState({ bridge: settings, clock, log, outbox });
    this.operators = new Operators({ link, outbox });
    const onDescribed = (temple: TempleId) => this.topics.matchAgain(temple);
    this.home = new HomePublisher({ clock, outbox, random, onDescribed, ...settings });
  }

  start(): void {
    const { clock, link } = this.tools;
    this.stops.push(
      link.on('temple', (told) => this.showTemple(told)),
      link.on('command', ({ temple, command }) => this.command(temple, command)),
      link.on('forgotten', ({ temple }) => this.forget(temple)),
      link.on('connected', (isThere) => this.serverIs(isThere)),
      every(clock, TICK_MS, () => this.tick()),
    );
    link.open();
    this.broker.open();
  }

  /** Publishes that the bridge goes offline, and waits a short time for that. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const stop of this.stops) stop();
    this.topics.stop();
    this.verdicts.stop();
    this.home.stop();
    this.tools.link.close();
    this.state.stop();
    await soon(this.outbox.settled());
    this.outbox.close();
    await soon(this.broker.close());
    this.broker.drop();
  }

  private prepareBroker(): MqttLink {
    const { settings, tools } = this;
    const filters = [...READ, ...(settings.homeAssistant ? READ_OF_HOME : [])].map(filterOf);
    const options = {
      ...settings.broker,
      clientId: `bridge-${settings.instance}`,
      will: stateMessage(settings, 'offline'),
      filters,
      random: tools.random,
      log: tools.log,
    };
    return new MqttLink(options, {
      onMessage: (arrived) => this.inbox.put(arrived),
      onUp: (version) => {
        tools.log.info({ version: version === 5 ? '5' : '3.1.1' }, 'connected with the broker');
        this.outbox.open();
      },
      onDown: () => {
        if (!this.isStopping)
          tools.log.warn('the connection with the broker was lost; the bridge tries again by itself');
        this.outbox.close();
      },
    });
  }

  private receive(message: ParsedMessage, { topic, isRetained }: IncomingMessage): void {
    if ('temple' in message && message.temple !== undefined && !this.isWelcome(message.temple)) {
      return this.rejected.note({ what: 'flood' });
    }
    switch (message.kind) {
      case 'odometer':
        return this.receiveOdometer(message);
      case 'availability':
        return this.presence.sawAvailability(message.temple, message.is);
      case 'info':
        if (this.settings.homeAssistant) this.home.infoChanged(message.temple, message.info);
        return this.serverQueue.send({ name: 'info', request: { temple: message.temple, info: message.info } });
      case 'result':
        return this.serverQueue.send({ name: 'result', request: { temple: message.temple, result: message.result } });
      case 'ack':
        return this.forgotten.has(message.temple) ? undefined : this.topics.ackSeen(message.temple, message.ack);
      case 'verdict':
        return this.verdicts.seen(message.temple, message.text);
      case 'set':
        return this.receiveWish(message);
      case 'bridge':
        if (message.state.instance !== this.settings.instance) this.verdicts.notAlone();
        return this.state.stateSeen(message.state);
      case 'request':
        return void this.answerRequest(message.verb, message.body);
      case 'home':
        if (message.isOnline && !message.isOld) this.home.homeStarted();
        return;
      case 'nothing':
        return;
      case 'stray':
        this.rejected.note(message);
        // A careless device would carry out a retained command at every start.
        if (message.what === 'retained' && isRetained && topic.endsWith('/cmd')) this.clear(topic);
    }
  }

  private receiveOdometer({ temple, odometer, isOld }: Extract<ParsedMessage, { kind: 'odometer' }>): void {
    if (this.forgotten.delete(temple)) this.askForAll(temple);
    if (!isOld) this.topics.expectAck(temple);
    const request = isOld ? { temple, odometer: ageless(odometer), isOld } : { temple, odometer };
    this.serverQueue.send({ name: 'observe', request });
    if (isOld) this.presence.repeat(temple);
    else this.presence.sawOdometer(temple);
  }

  private receiveWish({ temple, wish }: Extract<ParsedMessage, { kind: 'set' }>): void {
    if (wish.identify) this.command(temple, { op: 'identify', transaction: 'house' });
    if (wish.light !== undefined) this.serverQueue.send({ name: 'set', request: { temple, light: wish.light } });
  }

  private command(temple: TempleId, command: DeviceCommand): void {
    this.outbox.put({ topic: topicOf('cmd', temple), payload: JSON.stringify(command), isRetained: false });
  }

  /** A forgotten temple reports again. Asks it for all its states, because those of its connect were removed. */
  private askForAll(temple: TempleId): void {
    this.command(temple, { op: 'report', transaction: 'forgotten' });
  }

  private async answerRequest(verb: string, body: unknown): Promise<void> {
    if (!isUsable(verb, body)) this.rejected.note({ what: body === undefined ? 'not-json' : 'bad-payload' });
    if (!(await this.operators.answer(verb, body))) this.rejected.note({ what: 'flood' });
  }

  private serverAnswered(temple: TempleId, answer: LinkAnswer): void {
    if (answer.kind === 'observed') this.topics.reportJudged(temple);
    if (answer.kind === 'rejected') {
      this.tools.log.warn(
        { temple, code: answer.code, reason: answer.reason },
        'the server rejected a message of a temple',
      );
    }
  }

  private showTemple(told: TempleTold): void {
    this.topics.show(told);
    if (this.settings.homeAssistant) this.home.templeChanged(told);
  }

  private forget(temple: TempleId): void {
    this.temples.delete(temple);
    this.forgotten.add(temple);
    this.serverQueue.forget(temple);
    this.presence.forget(temple);
    this.home.forget(temple);
    this.topics.forget(temple);
  }

  private serverIs(isThere: boolean): void {
    this.tools.log.info(isThere ? 'connected with the server' : 'the connection with the server was lost');
    this.state.serverIs(isThere);
    if (isThere) this.serverQueue.resume();
    else this.topics.serverIsAway();
  }

  private tick(): void {
    this.presence.tick();
    this.rejected.tick();
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

function strayOf(said: ParsedMessage): Omit<RejectedMessage, 'kind'> {
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

// Whether this bridge is online, as all clients of the broker read it: as long as the server answers.

type BridgeIdentity = Pick<BridgeSettings, 'instance' | 'version'>;

interface BridgeStateOptions {
  readonly bridge: BridgeIdentity;
  readonly clock: Clock;
  readonly log: Log;
  readonly outbox: Pick<TopicOutbox, 'put'>;
}

/** Longer than a server needs for a restart. */
const SERVER_AWAY_MS = 10_000;

function stateMessage({ instance, version }: BridgeIdentity, state: BridgeStateMessage['state']): Outgoing {
  const payload: BridgeStateMessage = { state, proto: [TEMPLE_VERSION], version, instance };
  return { topic: topicOf('bridge', ''), payload: JSON.stringify(payload), isRetained: true };
}

class BridgeState {
  private readonly options: BridgeStateOptions;
  private state: BridgeStateMessage['state'] = 'online';
  private callOff: () => void;

  constructor(options: BridgeStateOptions) {
    this.options = options;
    this.callOff = this.waitForServer();
    this.publish();
  }

  serverIs(isThere: boolean): void {
    this.callOff();
    this.callOff = isThere ? () => {} : this.waitForServer();
    if (isThere && this.state === 'offline') this.change('online', 'the server answers');
  }

  /** All bridges share the topic. When the last will of another bridge says offline, this bridge says online again. */
  stateSeen({ state }: BridgeStateMessage): void {
    if (state === 'offline' && this.state === 'online') this.publish();
  }

  stop(): void {
    this.callOff();
    this.change('offline', 'stopping');
  }

  private waitForServer(): () => void {
    return this.options.clock.after(SERVER_AWAY_MS, () =>
      this.change('offline', 'the server does not answer; the bridge tries again by itself'),
    );
  }

  private change(state: BridgeStateMessage['state'], why: string): void {
    this.state = state;
    this.options.log.info({ why }, `the bridge is ${state}`);
    this.publish();
  }

  private publish(): void {
    this.options.outbox.put(stateMessage(this.options.bridge, this.state));
  }
}
