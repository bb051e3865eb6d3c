/** Leaks in the rules: in views, in events, and in the reasons of refusals. */
import {
  all,
  differsIn,
  FLOWER_WAR,
  handsOfOthers,
  hasSecrets,
  isOdd,
  isSeat,
  type Leak,
  MEXICA,
  type Ring,
  refusing,
  SPACE_AZTECS,
  telling,
  topOf,
  viewing,
} from './leak.ts';

interface Aztecs {
  readonly hands: readonly { readonly chosen: string }[];
  readonly cities: readonly object[];
  readonly phase: { readonly kind: string };
}

type Cities = readonly Readonly<Record<string, unknown>>[];
const pendingOf = ({ tribes }: Ring, viewer: unknown) =>
  tribes.flatMap(({ pending }, seat) => (seat === viewer ? [] : pending));
const turned = (list: unknown, isTurned: boolean) => (isTurned ? (list as unknown[]).toReversed() : list);
const hasChosen = ({ hands, phase }: Aztecs, seat: number) => phase.kind === 'choosing' && hands[seat]?.chosen !== '';

export const VIEW_LEAKS: readonly Leak[] = [
  {
    name: 'a card of another hand',
    edition: FLOWER_WAR,
    change: viewing((state: Ring, viewer) => ({ card: handsOfOthers(state, viewer)[0] ?? '' })),
    wants: differsIn((state: Ring, viewer) => handsOfOthers(state, viewer)[0]),
  },
  {
    name: 'the top of a deck',
    edition: FLOWER_WAR,
    change: viewing((state: Ring) => ({ moment: topOf(state) })),
    wants: differsIn(topOf),
  },
  {
    name: 'an event that waits for another seat',
    edition: MEXICA,
    change: viewing((state: Ring) => ({ pending: state.tribes.flatMap(({ pending }) => pending) })),
    wants: differsIn(pendingOf),
  },
  {
    name: 'the own hand in an order that another hand decides',
    edition: MEXICA,
    change: viewing((state: Ring, viewer, { hand }) => ({ hand: turned(hand, isOdd(handsOfOthers(state, viewer))) })),
    wants: all(
      isSeat,
      differsIn((state: Ring, viewer) => isOdd(handsOfOthers(state, viewer))),
      ({ twins: { starts, viewer } }) => new Set((starts[0].table as Ring).tribes[Number(viewer)]?.hand).size > 1,
    ),
  },
  {
    name: 'that somebody has chosen in secret',
    edition: SPACE_AZTECS,
    change: viewing((state: Aztecs, _viewer, { cities }) => ({
      cities: (cities as Cities).map((city, seat) => (hasChosen(state, seat) ? { ...city, time: 'chosen' } : city)),
    })),
    wants: hasSecrets,
  },
  {
    name: 'the days in an order that a deck decides',
    edition: FLOWER_WAR,
    change: viewing((state: Ring, _viewer, { days }) => ({ days: turned(days, isOdd(topOf(state))) })),
    wants: differsIn((state: Ring) => isOdd(topOf(state))),
  },
];

export const EVENT_LEAKS: readonly Leak[] = [
  { name: 'which card somebody drew', edition: FLOWER_WAR, change: () => ({ viewEvent: (event) => event }) },
  {
    name: 'that a choice was made, not which',
    edition: SPACE_AZTECS,
    change: (game) => ({
      viewEvent: (event, viewer) =>
        game.viewEvent(event, viewer) ?? (event.kind === 'chose' ? { kind: 'chose', seat: event.seat } : undefined),
    }),
    wants: hasSecrets,
  },
  {
    name: 'the top of a deck beside what happened',
    edition: MEXICA,
    change: telling((events, state: Ring) => events.map((event) => ({ ...event, next: topOf(state) }))),
    wants: differsIn(topOf),
  },
  {
    name: 'what happened in an order that a hand decides',
    edition: FLOWER_WAR,
    change: telling((events, state: Ring) => (isOdd(handsOfOthers(state, 'all')) ? events.toReversed() : events)),
    wants: differsIn((state: Ring) => isOdd(handsOfOthers(state, 'all'))),
  },
];

export const REASON_LEAKS: readonly Leak[] = [
  {
    name: 'a reason that names a card of another hand',
    edition: MEXICA,
    change: refusing((reason, state: Ring, seat) => `${reason}-${handsOfOthers(state, seat)[0] ?? ''}`),
    wants: all(
      isSeat,
      differsIn((state: Ring, viewer) => handsOfOthers(state, viewer)[0]),
    ),
  },
];
