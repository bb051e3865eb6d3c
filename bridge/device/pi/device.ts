/** A Templo Mayor on a Raspberry Pi: ties beams, disk, lamps and broker together. */
import { readFile } from 'node:fs/promises';
import { type Command, type CommandResult, HEARTBEAT_MS, type Slot } from '@flower-war/protocol/temple';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { USUAL } from './debounce.ts';
import { createKeeper } from './keeper.ts';
import { createLamps } from './lamps.ts';
import { type Lamp, lightOf } from './lights.ts';
import { createLink } from './link.ts';
import { findChip, findLibgpiod, monitor } from './monitor.ts';
import { load, save } from './record.ts';
import { type Bead, infoOf, odometerOf, remember } from './say.ts';
import { createSlots } from './slots.ts';
import { block, type Heard, hearAck, hearBridge, hearMatch, identify, link, NOTHING_HEARD, sense } from './told.ts';

const LOOK_AT_LAMPS_MS = 200;

export interface Device {
  stop(): Promise<void>;
}

export async function startDevice(config: Config, log: Logger): Promise<Device> {
  const version = await findLibgpiod();
  const chip = config.CHIP ?? (await findChip());
  const { record: found, was } = await load(config.STATE_FILE);
  const first = { ...found, boot: found.boot + 1 };
  // Also shows that the disk takes what comes; if not, this ends here, and nothing is told that is not kept.
  await save(config.STATE_FILE, first);
  const { epoch, war, rain } = first;
  log.info({ was, epoch, war, rain, chip, libgpiod: version }, 'the temple opens');

  const now = () => performance.now();
  const stopping = new AbortController();
  const lines = lampLines(config);
  const self = { id: config.TEMPLE_ID, hardware: await model(), lamps: lines.size };
  let heard: Heard = NOTHING_HEARD;
  let recent: readonly Bead[] = [];
  let seq = 0;

  const settings = () => keeper.sensed().settings;
  const tellTotals = () => broker.publish('odometer', odometerOf(keeper.kept(), recent, { seq: ++seq, now: now() }));
  const tellInfo = () => broker.publish('info', infoOf(self, keeper.kept().settings?.rev ?? 0));
  const keeper = createKeeper(first, { file: config.STATE_FILE, log, told: tellTotals, taken: tellInfo });

  const sensed = (beam: Slot) => {
    const slot = placed(beam, settings()?.swapped ?? false);
    recent = remember(recent, { slot, ordinal: keeper.add(slot), at: now() });
    heard = sense(heard, now());
  };
  const slots = createSlots({
    timing: () => ({ ...USUAL, rearmMs: settings()?.debounceMs ?? USUAL.rearmMs }),
    sensed,
    blocked: (beams) => {
      heard = block(heard, beams);
    },
  });

  const obey = (command: Command) => {
    if (command.op === 'identify') heard = identify(heard, now());
    if (command.op === 'report') [tellInfo(), tellTotals()];
    broker.publish('result', answerTo(command));
  };

  const broker = createLink({
    ...{ url: config.MQTT_URL, id: config.TEMPLE_ID, password: config.MQTT_PASSWORD, log },
    ca: config.MQTT_CA && (await readFile(config.MQTT_CA, 'utf8')),
    linked: (isLinked) => {
      heard = link(heard, isLinked);
      if (isLinked) [tellInfo(), tellTotals()];
    },
    listeners: {
      ack: (ack) => {
        heard = hearAck(heard, ack, { at: now(), life: keeper.sensed(), recent });
      },
      match: (match) => {
        heard = hearMatch(heard, match, now());
      },
      bridge: ({ state }) => {
        heard = hearBridge(heard, state === 'online');
      },
      config: (wanted) => wanted.rev !== settings()?.rev && keeper.want(wanted),
      cmd: obey,
    },
  });

  const lamps = createLamps({ version, chip, lines, log });
  const beat = setInterval(tellTotals, HEARTBEAT_MS);
  const look = setInterval(() => lamps.show(lightOf(heard.told, now())), LOOK_AT_LAMPS_MS);
  const beamOf = (line: number): Slot => (line === config.WAR_LINE ? 'war' : 'rain');
  monitor(
    {
      ...{ version, log, lines: { chip, war: config.WAR_LINE, rain: config.RAIN_LINE } },
      edge: (line, edge) => slots.edge(beamOf(line), edge),
      ended: slots.forget,
    },
    stopping.signal,
  );

  return {
    async stop() {
      stopping.abort();
      clearInterval(beat);
      clearInterval(look);
      lamps.stop();
      await keeper.settled();
      await broker.stop();
    },
  };
}

const placed = (beam: Slot, isSwapped: boolean): Slot => (isSwapped === (beam === 'war') ? 'rain' : 'war');

/** There is no display to show a code on, so the lobby has the temple claimed by a knock of beads. */
function answerTo({ op, transaction }: Command): CommandResult {
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
