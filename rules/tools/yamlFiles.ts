import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Every YAML file under these paths, in a stable order. It throws if a path does not exist. */
export function yamlFiles(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => (statSync(path).isDirectory() ? filesUnder(path) : [path]));
}

function filesUnder(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.ya?ml$/.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

export const readYaml = (path: string): unknown => parse(readFileSync(path, 'utf8'));
