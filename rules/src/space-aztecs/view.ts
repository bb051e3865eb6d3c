/** What a viewer may know: everything except the cards in piles and the choices of others. */
import type { Seat, Viewer } from '../contract/game.ts';
import { remembered, rememberedLast } from '../json.ts';
import { type CardId, cardOf, type Colour, COLOURS, PLACE_NAMES, SET_NAMES, type Time } from './cards.ts';
import type { City, Event, Phase, Pile, Saucer, State, Temple } from './state.ts';
import { saucerLimit, saucersIn } from './revealing.ts';
import { scoresOf, totalOf } from './scoring.ts';

/** Every field is always present, so that a client's schema can copy it field by field. */
export interface View {
  /** What the match waits for: `taking`, `choosing`, `hiding` or `capturing`; `over` after the end. */
  readonly phase: Phase['kind'];
  /** The seat that is asked. While all choose, and after the end, it is the Starting Player. */
  readonly turn: Seat;
  /** The number of the round, from 1 on. */
  readonly round: number;
  /** The seat of the Starting Player. */
  readonly starter: Seat;
  /** The colour whose set is not in the game. */
  readonly removed: Colour | 'none';
  /** By colour: pink, yellow, blue, green. */
  readonly sets: readonly SetView[];
  /** The saucers in all cities. */
  readonly saucers: number;
  /** The number of saucers that ends the match. */
  readonly saucerLimit: number;
  /** Piles by place, from pile 1 on. */
  readonly piles: readonly PileView[];
  /** The cities, by seat. */
  readonly cities: readonly CityView[];
  /** The Aztec before a temple, or the saucer that takes one; empty otherwise. */
  readonly card: CardId;
  /** The seat from which the saucer takes; 0 otherwise. */
  readonly victim: Seat;
  /** The viewer's own choice; empty for all others. */
  readonly chosen: CardId;
  /** The viewer's own log by pile, if the table allows one. */
  readonly log: readonly LogView[];
}

export interface SetView {
  /** Its colour: pink, yellow, blue or green. */
  readonly colour: Colour;
  /** Its name. */
  readonly name: string;
  /** Whether it is in the game. */
  readonly inGame: boolean;
}

export interface PileView {
  /** The name of its place. */
  readonly name: string;
  /** The number of its cards. */
  readonly size: number;
  /** Its cards. Only for the seat that holds the pile. */
  readonly cards: readonly CardId[];
}

export interface CityView {
  /** The pile that the seat holds, or 0. */
  readonly pile: number;
  /** The time of the announced card that is not yet revealed; empty otherwise. */
  readonly time: Time;
  /** The cards that lie open, outside of temples and saucers. */
  readonly visible: readonly CardId[];
  /** The temples, with the Aztecs under them. */
  readonly temples: readonly Temple[];
  /** The codices. */
  readonly codices: readonly CardId[];
  /** The saucers, with the Aztecs that they took. */
  readonly saucers: readonly Saucer[];
  /** The score if the match ended now. */
  readonly score: number;
  /** Whether the seat still plays. */
  readonly here: boolean;
}

/** The cards that the seat left in the pile when it last held it, and how many of them are gone since. */
export interface LogView {
  /** The cards that the seat left there. */
  readonly cards: readonly CardId[];
  /** How many of them are gone since. */
  readonly gone: number;
}

export function view(state: State, viewer: Viewer): View {
  const { piles } = state;
  const hand = typeof viewer === 'number' ? state.hands[viewer] : undefined;
  const isOpen = (index: number) => viewer === 'all' || hand?.pile === index + 1;
  return {
    ...openPart(state),
    piles: piles.map((pile, index) => pileView(pile, index, isOpen(index))),
    chosen: hand?.chosen ?? '',
    log: logView(piles, hand?.memory ?? []),
  };
}

/** The part that is the same for all viewers. */
const openPart = rememberedLast((state: State) => {
  const { phase, round, starter, removed, cities, piles } = state;
  return {
    phase: phase.kind,
    turn: 'seat' in phase ? phase.seat : starter,
    round,
    starter,
    removed,
    saucers: saucersIn(state),
    saucerLimit: saucerLimit(cities.length),
    sets: SETS[removed],
    piles: piles.map((pile, index) => pileView(pile, index, false)),
    cities: cityViews(state),
    card: cardBefore(state),
    victim: phase.kind === 'capturing' ? phase.victim : 0,
  };
});

const setsWithout = (removed: Colour | 'none'): readonly SetView[] =>
  COLOURS.map((colour) => ({ colour, name: SET_NAMES[colour], inGame: colour !== removed }));

/** By the colour that is not in the game. */
const SETS = Object.fromEntries(
  [...COLOURS, 'none' as const].map((removed) => [removed, setsWithout(removed)] as const),
) as Readonly<Record<Colour | 'none', readonly SetView[]>>;

const pileView = (pile: Pile, index: number, isOpen: boolean): PileView =>
  PILES[index]?.[isOpen ? 'open' : 'closed'](pile) ?? { name: '', size: 0, cards: [] };

/** By place: a pile as the seat that holds it sees it, and as all others do. */
const PILES = PLACE_NAMES.map((name) => ({
  open: remembered(({ cards }: Pile): PileView => ({ name, size: cards.length, cards })),
  closed: remembered(({ cards }: Pile): PileView => ({ name, size: cards.length, cards: [] })),
}));

function cityViews({ cities, hands, announced, removed }: State): readonly CityView[] {
  const scores = scoresOf(cities, removed);
  return cities.map((city, seat) => {
    const play = announced.find((one) => one.seat === seat);
    const time = play === undefined ? '' : cardOf(play.card).time;
    return cityView(city, { pile: hands[seat]?.pile ?? 0, time, score: totalOf(scores[seat] ?? []) });
  });
}

const known = new WeakMap<City, CityView>();

/** The same object as before, if the city and what stands beside it are the same. */
function cityView(city: City, { pile, time, score }: Pick<CityView, 'pile' | 'time' | 'score'>): CityView {
  const last = known.get(city);
  if (last?.pile === pile && last.time === time && last.score === score) return last;
  const { visible, temples, codices, saucers, isHere: here } = city;
  const made = { pile, time, visible, temples, codices, saucers, score, here };
  known.set(city, made);
  return made;
}

function cardBefore({ phase, cities }: State): CardId {
  if (phase.kind === 'hiding') return phase.card;
  return phase.kind === 'capturing' ? (lastOf(cities[phase.seat])?.card ?? '') : '';
}

const lastOf = (city: City | undefined): Saucer | undefined => city?.saucers.at(-1);

function logView(piles: readonly Pile[], memory: readonly (readonly CardId[])[]): readonly LogView[] {
  return memory.map((cards, index) => ({
    cards,
    gone: cards.length === 0 ? 0 : cards.length - (piles[index]?.cards.length ?? 0),
  }));
}

/** Only its own seat gets the event of a choice. The others must not even notice that the seat has chosen. */
export const viewEvent = (event: Event, viewer: Viewer): Event | undefined =>
  event.kind === 'chose' && viewer !== event.seat && viewer !== 'all' ? undefined : event;
