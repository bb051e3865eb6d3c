/** What every part of the household does when it dies, and what must hold after each death. */
import { same, stateOf } from './entities.ts';
import type { Home } from './home.ts';
import type { Household } from './household.ts';
import { until } from './until.ts';

export interface Dying {
  readonly home: Home;
  readonly house: Household;
  readonly say: (line: string) => void;
}

/** After each death every value is that of the ledger again, and no sacrifice happens twice. */
export async function deaths({ home, house, say }: Dying): Promise<void> {
  for (const [name, kill] of Object.entries(killsOf({ home, house }))) {
    await moment(2000); // Home Assistant writes down a moment later who is logged in.
    const before = await lastSacrifice(home);
    await kill();
    await house.twin.connected();
    await same(home, house, `the ${name} died`);
    const after = await lastSacrifice(home);
    // Home Assistant stores its states every 15 minutes, so that after its death it may know an earlier sacrifice or none.
    if (after !== 'unknown' && after > before)
      throw new Error(`after the death of the ${name} a sacrifice of ${before} happened again at ${after}`);
    // Home Assistant subscribes again a moment after it says that it is connected.
    await moment(5000);
    house.twin.drop('rain');
    await until('the next sacrifice', async () => (await lastSacrifice(home)) !== after);
    await same(home, house, `a bead after the death of the ${name}`);
    say(`the ${name} was killed: every value is that of the ledger again`);
  }
}

function killsOf({ home, house }: Pick<Dying, 'home' | 'house'>): Readonly<Record<string, () => Promise<void>>> {
  const { game, twin } = house;
  return {
    temple: async () => twin.reboot({ isTorn: true }),
    bridge: async () => {
      game.command.kill('bridge');
      await until('Home Assistant to notice', async () => (await stateOf(home, 'sacrifice')).state === AWAY);
    },
    server: async () => {
      game.command.kill('server');
      await until('the server to come back', () => answers(game.url));
    },
    broker: async () => {
      const before = await home.losses();
      await game.killBroker();
      await until('Home Assistant to notice', async () => (await home.losses()) > before);
      await game.restartBroker();
    },
    'Home Assistant': async () => {
      await home.kill();
      await home.up();
    },
  };
}

const answers = (url: string) =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

const AWAY = 'unavailable';

/** When it happened. Waits while temple, bridge or broker are away. */
async function lastSacrifice(home: Home): Promise<string> {
  let state = AWAY;
  const isThere = async () => {
    state = (await stateOf(home, 'sacrifice')).state;
    return state !== AWAY;
  };
  await until('the sacrifice to be available', isThere);
  return state;
}

const moment = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
