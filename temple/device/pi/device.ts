/** A Templo Mayor on a Raspberry Pi: connects the beams, the disk, the lamps and the broker. */
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { type CommandResult, type DeviceCommand, HEARTBEAT_MS, type Slot, templeId } from '@flower-war/protocol/temple';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Turn, USUAL } from '../../shared/debounce.ts';
import { type BrokerLink, createBrokerLink } from './brokerLink.ts';
import { createLamps, createSlots, findChip, findLibgpiod, type Libgpiod, monitor } from './gpio.ts';
import { type Keeper, openKeeper } from './keeper.ts';
import type { Lamp } from './lights.ts';
import { createMemory, infoOf, type Memory } from './messages.ts';

const LOOK_AT_LAMPS_MS = 200;

interface Device {
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

// The only reader of the environment of a Raspberry Pi temple.

const line = z.coerce.number().int().min(0).max(511);
const path = z.string().startsWith('/', 'must be a whole path');

/** One line for each setting; templo.env has the same settings with examples. */
const shape = z.object({
  MQTT_URL: z
    .url({
      protocol: /^mqtts?$/,
      hostname: /./,
      error: 'must be like mqtt://broker.local:1883 or mqtts://broker.local:8883',
    })
    .describe('the broker; the name of one that npm start -- --lan runs is looked for in the local network'),
  MQTT_CA: path.optional().describe('certificate of your authority, for mqtts'),
  TEMPLE_ID: templeId.describe('user name and client id at the broker'),
  MQTT_PASSWORD: z.string().min(1).describe('password of this temple at the broker'),
  WAR_LINE: line.default(17).describe('GPIO of the beam of war'),
  RAIN_LINE: line.default(27).describe('GPIO of the beam of rain'),
  CHIP: z.string().min(1).optional().describe('GPIO chip; left out, it is found by its label'),
  STATE_FILE: path.default('/var/lib/templo/totals.json').describe('where the totals are kept'),
  LAMP_TURN: line.optional().describe('GPIO of the white lamp'),
  LAMP_GOOD: line.optional().describe('GPIO of the green lamp'),
  LAMP_CARE: line.optional().describe('GPIO of the red lamp'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('what is logged'),
});
type Config = Readonly<z.infer<typeof shape>>;
export const SETTINGS: readonly string[] = Object.keys(shape.shape);

const LINES = ['WAR_LINE', 'RAIN_LINE', 'LAMP_TURN', 'LAMP_GOOD', 'LAMP_CARE'] as const;
const settings = shape.superRefine((config, { addIssue }) => {
  for (const [i, name] of LINES.entries())
    if (config[name] !== undefined && LINES.slice(0, i).some((other) => config[other] === config[name]))
      addIssue({ code: 'custom', path: [name], message: 'each GPIO line has one purpose' });
});

type Variables = Readonly<Partial<Record<string, string>>>;

/** Throws an error with one line for each bad setting. It never shows a value, because one of them is a password. */
export function readConfig(from: Variables = process.env): Config {
  const given = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== ''));
  const result = settings.safeParse(given);
  if (result.success) return Object.freeze(result.data);
  const lines = result.error.issues.map(({ code, path: [name], message }) => {
    const isMissing = given[String(name)] === undefined && code !== 'custom';
    return `${String(name)}: ${isMissing ? 'is missing' : message}`;
  });
  throw new Error(`The settings in /etc/templo/templo.env cannot be used:\n${lines.join('\n')}`);
}

/** Every setting with its meaning and default, for `--help`. */
export function describeSettings(): string {
  const { properties = {}, required = [] } = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(properties).map(([name, property]) => {
    const { description, default: fallback } = property as { description?: string; default?: unknown };
    return `  ${name.padEnd(14)} ${description ?? ''} (${required.includes(name) ? 'needed' : String(fallback ?? 'none')})`;
  });
  return rows.join('\n');
}
