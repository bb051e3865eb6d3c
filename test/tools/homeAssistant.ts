/** npm run do -- home-assistant: a temple in a real Home Assistant. Exits with 1 when it shows or logs what it must not. */
import { setTimeout as pause } from 'node:timers/promises';
import type { LiveMatch } from '@flower-war/client';
import { commandLine } from '@flower-war/protocol/command-line';
import { type Slot, SLOTS } from '@flower-war/protocol/temple';
import {
  type BrokerKind,
  CannotBeHad,
  Home,
  Household,
  installedIn,
  isLoss,
  type MqttBroker,
  reasonToSkip,
  TEMPLE,
  until,
} from '../src/home-assistant/home.ts';

const { values } = commandLine({
  name: 'do -- home-assistant',
  does: 'lets a temple live in a house with Home Assistant',
  flags: {
    folder: {
      kind: 'text',
      of: 'FOLDER',
      usual: '.ci/home-assistant',
      tells: 'where Home Assistant is installed, or is to be',
    },
    broker: { kind: 'text', among: ['aedes', 'mosquitto'], tells: 'this broker alone' },
    protocol: { kind: 'text', among: ['3.1.1', '5'], usual: '5', tells: 'of Home Assistant with the embedded broker' },
  },
});

type Live = LiveMatch<'flower-war'>;

interface Around {
  readonly home: Home;
  readonly house: Household;
  readonly say: (line: string) => void;
}

/** The life of a temple: a whole match, deaths of every part, and another owner. Rejects at the first step that does not hold. */
async function life(around: Around, protocol: MqttBroker['protocol']): Promise<void> {
  const { home, house, say } = around;
  await home.addMqtt({ ...house.game.forHome, protocol });
  await untilNone('the device is not there', () => flawsOfEntities(home));
  await triggersAreThere(around);
  say('the device is there with all its entities and triggers');
  await house.claim(house.owner);
  const live = await house.match();
  await same(around, 'it counts for a match');
  const begun = await play(around, live, 2);
  await playersAreTold(around, live);
  await controls(around);
  say('its button and its light level reach the temple');
  await deaths(around);
  const { moves, beads } = await play(around, live);
  live.close();
  await same(around, 'the match is over');
  say(`a match of ${begun.moves + moves} moves of its own and ${begun.beads + beads} beads was followed to its end`);
  await otherOwner(around);
  say('release, forget and claim by another player are followed');
}

async function triggersAreThere({ home }: Around): Promise<void> {
  const [one] = (await entitiesOf(home)).values();
  const triggers: readonly { domain: string }[] = await home.ask('device_automation/trigger/list', {
    device_id: one?.device_id,
  });
  equal('the triggers', triggers.filter(({ domain }) => domain === 'mqtt').length, 6);
}

async function playersAreTold({ home }: Around, live: Live): Promise<void> {
  const { attributes } = await stateOf(home, 'match');
  equal(
    'the players',
    attributes['players'],
    live.table.seats.map(({ name }) => name),
  );
}

function equal(what: string, is: unknown, expected: unknown): void {
  const [found, right] = [JSON.stringify(is), JSON.stringify(expected)];
  if (found !== right) throw new Error(`${what}: ${found} instead of ${right}`);
}

async function controls({ home, house }: Around): Promise<void> {
  const entities = await entitiesOf(home);
  const of = (key: string) => ({ entity_id: entities.get(key)?.entity_id });
  await home.act('button/press', of('identify'));
  await until('the temple to show itself', () => house.twin.display.isIdentifying);
  await home.act('number/set_value', { ...of('light'), value: 40 });
  await until('the light level', async () => (await stateOf(home, 'light')).state === '40');
  const light = (await house.owner.temples.list())[0]?.settings.light;
  equal('the light level of the server', light, 40);
}

async function otherOwner(around: Around): Promise<void> {
  const { home, house } = around;
  await house.release();
  await same(around, 'its owner released it');
  house.twin.powerOff({ isTold: true });
  await until('the temple to be forgotten', async () => !(await house.forget()), 120_000);
  await until('Home Assistant to forget it', async () => (await entitiesOf(home)).size === 0);
  house.twin.powerOn();
  await house.twin.connected();
  await house.claim(house.guest);
  await untilNone('the device did not come back', () => flawsOfEntities(home));
  await same(around, 'another player claimed it');
}

/** What it logged above INFO because of us. While the broker is dead, Home Assistant has to say so. */
async function ourWarnings(home: Home): Promise<readonly string[]> {
  const lines = await home.warnings();
  return lines.filter((line) => /mqtt|templ|sensor\.|event\./i.test(line) && !isLoss(line));
}

const MOST_MOVES = 1000;
const COMPARED_EVERY = 10;

/** Plays until this many beads were offered, or to the end. Gives how many moves and beads that took. */
async function play(around: Around, live: Live, mostBeads = Number.POSITIVE_INFINITY) {
  let [moves, beads] = [0, 0];
  for (; moves < MOST_MOVES; moves++) {
    await live.until(({ legal, isOver }) => legal.length > 0 || isOver, { within: 60_000 });
    if (live.isOver || beads >= mostBeads) return { moves, beads };
    if (moves % COMPARED_EVERY === 0) await same(around, `after ${moves} moves`);
    const slot = slotToOffer(around, live);
    if (slot !== undefined) beads++;
    const quiet = live.legal.find((move) => move === 'done' || move === 'pass') ?? live.legal[0] ?? '';
    await (slot === undefined ? live.play(quiet) : offer(around, live, slot));
  }
  throw new Error(`the match was not over after ${moves} moves`);
}

/** The slots take turns, so that the gods stay near each other. */
function slotToOffer({ house }: Around, live: Live): Slot | undefined {
  if (live.view.phase !== 'offering') return undefined;
  const { mayOffer, counts } = house.told.match ?? {};
  const open = SLOTS.filter((slot) => mayOffer?.[slot]);
  return open.toSorted((one, other) => (counts?.[one] ?? 0) - (counts?.[other] ?? 0))[0];
}

async function offer(around: Around, live: Live, slot: Slot): Promise<void> {
  const { home, house } = around;
  await same(around, 'an offering may begin');
  const [before, step] = [(await stateOf(home, 'sacrifice')).state, live.step];
  house.twin.drop(slot);
  await until('the sacrifice', async () => (await stateOf(home, 'sacrifice')).state !== before);
  const { attributes } = await stateOf(home, 'sacrifice');
  equal('the event', attributes['event_type'], `${slot}_applied`);
  await live.until((now) => now.step > step, { within: 10_000 });
  await same(around, `a bead of ${slot}`);
}

/** After each death every value is that of the ledger again, and no sacrifice happens twice. */
async function deaths(around: Around): Promise<void> {
  const { home, house, say } = around;
  for (const [name, kill] of Object.entries(killsOf(around))) {
    await pause(2000); // Home Assistant writes down a moment later who is logged in.
    const before = await lastSacrifice(home);
    await kill();
    await house.twin.connected();
    await same(around, `the ${name} died`);
    const after = await lastSacrifice(home);
    // Home Assistant stores its states every 15 minutes, so that after its death it may know an earlier sacrifice or none.
    if (after !== 'unknown' && after > before)
      throw new Error(`after the death of the ${name} a sacrifice of ${before} happened again at ${after}`);
    // Home Assistant subscribes again a moment after it says that it is connected.
    await pause(5000);
    house.twin.drop('rain');
    await until('the next sacrifice', async () => (await lastSacrifice(home)) !== after);
    await same(around, `a bead after the death of the ${name}`);
    say(`the ${name} was killed: every value is that of the ledger again`);
  }
}

function killsOf({ home, house }: Around): Readonly<Record<string, () => Promise<void>>> {
  const { game, twin } = house;
  return {
    temple: async () => twin.reboot({ isTorn: true }),
    bridge: async () => {
      game.kill('bridge');
      await until('Home Assistant to notice', async () => (await stateOf(home, 'sacrifice')).state === AWAY);
    },
    server: async () => {
      game.kill('server');
      const answer = () => fetch(`${game.url}/health/ready`).catch(() => undefined);
      await until('the server to come back', async () => (await answer())?.ok);
    },
    broker: async () => {
      const losses = async () => (await home.warnings()).filter(isLoss).length;
      const before = await losses();
      await game.killBroker();
      await until('Home Assistant to notice', async () => (await losses()) > before);
      await game.restartBroker();
    },
    'Home Assistant': async () => {
      await home.kill();
      await home.up();
    },
  };
}

const AWAY = 'unavailable';

/** When it happened. Waits while temple, bridge or broker are away. */
async function lastSacrifice(home: Home): Promise<string> {
  let state = AWAY;
  await until('the sacrifice to be available', async () => {
    state = (await stateOf(home, 'sacrifice')).state;
    return state !== AWAY;
  });
  return state;
}

const OFF = ['signal', 'uptime', 'boots'];
const ON = 'war rain applied held refused turn mayWar mayRain apocalypse match deadline sacrifice identify light'.split(
  ' ',
);

interface Entity {
  readonly entity_id: string;
  readonly unique_id: string;
  readonly device_id: string;
  readonly disabled_by: string | null;
}

/** Its entities by their keys. */
async function entitiesOf(home: Home): Promise<ReadonlyMap<string, Entity>> {
  const all: readonly Entity[] = await home.ask('config/entity_registry/list');
  const ours = all.filter(({ unique_id }) => unique_id.startsWith(`${TEMPLE}_`));
  return new Map(ours.map((one) => [one.unique_id.slice(TEMPLE.length + 1), one]));
}

async function stateOf(home: Home, key: string): Promise<{ state: string; attributes: Record<string, unknown> }> {
  const id = (await entitiesOf(home)).get(key)?.entity_id;
  const state = (await home.states()).find(({ entity_id }) => entity_id === id);
  return state ?? { state: 'absent', attributes: {} };
}

/** What is missing or switched on or off wrongly. */
async function flawsOfEntities(home: Home): Promise<readonly string[]> {
  const entities = await entitiesOf(home);
  const missing = [...OFF, ...ON].filter((key) => !entities.has(key));
  const wrong = [...entities].filter(([key, { disabled_by }]) => (disabled_by !== null) !== OFF.includes(key));
  return [
    ...missing.map((key) => `${key} is missing`),
    ...wrong.map(([key]) => `${key} is switched on or off wrongly`),
  ];
}

/** Where Home Assistant shows something else than the server and the device know. */
async function differences({ home, house }: Around): Promise<readonly string[]> {
  const states = new Map((await home.states()).map(({ entity_id, state }) => [entity_id, state]));
  const [ledger, { match }, { odometer }] = [await house.ledger(), house.told, house.twin];
  const sum = (tally: 'applied' | 'held' | 'refused') =>
    String((ledger?.[tally].war ?? 0) + (ledger?.[tally].rain ?? 0));
  const yesOrNo = (holds: boolean | undefined) => (holds ? 'on' : 'off');
  const expected: Readonly<Record<string, string>> = {
    war: String(odometer?.war),
    rain: String(odometer?.rain),
    applied: sum('applied'),
    held: sum('held'),
    refused: sum('refused'),
    turn: yesOrNo(match?.yourTurn),
    mayWar: yesOrNo(match?.mayOffer.war),
    mayRain: yesOrNo(match?.mayOffer.rain),
    match: match?.match === undefined ? 'no match' : match.phase,
    apocalypse: String(match?.apocalypse?.left ?? 'unknown'),
  };
  const entities = await entitiesOf(home);
  return Object.entries(expected).flatMap(([key, is]) => {
    const shown = states.get(entities.get(key)?.entity_id ?? '') ?? 'absent';
    return shown === is ? [] : [`${key} is ${shown} instead of ${is}`];
  });
}

/** Waits until Home Assistant shows what the server and the device know. */
const same = (around: Around, when: string) => untilNone(when, () => differences(around));

/** Waits until there is no flaw. Rejects with those that stay. */
async function untilNone(when: string, flaws: () => Promise<readonly string[]>): Promise<void> {
  await until('no flaw', async () => (await flaws()).length === 0).catch(async () => {
    throw new Error(`${when}, and ${(await flaws()).join('; ')}`);
  });
}

// The run. All that it needs stands above.

const hass = await installedIn(values.folder).catch((error: unknown) => {
  if (!(error instanceof CannotBeHad)) throw error;
  console.log(`skipped, because Home Assistant cannot be had here: ${error.message}`);
  process.exit(0);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(1));

const OTHER = 'only the other was asked for';
const say = (line: string) => console.log(`  ${line}`);
let failed = 0;
console.log('Home Assistant starts; the first time takes minutes');
const home = await Home.start(hass);
for (const kind of ['mosquitto', 'aedes'] as const) {
  const reason = values.broker === undefined || values.broker === kind ? reasonToSkip(kind) : OTHER;
  if (reason === undefined) await tryWith(kind);
  else console.log(`${kind}: skipped, because ${reason}`);
}
await end(failed);

async function tryWith(kind: BrokerKind): Promise<void> {
  const protocol = (kind === 'aedes' ? values.protocol : '5') as MqttBroker['protocol'];
  console.log(`${kind}, MQTT ${protocol}`);
  const house = await Household.open(kind);
  const before = (await ourWarnings(home)).length;
  const trouble = await life({ home, house, say }, protocol).catch((error: unknown) => error);
  if (trouble !== undefined) failed = 1;
  if (trouble !== undefined) console.error(trouble);
  const warnings = (await ourWarnings(home)).slice(before);
  if (warnings.length > 0) failed = 1;
  console.log(`  ${warnings.length} lines above INFO are ours`);
  for (const line of warnings.slice(0, 10)) console.error(`  ${line.slice(0, 400)}`);
  await home.removeMqtt();
  await house.close();
}

async function end(code: number): Promise<void> {
  await home.stop();
  process.exit(code);
}
