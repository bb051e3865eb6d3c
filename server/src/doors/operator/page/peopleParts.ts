/** The parts of the page about players. */
import {
  type Ban,
  type HostedPeople,
  type NetworkBan,
  type OperatorReport,
  type PageQuery,
  PHRASES,
  type PlayersOnline,
} from '@flower-war/protocol';
import { deeds } from './deeds.ts';
import { code, type Html, html, minute, pages, part, table, wrong } from './parts.ts';

export function peoplePart(found: HostedPeople | string, { search = '', people: cursor = '' }: PageQuery): Html {
  const still = html`<form class="filter" data-cursor="people"><label>Name or id begins with<input name="search" value="${search}" maxlength="64"></label><button>Find</button></form>`;
  const isOpen = search !== '' || cursor !== '';
  if (typeof found === 'string')
    return part({ id: 'people', title: 'People', isOpen: true, still, content: wrong(found) });
  const rows = found.people.map(({ player, name, createdAt, sessions, isOnline, ban, reports, ...person }) => [
    html`${name}${person.hasRecoveryCode ? '' : ' (guest)'}`,
    code(player),
    html`${isOnline ? 'online' : person.lastSeenAt === undefined ? '' : minute(person.lastSeenAt)}`,
    html`${minute(createdAt)}`,
    html`${sessions}`,
    html`${reports}`,
    html`${ban === undefined ? '' : `banned ${ban.until === undefined ? '' : 'until '}${until(ban.until)} ${ban.reason}`}`,
    html`${deeds.kickPlayer(player, name)}${ban === undefined ? deeds.banPlayer(player, name) : deeds.unbanPlayer(player, name)}${deeds.exportPerson(player, name)}${deeds.deletePerson(player, name)}`,
  ]);
  const list = table(['name', 'player', 'last seen (UTC)', 'since', 'devices', 'reports', 'ban', ''], rows);
  const content = html`${list}${pages({ cursor: 'people', isFirst: cursor === '', next: found.next })}`;
  return part({ id: 'people', title: 'People', isOpen, still, content });
}

export function onlinePart({ players, unlisted }: PlayersOnline): Html {
  const rows = players
    .slice(0, MOST_ROWS)
    .map(({ player, name, process, places }) => [
      html`${name}`,
      code(player),
      html`${process}`,
      html`${places.map(({ match, seat }) => html`<code>${match}</code>${seat === undefined ? ' (watching)' : ''} `)}`,
      html`${deeds.kickPlayer(player, name)}${deeds.banPlayer(player, name)}`,
    ]);
  const more = players.length - rows.length + unlisted;
  const content = html`${table(['name', 'player', 'process', 'at', ''], rows)}${more > 0 ? html`<p>And ${more} more.</p>` : ''}`;
  return part({ id: 'online', title: 'Online', count: players.length + unlisted, isOpen: true, content });
}

const MOST_ROWS = 100;

export function banPart(bans: readonly Ban[]): Html {
  const rows = bans
    .slice(0, MOST_ROWS)
    .map((ban) => [
      html`${ban.name}`,
      code(ban.player),
      html`${minute(ban.at)}`,
      html`${until(ban.until)}`,
      html`${ban.reason}`,
      deeds.unbanPlayer(ban.player, ban.name),
    ]);
  const content = table(['name', 'player', 'since (UTC)', 'until', 'why', ''], rows);
  return part({ id: 'banned', title: 'Banned', count: bans.length, isOpen: false, content });
}

export function networkPart(networks: readonly NetworkBan[]): Html {
  const rows = networks
    .slice(0, MOST_ROWS)
    .map(({ network, at, reason, until: end }) => [
      code(network),
      html`${minute(at)}`,
      html`${until(end)}`,
      html`${reason}`,
    ]);
  const still = html`<div class="actions">${deeds.banNetwork()}${deeds.unbanNetwork()}</div>`;
  const content = table(['network', 'since (UTC)', 'until', 'why'], rows);
  return part({ id: 'networks', title: 'Banned networks', count: networks.length, isOpen: false, still, content });
}

const until = (end: number | undefined) => (end === undefined ? 'for ever' : minute(end));

export function reportPart(reports: readonly OperatorReport[]): Html {
  const rows = reports.map(({ at, player, match, reason, text, lines = [] }) => [
    html`${minute(at)}`,
    code(player ?? ''),
    code(match ?? ''),
    html`${reason}`,
    html`${text}${lines.map(quoted)}`,
  ]);
  const content = table(['when (UTC)', 'about', 'match', 'reason', 'text'], rows);
  return part({ id: 'reports', title: 'Reports', count: reports.length, isOpen: reports.length > 0, content });
}

function quoted({ at, player, seat, text, phrase }: NonNullable<OperatorReport['lines']>[number]): Html {
  const place = seat === undefined ? '' : `seat ${seat}, `;
  const words = phrase === undefined ? (text ?? '') : PHRASES[phrase];
  return html`<p>${minute(at)} ${place}<code>${player}</code>: ${words}</p>`;
}
