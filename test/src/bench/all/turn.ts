/** Measures one turn, and prints its figures as the last line. argv: the measure, and what is wanted, as JSON. */
import { MEASURES, type MeasureName, type TurnOptions } from './measures.ts';

const [, , measure = '', wanted = '{}'] = process.argv;
if (!Object.hasOwn(MEASURES, measure)) throw new Error(`there is no measure "${measure}"`);
console.log(JSON.stringify(await MEASURES[measure as MeasureName].take(JSON.parse(wanted) as TurnOptions)));
process.exit(0); // a client may keep a timer or a socket
