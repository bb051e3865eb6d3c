/** Forged records: the forger knows the format, computes every hash anew, and signs where the key is known. */
import { NO_HASH, type Sealed, seal, sealEnded } from '@flower-war/protocol';

// biome-ignore lint/suspicious/noExplicitAny: a forger is bound by no type
export type Body = any;
export type Forge = (bodies: Body[]) => void;

/** An honest record with changes. Without a key, the last line keeps its signature. */
export function forge(lines: readonly string[], change: Forge, key?: string): string {
  const bodies: Body[] = lines.map((line) => JSON.parse(line));
  for (const body of bodies) delete body.hash;
  change(bodies);
  let hash = NO_HASH;
  return bodies
    .map((body) => {
      const sealed = resealed(hash, body, key);
      hash = sealed.hash;
      return `${sealed.line}\n`;
    })
    .join('');
}

function resealed(previous: string, body: Body, key: string | undefined): Sealed {
  if (body.kind !== 'ended' || key === undefined) return seal(previous, body);
  const { key: _, signature: __, ...bare } = body;
  return sealEnded(previous, bare, key);
}
