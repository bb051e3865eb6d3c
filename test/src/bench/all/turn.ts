/** Measures one turn of one unit, and prints its figures as the last line. argv: the unit, and what is wanted, as JSON. */
import { run, type Wanted } from './runs.ts';
import { UNITS, type UnitName } from './units.ts';

const [, , unit = '', wanted = '{}'] = process.argv;
if (!Object.hasOwn(UNITS, unit)) throw new Error(`there is no unit "${unit}": ${Object.keys(UNITS).join(', ')}`);
console.log(JSON.stringify(await run(unit as UnitName, JSON.parse(wanted) as Wanted)));
process.exit(0); // a client may keep a timer or a socket
