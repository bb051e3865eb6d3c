/** Reads a Dockerfile: those instructions that ours uses. Any other is an error, because its run would mean nothing. */

export type Instruction =
  | { readonly kind: 'from'; readonly image: string; readonly name: string | undefined }
  | { readonly kind: 'workdir'; readonly path: string }
  | {
      readonly kind: 'copy';
      readonly from: string | undefined;
      readonly sources: readonly string[];
      readonly to: string;
    }
  | { readonly kind: 'run'; readonly shell: string }
  | { readonly kind: 'env'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'user'; readonly user: string }
  | { readonly kind: 'expose'; readonly port: number }
  | { readonly kind: 'healthcheck'; readonly command: readonly string[] }
  | { readonly kind: 'cmd'; readonly command: readonly string[] };

export class BadDockerfile extends Error {}

export function instructionsIn(text: string): readonly Instruction[] {
  const lines = text.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  return lines
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map(instructionIn);
}

function instructionIn(line: string): Instruction {
  const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
  switch (word) {
    case 'FROM':
      return fromIn(rest);
    case 'WORKDIR':
      return { kind: 'workdir', path: rest };
    case 'COPY':
      return copyIn(rest);
    case 'RUN':
      return { kind: 'run', shell: rest };
    case 'ENV':
      return { kind: 'env', values: Object.fromEntries(rest.split(' ').map((pair) => splitAt(pair, '='))) };
    case 'USER':
      return { kind: 'user', user: rest };
    case 'EXPOSE':
      return { kind: 'expose', port: Number(rest) };
    case 'HEALTHCHECK':
      return { kind: 'healthcheck', command: listIn(rest.replace(/^(--\S+\s+)*CMD\s+/, '')) };
    case 'CMD':
      return { kind: 'cmd', command: listIn(rest) };
    default:
      throw new BadDockerfile(`this instruction is not known here: ${line}`);
  }
}

function fromIn(rest: string): Instruction {
  const [image = '', as, name, ...more] = rest.split(' ');
  if (more.length > 0 || (as !== undefined && as !== 'AS')) throw new BadDockerfile(`FROM ${rest} cannot be read`);
  return { kind: 'from', image, name };
}

function copyIn(rest: string): Instruction {
  const words = rest.split(' ');
  const flags = words.filter((word) => word.startsWith('--'));
  const unknown = flags.find((flag) => !/^--(from|chown)=/.test(flag));
  if (unknown !== undefined) throw new BadDockerfile(`COPY knows no ${unknown} here`);
  const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length);
  const paths = words.slice(flags.length);
  const to = paths.pop();
  if (to === undefined || paths.length === 0) throw new BadDockerfile(`COPY ${rest} names no source`);
  return { kind: 'copy', from, sources: paths, to };
}

/** Without a shell, so that signals reach the program. */
function listIn(text: string): readonly string[] {
  const list: unknown = text.startsWith('[') ? JSON.parse(text) : undefined;
  if (!Array.isArray(list)) throw new BadDockerfile(`must be a list of words: ${text}`);
  return list.map(String);
}

function splitAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  if (at < 1) throw new BadDockerfile(`ENV ${text} gives no value`);
  return [text.slice(0, at), text.slice(at + 1)];
}
