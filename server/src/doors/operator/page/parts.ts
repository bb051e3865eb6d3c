import { CALLS, methodOf, PENALTY, pathTo, type RouteId } from '@flower-war/protocol';

/** The pieces of which the page is made: tables, links to the next page, times. */

type Row = readonly Html[];

export function table(columns: readonly string[], rows: readonly Row[]): Html {
  if (rows.length === 0) return html`<p>None.</p>`;
  const head = columns.map((column) => html`<th scope="col">${column}</th>`);
  const cellOf = (cell: Html, n: number) => html`<td data-label="${columns[n] ?? ''}">${cell}</td>`;
  const body = rows.map((cells) => html`<tr>${cells.map(cellOf)}</tr>`);
  return html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

/** A part of the page that is replaced when it changes. */
function live(name: string, content: Html): Html {
  return html`<div class="wide" data-live="${name}">${content}</div>`;
}

interface Part {
  readonly id: string;
  readonly title: string;
  /** How many there are, as far as that is known. */
  readonly count?: number | string;
  readonly isOpen: boolean;
  /** What stays as it is: forms. */
  readonly still?: Html;
  readonly content: Html;
}

export function part({ id, title, count = '', isOpen, still = html``, content }: Part): Html {
  const begin = isOpen ? html`<details class="part" id="${id}" open>` : html`<details class="part" id="${id}">`;
  const heading = html`<summary>${title} <span data-live="${id}-count">${count}</span></summary>`;
  return html`${begin}${heading}${still}${live(id, content)}</details>`;
}

interface Pages {
  /** The name in the query of the page. */
  readonly cursor: string;
  readonly isFirst: boolean;
  readonly next: string | number | undefined;
}

/** Links to the first page and to the next one. Without a script they forget the other lists. */
export function pages({ cursor, isFirst, next }: Pages): Html {
  const link = (text: string, after: string) =>
    html`<a href="/operator?${cursor}=${encodeURIComponent(after)}#${cursor}" data-page="${cursor}" data-after="${after}" data-name="${cursor} ${text}" aria-label="${text}: ${cursor}">${text}</a> `;
  return html`<p>${isFirst ? '' : link('First page', '')}${next === undefined ? '' : link('Next page', String(next))}</p>`;
}

export function wrong(message: string): Html {
  return html`<p class="wrong">${message}</p>`;
}

export const code = (text: string) => html`<code>${text}</code>`;

/** An age in the largest unit that fits. */
export function age(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
  ] as const;
  const [size, unit] = units.find(([length]) => seconds >= length) ?? [1, 's'];
  return `${Math.floor(seconds / size)} ${unit}`;
}

export function minute(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

export function second(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

// Makes HTML in which text that people wrote stays text.

/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type HtmlPart = string | number | Html | readonly Html[];
const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(strings.map((text, i) => text + (i < parts.length ? written(parts[i] ?? '') : '')).join(''));
}

function written(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return String(part).replace(/[&<>"']/g, (sign) => NAMES[sign] ?? '');
}

// The buttons of the page. Each names a route of the operator; the script of the page calls the route.

interface Field {
  readonly name: string;
  readonly label: string;
  /** A list is words with spaces or commas between them. */
  readonly type: 'text' | 'number' | 'list';
  readonly isNeeded: boolean;
  readonly choices?: readonly string[];
}

interface Deed {
  readonly id: RouteId;
  /** The values in the path. */
  readonly of?: Readonly<Record<string, string>>;
  readonly label: string;
  readonly title: string;
  readonly about: string;
  readonly fields?: readonly Field[];
  /** What tells the button from others with its label. */
  readonly called?: string;
  /** The name of the file in which the answer is saved. */
  readonly file?: string;
}

const field = (name: string, label: string): Field => ({ name, label, type: 'text', isNeeded: false });
const needed = (name: string, label: string): Field => ({ ...field(name, label), isNeeded: true });
const DAYS: Field = { ...field('days', 'For how many days? Empty: for ever.'), type: 'number' };
const oneOf = (name: string, label: string, choices: readonly string[]): Field => ({ ...needed(name, label), choices });
const RIGHTS: Field = { ...needed('rights', `Rights: ${PENALTY.rights.join(', ')}`), type: 'list' };
const REASON = field('reason', 'Why? Only operators see it.');

function button({ id, of = {}, label, called = label, fields = [], ...deed }: Deed): Html {
  const call = { method: methodOf({ call: CALLS[id] }), path: pathTo(id, of) };
  const data = JSON.stringify({ ...deed, ...call, fields });
  return html`<button type="button" aria-label="${called}" data-name="${id} ${Object.values(of).join(' ')}" data-act="${data}">${label}</button>`;
}

interface OnOne {
  readonly id: RouteId;
  /** What its path names. */
  readonly of: string;
  readonly label: string;
}

/** A button about one player, match, process or the like. Its full name tells which, also of two players with one name. */
const deedOn =
  ({ id, of, label }: OnOne, about: (name: string, one: string) => Omit<Deed, keyof OnOne>) =>
  (one: string, name = one): Html => {
    const deed = about(name, one);
    const said = deed.title.startsWith(`${label} `) ? deed.title : `${label}: ${deed.title}`;
    return button({ id, of: { [of]: one }, label, called: name === one ? said : `${said} (${one})`, ...deed });
  };

export const deeds = {
  endMatch: deedOn({ id: 'endMatch', of: 'match', label: 'End' }, (match) => ({
    title: `End the match ${match}`,
    about: 'It ends without a winner. The reason stands in the record.',
    fields: [field('reason', 'Reason: small letters, digits and dashes')],
  })),
  kickFromMatch: deedOn({ id: 'kickFromMatch', of: 'match', label: 'Kick' }, (match) => ({
    title: `Take a player from the match ${match}`,
    about: 'Before the start the seat is free again; later the player resigns. A spectator cannot watch until the end.',
    fields: [needed('player', 'Player (id)')],
  })),
  kickPlayer: deedOn({ id: 'kickPlayer', of: 'player', label: 'Sign out' }, (name) => ({
    title: `Sign ${name} out everywhere`,
    about: 'A guest without a recovery code cannot come back as the same player. Seats are kept.',
  })),
  banPlayer: deedOn({ id: 'banPlayer', of: 'player', label: 'Ban' }, (name) => ({
    title: `Ban ${name}`,
    about: 'All requests are refused, and all connections are closed.',
    fields: [REASON, DAYS],
  })),
  unbanPlayer: deedOn({ id: 'unbanPlayer', of: 'player', label: 'Unban' }, (name) => ({
    title: `Let ${name} in again`,
    about: '',
  })),
  penalize: deedOn({ id: 'penalizeAsOperator', of: 'player', label: 'Penalty' }, (name) => ({
    title: `Mute, ban or rename ${name}`,
    about: 'The player sees the reason, the text and the time, and may answer once.',
    fields: [
      oneOf('kind', 'What', PENALTY.kinds),
      oneOf('reason', 'Rule', PENALTY.reasons),
      field('text', 'What else the player is told'),
      DAYS,
    ],
  })),
  settlePenalty: deedOn({ id: 'settlePenaltyAsOperator', of: 'penalty', label: 'Settle' }, (name) => ({
    title: `Settle the penalty of ${name}`,
    about: 'The player sees it. `kept` needs an answer of the player, and `shortened` a number of days from now.',
    fields: [oneOf('outcome', 'Outcome', PENALTY.outcomes), { ...DAYS, label: 'Shortened: for how many days?' }],
  })),
  settleReport: deedOn({ id: 'settleReportAsOperator', of: 'report', label: 'Settle' }, (name) => ({
    title: `Settle the report ${name}`,
    about: '',
    fields: [oneOf('outcome', 'Outcome', PENALTY.settled)],
  })),
  appointModerator: deedOn({ id: 'appointModerator', of: 'player', label: 'Moderator' }, (name) => ({
    title: `Make ${name} a moderator, or change the rights`,
    about: 'A moderator acts on the page of players, under You.',
    fields: [RIGHTS],
  })),
  dismissModerator: deedOn({ id: 'dismissModerator', of: 'player', label: 'Dismiss' }, (name) => ({
    title: `${name} is a moderator no longer`,
    about: '',
  })),
  exportPerson: deedOn({ id: 'exportPerson', of: 'player', label: 'Export' }, (name, player) => ({
    title: `Save everything that is kept about ${name}`,
    about: 'For the player, at their request.',
    file: `${player}.json`,
  })),
  deletePerson: deedOn({ id: 'deletePerson', of: 'player', label: 'Delete' }, (name) => ({
    title: `Delete ${name}`,
    about: 'At their request. Name, devices, codes, talk and ratings go; records keep the id. It cannot be undone.',
  })),
  banNetwork: () =>
    button({
      id: 'banNetwork',
      label: 'Ban a network',
      title: 'Ban an address or a network',
      about: 'A school or a provider may have one address for many players.',
      fields: [needed('network', 'Address, or network like 203.0.113.0/24'), REASON, DAYS],
    }),
  unbanNetwork: () =>
    button({
      id: 'unbanNetwork',
      label: 'Unban a network',
      title: 'Let a network in again',
      about: '',
      fields: [needed('network', 'Network, as in the list')],
    }),
  createInvitation: () =>
    button({
      id: 'createInvitation',
      label: 'Invite new players',
      title: 'Make an invitation',
      about: 'It counts where SIGN_UP is invitation. Its code and its link come in the list.',
      fields: [
        { ...field('players', 'How many new players? Empty: one.'), type: 'number' },
        { ...field('days', 'For how many days? Empty: seven.'), type: 'number' },
      ],
    }),
  endInvitation: deedOn({ id: 'endInvitation', of: 'invitation', label: 'End' }, (invitation) => ({
    title: `End the invitation ${invitation}`,
    about: 'Players who came by it stay.',
  })),
  tellAll: () =>
    button({
      id: 'tellAll',
      label: 'Tell all players',
      title: 'Show a text to all who are connected',
      about: 'One line, such as: The server restarts in five minutes.',
      fields: [needed('text', 'Text')],
    }),
  drain: () =>
    button({
      id: 'drain',
      label: 'Drain all',
      title: 'Drain all processes',
      about: 'No new matches begin. Those that run go on.',
    }),
  stopDraining: () =>
    button({ id: 'stopDraining', label: 'Undrain all', title: 'Take players again, in all processes', about: '' }),
  drainProcess: deedOn({ id: 'drainProcess', of: 'process', label: 'Drain' }, (name) => ({
    title: `Drain the process ${name}`,
    about: 'No new matches begin there. Those that run go on.',
  })),
  stopDrainingProcess: deedOn({ id: 'stopDrainingProcess', of: 'process', label: 'Undrain' }, (name) => ({
    title: `Take players again in the process ${name}`,
    about: '',
  })),
} as const;
