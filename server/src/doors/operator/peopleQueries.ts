/** What the operator can see of players: who is online, who is banned, who is reported, and all by name. */
import type {
  Ban,
  HostedPeople,
  HostedPerson,
  OperatorReport,
  PeopleQuery,
  PersonDetails,
  PlayerOnline,
  PlayersOnline,
} from '@flower-war/protocol';
import { Refused } from '../../base/refused.ts';
import { postedFrom } from '../../features/listing/filter.ts';
import type { Connected, PresentIn } from '../../features/operating/fleet.ts';
import type { Listed, Search } from '../../store/people/people.ts';
import type { BanRow } from '../../store/people/bansAndReports.ts';
import type { Services } from '../services.ts';

const MOST_SHOWN = 100;
const IS_ID = /^p-[0-9A-Z]*$/i;

export async function playersOnline({ people, fleet }: Services): Promise<PlayersOnline> {
  const present = await fleet.present();
  const players = present.flatMap(onlineIn);
  await people.load(players.map(({ player }) => player));
  return {
    players: players.map((one) => ({ ...one, name: people.nameOf(one.player) })),
    unlisted: present.reduce((sum, { unlisted }) => sum + unlisted, 0),
  };
}

function onlineIn({ players, process }: PresentIn): Omit<PlayerOnline, 'name'>[] {
  const places = new Map<string, PlayerOnline['places']>();
  for (const one of players) places.set(one.player, [...(places.get(one.player) ?? []), ...placeOf(one)]);
  return [...places].map(([player, own]) => ({ player, process, places: own }));
}

function placeOf({ match, seat }: Connected): PlayerOnline['places'] {
  return match === undefined ? [] : [{ match, ...(seat !== undefined && { seat }) }];
}

/** One page of players, by name; by id if an id is asked for. `next` says where the next page begins. */
export async function findPeople(
  services: Services,
  { search = '', after, limit }: PeopleQuery,
): Promise<HostedPeople> {
  const { directory } = services;
  const place = after === undefined ? {} : { after: personIn(after) };
  const asked: Search = { text: search, limit: limit + 1, ...place };
  const isId = IS_ID.test(search);
  const found = await (isId ? directory.byId({ ...asked, text: idIn(search) }) : directory.byName(asked));
  const online = await onlineNow(services);
  const people = found.slice(0, limit).map((row) => personOf(services, row, online));
  const last = found.length > limit ? people.at(-1) : undefined;
  return { people, ...(last && { next: `${last.player}~${last.name}` }) };
}

const idIn = (search: string) => `p-${search.slice(2).toUpperCase()}`;

function personIn(after: string): NonNullable<Search['after']> {
  const [player = '', ...name] = after.split('~');
  return { player, name: name.join('~') };
}

/** All players who are connected to any process. */
export async function onlineNow({ fleet }: Services): Promise<ReadonlySet<string>> {
  return new Set((await fleet.present()).flatMap(({ players }) => players.map(({ player }) => player)));
}

function personOf({ now }: Services, row: Listed, online: ReadonlySet<string>): HostedPerson {
  const { player, name, createdAt, sessions, lastSeenAt, reports } = row;
  const { bannedAt: at, bannedUntil: until, banReason } = row;
  const isBanned = at !== null && (until === null || until > now());
  return {
    player,
    name,
    createdAt,
    hasRecoveryCode: row.hasRecoveryCode > 0,
    sessions,
    ...(lastSeenAt !== null && { lastSeenAt }),
    isOnline: online.has(player),
    reports,
    ...(isBanned && { ban: { at, reason: banReason ?? '', ...(until !== null && { until }) } }),
  };
}

export async function personDetails(services: Services, player: string): Promise<PersonDetails> {
  const row = await services.directory.one(player);
  if (row === undefined) throw new Refused('no-such-player');
  const { identity, journal } = services;
  return {
    ...personOf(services, row, await onlineNow(services)),
    devices: [...(await identity.sessions.of(player))],
    unfinished: (await journal.unfinishedOf(player)).map((index) => postedFrom(index).match),
    reportsAbout: [...(await identity.reports.about(player, MOST_SHOWN))],
  };
}

export async function bansNow({ bans, people, now }: Services): Promise<Ban[]> {
  const rows = await bans.all(now());
  await people.load(rows.map(({ player }) => player));
  return rows.map((row) => banOf(row, people.nameOf(row.player)));
}

export function banOf({ player, at, reason, until }: BanRow, name: string): Ban {
  return { player, name, at, reason, ...(until !== null && { until }) };
}

export async function latestReports({ identity }: Services): Promise<OperatorReport[]> {
  return [...(await identity.reports.latest(MOST_SHOWN))];
}
