/** A Templo Mayor on a Raspberry Pi: connects the beams, the disk, the lamps and the broker. */
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { type CommandResult, type DeviceCommand, HEARTBEAT_MS, type Slot } from '@flower-war/protocol/temple';
import type { Logger } from 'pino';
import { type Turn, USUAL } from '../../shared/debounce.ts';
import type { Config } from './config.ts';
import { createLamps, type Libgpiod } from './gpio/gpio.ts';
import { createSlots, findChip, findLibgpiod, monitor } from './gpio/slots.ts';
import { type BrokerLink, createBrokerLink } from './messages/brokerLink.ts';
import type { Lamp } from './messages/lights.ts';
import { createMemory, type Memory } from './messages/incoming.ts';
import { infoOf } from './messages/outgoing.ts';
import { type Keeper, openKeeper } from './storage/keeper.ts';

const LOOK_AT_LAMPS_MS = 200;

export interface Device {
  stop(): Promise<void>;
}

export async function startDevice(config: Config, log: Logger): Promise<Device> {
  const version = await findLibgpiod();
  const chip = config.CHIP ?? (await findChip());
  const tools = { version, chip, log };
  const keeper = await openKeeper(config.STATE_FILE, log);
  const memory = createMemory(() => performance.now());
  const broker = await openLink(config, { keeper, memory, log });
  const stopping = new AbortController();
  watchSlots(config, { ...tools, keeper, memory, signal: stopping.signal });
  const lamps = createLamps({ ...tools, lines: lampLines(config) });
  const look = setInterval(() => lamps.show(memory.lamps()), LOOK_AT_LAMPS_MS);
  return {
    async stop() {
      stopping.abort();
      clearInterval(look);
      lamps.stop();
      await keeper.settled();
      await broker.stop();
      keeper.letGo();
    },
  };
}

interface Parts {
  readonly keeper: Keeper;
  readonly memory: Memory;
  readonly log: Logger;
}

async function openLink(config: Config, { keeper, memory, log }: Parts): Promise<Pick<BrokerLink, 'stop'>> {
  const self = { id: config.TEMPLE_ID, hardware: await model(), lamps: lampLines(config).size };
  const tellTotals = () => link.publish('odometer', memory.odometer(keeper.kept()));
  const tellInfo = () => link.publish('info', infoOf(self, keeper.kept().settings?.rev ?? 0));
  const tellAll = () => [tellInfo(), tellTotals()];
  const obey = (command: DeviceCommand) => {
    if (command.op === 'identify') memory.identify();
    if (command.op === 'report') [link.sayOnline(), tellAll()];
    link.publish('result', answerTo(command));
  };
  const link = createBrokerLink({
    url: config.MQTT_URL,
    id: config.TEMPLE_ID,
    password: config.MQTT_PASSWORD,
    log,
    ca: config.MQTT_CA && (await readFile(config.MQTT_CA, 'utf8')),
    linked: (isLinked) => [memory.linked(isLinked), isLinked && tellAll()],
    listeners: {
      ack: (ack) => memory.ack(ack, keeper.sensed()),
      match: memory.match,
      bridge: memory.bridge,
      // Compares whole settings, because another server counts its revisions from the start.
      config: (wanted) => isDeepStrictEqual(wanted, keeper.sensed().settings) || keeper.want(wanted),
      cmd: obey,
    },
  });
  keeper.onKept({ totals: tellTotals, settings: tellInfo });
  const beat = setInterval(tellTotals, HEARTBEAT_MS);
  return {
    stop() {
      clearInterval(beat);
      return link.stop();
    },
  };
}

interface Pins extends Parts {
  readonly version: Libgpiod;
  readonly chip: string;
  readonly signal: AbortSignal;
}

function watchSlots(config: Config, { version, chip, keeper, memory, log, signal }: Pins): void {
  const settings = () => keeper.sensed().settings;
  const slots = createSlots({
    timing: () => ({ ...USUAL, rearmMs: settings()?.debounceMs ?? USUAL.rearmMs }),
    sensed: (beam) => {
      const slot = placed(beam, settings()?.swapped ?? false);
      memory.sensed(slot, keeper.add(slot));
    },
    blocked: memory.blocked,
  });
  const beamOf = (line: number): Slot => (line === config.WAR_LINE ? 'war' : 'rain');
  const lines = { chip, war: config.WAR_LINE, rain: config.RAIN_LINE };
  const edge = (line: number, seen: Turn) => slots.edge(beamOf(line), seen);
  monitor({ version, log, lines, edge, ended: slots.forget }, signal);
}

const placed = (beam: Slot, isSwapped: boolean): Slot => (isSwapped === (beam === 'war') ? 'rain' : 'war');

/** Without a display the temple shows no code: a player claims it by a knock of beads. */
function answerTo({ op, transaction }: DeviceCommand): CommandResult {
  return op === 'show_code' ? { transaction, status: 'error', error: 'no display' } : { transaction, status: 'ok' };
}

function lampLines(config: Config): ReadonlyMap<Lamp, number> {
  const lines = { turn: config.LAMP_TURN, good: config.LAMP_GOOD, care: config.LAMP_CARE };
  return new Map(
    (Object.entries(lines) as [Lamp, number | undefined][]).flatMap(([lamp, line]) =>
      line === undefined ? [] : [[lamp, line]],
    ),
  );
}

async function model(): Promise<string> {
  const name = await readFile('/proc/device-tree/model', 'utf8').catch(() => '');
  return name.replace(/\0/g, '').trim() || 'raspberry-pi';
}
