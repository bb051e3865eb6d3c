/** Reads a file of settings as systemd reads its EnvironmentFile, and tells which lines it would leave out. */

export interface SettingsFile {
  readonly settings: Readonly<Record<string, string>>;
  /** The numbers of the lines that are not a setting to systemd: it leaves them out, and tells only its own log. */
  readonly leftOut: readonly number[];
}

const DOUBLE = String.raw`"(?:\\[\s\S]|[^"\\])*"`;
const SINGLE = `'[^']*'`;
/** A # or a quote in its midst means nothing, and a backslash at its end goes on with the next line. */
const BARE = String.raw`(?![ \t'"])(?:\\[\s\S]|[^\\\n\r])+`;
const VALUE = String.raw`[ \t]*(?:(?:${SINGLE}|${DOUBLE})[ \t]*)*(?:${BARE})?`;
const ENTRY = new RegExp(
  String.raw`[ \t\n\r]*(?:[#;][^\n\r]*|(?<name>[A-Za-z_]\w*)[ \t]*=(?<value>${VALUE})|(?<other>[^ \t\n\r][^\n\r]*))(?:[\n\r]|$)`,
  'gy',
);

export function readSettingsFile(text: string): SettingsFile {
  const settings: Record<string, string> = {};
  const leftOut: number[] = [];
  for (const { 0: whole, index, groups: { name, value, other } = {} } of text.matchAll(ENTRY)) {
    if (name !== undefined) settings[name] = plain(value ?? '');
    else if (other !== undefined) leftOut.push(text.slice(0, index + whole.indexOf(other)).split('\n').length);
  }
  return { settings, leftOut };
}

const PART = /[ \t]*(?:'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|(?![ \t])((?:\\[\s\S]|[^\\])+?)[ \t]*$)/gy;

function plain(value: string): string {
  const parts = [...value.matchAll(PART)].map(
    ([, single, double, bare = '']) =>
      single ?? double?.replace(/\\\n|\\(["\\`$])/g, '$1') ?? bare.replace(/\\[\n\r]|\\([\s\S])/g, '$1'),
  );
  return parts.join('');
}
