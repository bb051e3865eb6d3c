/** The buttons of the page. Each names a route of the operator; the script of the page calls the route. */
import { CALLS, methodOf, pathTo, type RouteId } from '@flower-war/protocol';
import { type Html, html } from './parts.ts';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'number';
  readonly isNeeded: boolean;
}

interface Deed {
  readonly id: RouteId;
  /** The values in the path. */
  readonly of?: Readonly<Record<string, string>>;
  readonly label: string;
  readonly title: string;
  readonly about: string;
  readonly fields?: readonly Field[];
  /** The name of the file in which the answer is saved. */
  readonly file?: string;
}

const field = (name: string, label: string): Field => ({ name, label, type: 'text', isNeeded: false });
const needed = (name: string, label: string): Field => ({ ...field(name, label), isNeeded: true });
const DAYS: Field = { ...field('days', 'For how many days? Empty: for ever.'), type: 'number' };
const REASON = field('reason', 'Why? Only operators see it.');

function button({ id, of = {}, label, fields = [], ...deed }: Deed): Html {
  const call = { method: methodOf({ call: CALLS[id] }), path: pathTo(id, of) };
  const data = JSON.stringify({ ...deed, ...call, fields });
  return html`<button type="button" data-name="${id} ${Object.values(of).join(' ')}" data-act="${data}">${label}</button>`;
}

export const deeds = {
  endMatch: (match: string) =>
    button({
      id: 'endMatch',
      of: { match },
      label: 'End',
      title: `End the match ${match}`,
      about: 'It ends without a winner. The reason stands in the record.',
      fields: [field('reason', 'Reason: small letters, digits and dashes')],
    }),
  kickFromMatch: (match: string) =>
    button({
      id: 'kickFromMatch',
      of: { match },
      label: 'Kick',
      title: `Take a player from the match ${match}`,
      about: 'Before the start the seat is free again; later the player resigns. A spectator is sent away.',
      fields: [needed('player', 'Player (id)')],
    }),
  kickPlayer: (player: string, name: string) =>
    button({
      id: 'kickPlayer',
      of: { player },
      label: 'Sign out',
      title: `Sign ${name} out everywhere`,
      about: 'A guest without a recovery code cannot come back as the same player. Seats are kept.',
    }),
  banPlayer: (player: string, name: string) =>
    button({
      id: 'banPlayer',
      of: { player },
      label: 'Ban',
      title: `Ban ${name}`,
      about: 'All requests are refused, and all connections are closed.',
      fields: [REASON, DAYS],
    }),
  unbanPlayer: (player: string, name: string) =>
    button({ id: 'unbanPlayer', of: { player }, label: 'Unban', title: `Let ${name} in again`, about: '' }),
  exportPerson: (player: string, name: string) =>
    button({
      id: 'exportPerson',
      of: { player },
      label: 'Export',
      title: `Save everything that is kept about ${name}`,
      about: 'For the player, at their request.',
      file: `${player}.json`,
    }),
  deletePerson: (player: string, name: string) =>
    button({
      id: 'deletePerson',
      of: { player },
      label: 'Delete',
      title: `Delete ${name}`,
      about: 'At their request. Name, devices, codes, talk and ratings go; records keep the id. It cannot be undone.',
    }),
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
  drainProcess: (process: string, name: string) =>
    button({
      id: 'drainProcess',
      of: { process },
      label: 'Drain',
      title: `Drain the process ${name}`,
      about: 'No new matches begin there. Those that run go on.',
    }),
  stopDrainingProcess: (process: string, name: string) =>
    button({
      id: 'stopDrainingProcess',
      of: { process },
      label: 'Undrain',
      title: `Take players again in the process ${name}`,
      about: '',
    }),
} as const;
