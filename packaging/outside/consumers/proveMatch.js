/** Verifies the record of a match without the server that played it. */
import { verify } from '@flower-war/protocol/verify';
import { engine } from '@flower-war/rules';

/** What the record proves, in words. Throws if it does not prove everything. */
export async function proveMatch({ result, record, keys, contribution }) {
  const verdict = await verify(record, engine);
  if (!verdict.ok) throw new Error(`line ${verdict.line}: ${verdict.problem}`);
  if (!keys.includes(verdict.signedBy)) throw new Error('the record is not signed by the server');
  if (!record.includes(contribution)) throw new Error('the dice do not depend on this client');
  if (verdict.result.result !== result) throw new Error(`the record says ${verdict.result.result}, not ${result}`);
  const damaged = await verify(record.replace('"toss"', '"tosS"'), engine);
  if (damaged.ok) throw new Error('a damaged record verifies');
  return `${verdict.moves} moves, a ${result}, ${verdict.entries} entries proved`;
}
