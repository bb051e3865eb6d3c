/** Where a file of the house lies in the package. */
import { existsSync } from 'node:fs';

/** The folder under which each program has the path of its source. Code that several programs share lies in other folders. */
const root = [1, 2, 3, 4, 5, 6]
  .map((up) => new URL('../'.repeat(up - 1) || '.', import.meta.url))
  .find((folder) => existsSync(new URL('launcher/src/command.js', folder)));

export const placeOf = (file: string): URL => new URL(file, root);
