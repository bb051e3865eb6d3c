/** The program that plays where k6 cannot. It plays one load, tells each second what it sees, and ends. */
import { appendFileSync } from 'node:fs';
import type { DrivenName } from '../load.ts';
import { measuredTo, type Plan } from '../plan.ts';
import { type Driving, drivingBy, watchLateness } from './base/driving.ts';
import { plain } from './plain.ts';
import { temples } from './temples.ts';

const DRIVERS: Readonly<Record<DrivenName, (driving: Driving) => Promise<void>>> = { plain, temples };
const TELL_EVERY_MS = 1000;
/** The last answers and the ledgers come in this time after the measured one. */
const LATEST_END_MS = 40_000;
const LATE = 'late';

const { LOAD = '', PLAN = '', TOLD = '' } = process.env;
const driving = drivingBy(JSON.parse(PLAN) as Plan);
const { plan, tally, at } = driving;
const fail = (error: unknown) => tally.fail(error);
process.on('uncaughtException', fail);
const tell = () => appendFileSync(TOLD, `${JSON.stringify(tally.tell())}\n`);
setInterval(tell, TELL_EVERY_MS);
watchLateness(driving);
const late = at(measuredTo(plan) + LATEST_END_MS).then(() => LATE);
const end = await Promise.race([DRIVERS[LOAD as DrivenName](driving).catch(fail), late]);
if (end === LATE) fail('the driver was not done in time');
tell();
process.exit();
