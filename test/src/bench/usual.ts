/**
 * The room that a user would write for one of our games instead of this server: a stock Colyseus room as its documentation teaches, with the
 * same rules, the same views as synced state, and the legal moves of each seat. It keeps no record, hashes nothing and proves no dice.
 */
import { type Client, Room } from '@colyseus/core';
import { type Schema, StateView, schema, t } from '@colyseus/schema';
import { REQUESTS, TABLES } from '@flower-war/protocol';
import { type AnyGame, type Chance, fastChance, GAMES, resolveOptions, type Seat } from '@flower-war/rules';
import { project } from '@flower-war/server';

interface UsualState extends Schema {
  over: boolean;
  /** What all players see. */
  readonly shown: Schema;
  /** What each seat sees, for its player alone. */
  readonly own: Own[];
}

interface Own extends Schema {
  readonly seen: Schema;
  /** Its legal moves, a line each. */
  legal: string;
}

interface StateOf {
  readonly State: new () => UsualState;
  readonly Own: new () => Own;
  /** The view with fewer and shorter fields, as the schema has them. */
  readonly packed: (view: object) => object;
}

const STATES = new Map<string, StateOf>();

/** The state of a room of this game; the client of the bench decodes the same. */
export function stateOf(game: string): StateOf {
  const known = STATES.get(game) ?? makeState(game);
  STATES.set(game, known);
  return known;
}

function makeState(game: string): StateOf {
  const Table = TABLES[game];
  if (Table === undefined) throw new Error(`there is no game ${game}`);
  const View = (new Table() as unknown as { readonly view: Schema }).view.constructor as new () => Schema;
  const Own = schema({ seen: t.ref(View), legal: t.string().default('') }, `${game}Own`) as unknown as StateOf['Own'];
  const fields = { over: t.boolean().default(false), shown: t.ref(View), own: t.array(Own).view() };
  const State = schema(fields, `${game}State`) as unknown as StateOf['State'];
  return { State, Own, packed: (view) => Table.packed?.(view as never) ?? view };
}

const ACT = REQUESTS.indexOf('act');
let rooms = 0;

export class UsualRoom extends Room<{ state: UsualState }> {
  private rules!: AnyGame;
  private match!: ReturnType<AnyGame['setup']>;
  private chance!: Chance;
  private packed!: StateOf['packed'];
  private shown: object[] = [];
  private taken = 0;

  override onCreate({ game, seats }: { readonly game: string; readonly seats: number }): void {
    const rules = GAMES.get(game as never)?.game;
    const resolved = rules && resolveOptions(rules, undefined, {});
    if (rules === undefined || !resolved?.ok) throw new Error(`there is no game ${game}`);
    const { State, Own, packed } = stateOf(game);
    this.setTimestep(() => {}, 1000);
    this.patchRate = null; // a patch after each move
    this.rules = rules;
    this.packed = packed;
    this.chance = fastChance(++rooms);
    this.match = rules.setup(resolved.options, seats, this.chance);
    this.state = new State();
    for (let seat = 0; seat < seats; seat++) this.state.own.push(new Own());
    this.show();
    this.onMessage(ACT, (client, [, , text]: readonly [number, number, string]) => this.play(client, text));
  }

  override onJoin(client: Client): void {
    const seat = this.taken++;
    client.userData = { seat };
    client.view = new StateView();
    client.view.add(this.state.own[seat] as Own);
  }

  private play({ userData }: Client, text: string): { readonly kind: 'accepted' } {
    const { seat } = userData as { readonly seat: Seat };
    const move = this.rules.parse(text);
    if (move === undefined) throw new Error('not a move');
    const applied = this.rules.apply(this.match, seat, move, this.chance);
    if (!applied.ok) throw new Error(applied.reason);
    this.match = applied.state;
    this.show();
    this.broadcastPatch();
    return { kind: 'accepted' };
  }

  private show(): void {
    const { rules, match, state } = this;
    const asked = rules.toMove(match);
    const views = [rules.view(match, 'spectator'), ...state.own.map((_, seat) => rules.view(match, seat as Seat))];
    const shown = views.map((view) => this.packed(view));
    project(state.shown, shown[0] ?? {}, this.shown[0]);
    for (const [seat, own] of state.own.entries()) {
      const legal = asked.includes(seat as Seat) ? rules.legalMoves(match, seat as Seat) : [];
      project(own.seen, shown[seat + 1] ?? {}, this.shown[seat + 1]);
      own.legal = legal.map((move) => rules.format(move)).join('\n');
    }
    state.over = asked.length === 0;
    this.shown = shown;
  }
}
