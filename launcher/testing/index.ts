/** What tests of other rooms need of the launcher. */
export { BUSY, SMALL } from '../src/keeper.ts';
