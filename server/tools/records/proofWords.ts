/** A proof in sentences that claim no more than it shows. */
import type { Proof } from '@flower-war/protocol';
import { resultWords, seatsIn } from './recordFile.ts';

/** What the signing key was compared with. */
export type KeyCheck =
  | { readonly kind: 'not-compared' }
  | { readonly kind: 'given' }
  | { readonly kind: 'published'; readonly by: string };

export function proofWords(proof: Proof, key: KeyCheck): readonly string[] {
  const { match, game, rulesVersion, entries, moves, contributors, signedBy } = proof;
  return [
    `The record of match ${match} is`,
    `  complete:   ${entries} entries from the first to the last, none changed, missing or out of order;`,
    `  consistent: ${moves} moves, played again by the rules of ${game} (version ${rulesVersion}), give the same result;`,
    ...origin(proof),
    '  fair:       the dice follow from the secret that the server committed to before the first player sat down,',
    `              ${added(contributors)};`,
    ...restored(proof),
    `  signed:     by the key ${signedBy},`,
    `              ${whose(key)}.`,
    ...resultWords(proof.result),
  ];
}

function origin({ from }: Proof): readonly string[] {
  if (from === undefined) return [];
  const where = `  goes on:    from entry ${from.seq} of match ${from.match},`;
  if (from.isCompared) return [where, '              where its record says the same, and verifies as well;'];
  return [where, '              which was not checked: compare with --parent FILE;'];
}

function restored({ restores }: Proof): readonly string[] {
  if (restores === 0) return [];
  const often = restores === 1 ? 'once' : `${restores} times`;
  return [
    `  restored:   ${often} from a backup, with other dice after it than before:`,
    '              the host of the server could choose which dice were to count;',
  ];
}

function added(contributors: readonly number[]): string {
  if (contributors.length > 0) return `and from what ${seatsIn(contributors)} added to it`;
  return 'but no player added to it: the server alone chose the dice, in advance';
}

function whose(key: KeyCheck): string {
  switch (key.kind) {
    case 'not-compared':
      return 'which was not compared with any other: add --key HEX or --url SERVER';
    case 'given':
      return 'which is the key given';
    case 'published':
      return `which is published by ${key.by}`;
  }
}
