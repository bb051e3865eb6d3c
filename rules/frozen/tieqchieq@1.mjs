// tieqchieq@1, part of Flower War. SPDX-License-Identifier: GPL-3.0-or-later
// Written by "npm run do -- freeze"; do not edit.

// rules/src/json.ts
function at(items, index) {
  const item = items[index];
  if (item === void 0) throw new Error(`no item ${index} among ${items.length}`);
  return item;
}
function remembered(make) {
  const all = /* @__PURE__ */ new WeakMap();
  return (part) => {
    let known = all.get(part);
    if (known === void 0) {
      known = { made: make(part) };
      all.set(part, known);
    }
    return known.made;
  };
}

// rules/src/tieqchieq/board.ts
var other = (colour) => colour === 0 ? 1 : 0;
var S7 = {
  home: 4,
  lane: 7,
  goal: 3,
  plusPrivate: [2],
  ringPrivate: [13],
  territory: [[2], [6]],
  plus: [[5], [3]],
  ring: [2, 6],
  sun: 4
};
var F7 = {
  ...S7,
  territory: [
    [1, 2],
    [6, 7]
  ]
};
var TOKENS = 6;
var X = S7.home + S7.lane + S7.goal + 1;
var MOST_HEADS = 4;
var SURCHARGE = 2;
var PATHS = {
  S7: [pathOf(S7, 0), pathOf(S7, 1)],
  F7: [pathOf(F7, 0), pathOf(F7, 1)]
};
function destination(path, surcharge, from, roll) {
  return path.destinations[surcharge][from * (MOST_HEADS + 1) + roll] ?? 0;
}
function pathOf(board, colour) {
  const positions = Array.from({ length: X + 1 }, (_, position) => position);
  const cost = positions.map((position) => costOf(board, colour, position));
  return {
    cost,
    mark: positions.map((position) => markOf(board, colour, position)),
    facing: positions.map(
      (position) => laneIndex(board, colour, position) ? 2 * board.home + board.lane + 1 - position : 0
    ),
    destinations: { exact: table(cost, exactly), spendUpTo: table(cost, furthest) }
  };
}
function laneIndex({ home, lane }, colour, position) {
  const step = position - home;
  if (step < 1 || step > lane) return 0;
  return colour === 0 ? step : lane + 1 - step;
}
function costOf(board, colour, position) {
  const enemy = board.territory[colour === 0 ? 1 : 0];
  return enemy.includes(laneIndex(board, colour, position)) ? 1 + SURCHARGE : 1;
}
function markOf(board, colour, position) {
  const lane = laneIndex(board, colour, position);
  if (lane === 0) {
    if (board.plusPrivate.includes(position)) return "plus";
    return board.ringPrivate.includes(position) ? "ring" : "none";
  }
  if (lane === board.sun) return "sun";
  if (board.ring.includes(lane)) return "ring";
  return board.plus[colour].includes(lane) ? "plus" : "none";
}
function table(costs, reach) {
  return costs.flatMap((_, from) => Array.from({ length: MOST_HEADS + 1 }, (_2, roll) => reach(costs, from, roll)));
}
function exactly(costs, from, roll) {
  const to = furthest(costs, from, roll);
  return spent(costs, from, to) === roll ? to : 0;
}
function furthest(costs, from, roll) {
  let to = from;
  while (to < X && spent(costs, from, to + 1) <= roll) to++;
  if (to === X && spent(costs, from, to) !== roll) to--;
  return to > from ? to : 0;
}
function spent(costs, from, to) {
  return costs.slice(from + 1, to + 1).reduce((sum, cost) => sum + cost, 0);
}

// rules/src/contract/habits.ts
function listOf(rules) {
  return Object.entries(rules).map(([name, { pace, isForWindows = false }]) => ({ name, pace, isForWindows }));
}
function firstAnswer(rules, asked, kept) {
  for (const [name, rule] of Object.entries(rules)) {
    const move = kept.includes(name) ? rule.answer(asked) : void 0;
    if (move !== void 0) return move;
  }
  return void 0;
}

// rules/src/tieqchieq/state.ts
var reserve = ({ path, home }) => TOKENS - path.length - home;
var progress = ({ path, home }) => path.reduce((sum, position) => sum + position, home * X);

// rules/src/tieqchieq/moves.ts
var TOSS = { kind: "toss" };
var INTRODUCE = { kind: "introduce" };
var PASS = { kind: "pass" };
var STEP = { kind: "step" };
var STAY = { kind: "stay" };
var MOVES = Array.from({ length: X }, (_, from) => ({ kind: "move", from }));
var moveFrom = (position) => at(MOVES, position);
var BY_TEXT = new Map(
  [TOSS, INTRODUCE, ...MOVES.slice(1), PASS, STEP, STAY].map((move) => [format(move), move])
);
function format(move) {
  return move.kind === "move" ? `move ${move.from}` : move.kind;
}
function parse(text) {
  return BY_TEXT.get(text);
}
function refusal(state, seat, move) {
  const { phase } = state;
  if (phase.kind !== "over" && phase.seat !== seat) return "not-your-turn";
  switch (phase.kind) {
    case "tossing":
      return move.kind === "toss" ? void 0 : "toss-first";
    case "acting":
      return refusalToAct(state, phase, move);
    case "bonus":
      return refusalOfBonus(state, phase, move);
    case "over":
      return "match-over";
  }
}
function refusalToAct(state, acting, move) {
  const side = state.sides[acting.seat];
  switch (move.kind) {
    case "toss":
      return "already-tossed";
    case "introduce":
      return reserve(side) > 0 ? refusalToGo(state, acting.seat, arrival(state, acting, 0)) : "empty-reserve";
    case "move":
      return side.path.includes(move.from) ? refusalToGo(state, acting.seat, arrival(state, acting, move.from)) : "no-token-there";
    case "pass":
      return state.options.mayPass ? void 0 : "must-move";
    case "step":
    case "stay":
      return "no-bonus";
  }
}
function refusalOfBonus(state, { seat, at: at2 }, move) {
  if (move.kind === "stay") return void 0;
  return move.kind === "step" ? refusalToStep(state, seat, at2) : "bonus-first";
}
function refusalToStep(state, seat, from) {
  const enemy = pathOf2(state, seat).cost[from + 1] !== 1;
  return enemy && !state.options.plusFree ? "enemy-territory" : refusalToGo(state, seat, from + 1);
}
function refusalToGo(state, seat, to) {
  if (to === 0) return "roll-does-not-fit";
  if (to === X) return void 0;
  if (!state.options.stacking && state.sides[seat].path.includes(to)) return "own-token-there";
  const path = pathOf2(state, seat);
  return path.mark[to] === "sun" && state.sides[other(seat)].path.includes(path.facing[to] ?? 0) ? "sun-is-safe" : void 0;
}
var pathOf2 = (state, seat) => PATHS[state.options.board][seat];
function arrival(state, { seat, roll }, from) {
  return destination(pathOf2(state, seat), state.options.surcharge, from, roll);
}
var TO_TOSS = [TOSS];
var BONUS = [STEP, STAY];
var NONE = [];
function legalMoves(state, seat) {
  const { phase } = state;
  if (phase.kind === "over" || phase.seat !== seat) return NONE;
  return candidates(state, phase.seat).filter((move) => refusal(state, seat, move) === void 0);
}
function candidates(state, seat) {
  switch (state.phase.kind) {
    case "tossing":
      return TO_TOSS;
    case "acting":
      return [INTRODUCE, ...movesOf(state.sides[seat]), PASS];
    case "bonus":
      return BONUS;
    case "over":
      return NONE;
  }
}
function movesOf({ path }) {
  return path.filter((position, index) => position !== path[index - 1]).map(moveFrom);
}
function canAct(state, seat) {
  return legalMoves(state, seat).some((move) => move !== PASS);
}

// rules/src/tieqchieq/habits.ts
var HABITS = {
  /** Tosses the coins. */
  toss: { pace: "usual", answer: ({ state }) => state.phase.kind === "tossing" ? TOSS : void 0 },
  /** Plays the only legal move. */
  single: { pace: "usual", answer: single },
  /** Takes the bonus step. */
  bonus: { pace: "brisk", answer: ({ state, seat }) => legalMoves(state, seat).find((move) => move === STEP) }
};
var habits = {
  list: listOf(HABITS),
  notes: () => null,
  noted: () => null,
  answer: (asked, kept) => isAsked(asked) ? firstAnswer(HABITS, asked, kept) : void 0
};
var isAsked = ({ state: { phase }, seat }) => phase.kind !== "over" && phase.seat === seat;
function single({ state, seat }) {
  const legal = legalMoves(state, seat);
  return legal.length === 1 ? legal[0] : void 0;
}

// rules/src/contract/optionSpec.ts
var choice = (name, ...values) => ({ name, type: "choice", default: values[0], values });
var flag = (name, value = false) => ({
  name,
  type: "flag",
  default: value
});
var integer = (name, bounds) => ({
  name,
  type: "integer",
  ...bounds
});

// rules/src/tieqchieq/options.ts
var OPTIONS = [
  choice("board", "S7", "F7"),
  choice("surcharge", "exact", "spendUpTo"),
  flag("plusFree", true),
  flag("mayPass"),
  flag("stacking"),
  choice("startPlayer", "random", "host", "seat-0", "seat-1"),
  integer("turnCap", { default: 1e3, min: 1, max: 4e3, recordMax: 1e5 })
];
var PRESETS = [
  { id: "tieqchieq", options: {} },
  { id: "tieqchieq-fortress", options: { board: "F7" } },
  // For young people: a roll that no square fits exactly is spent as far as it goes.
  { id: "tieqchieq-young", options: { surcharge: "spendUpTo" } }
];

// rules/src/tieqchieq/parts.ts
function parts(seen, move) {
  const { view: view2 } = seen;
  const rule = view2.phase;
  switch (move.kind) {
    case "toss":
      return { verb: "toss", rule };
    case "pass":
    case "stay":
      return { verb: move.kind, rule, endsTurn: true };
    case "step":
      return { verb: "step", rule, ...walk(view2, view2.at, view2.at + 1) };
    case "introduce":
      return { verb: "introduce", rule, ...walk(view2, 0, reached(seen, 0)) };
    case "move":
      return { verb: "move", rule, ...walk(view2, move.from, reached(seen, move.from)) };
  }
}
var pathOf3 = ({ board, turn }) => PATHS[board][turn];
var reached = ({ view: view2, options }, from) => destination(pathOf3(view2), options.surcharge, from, view2.roll);
function walk(view2, from, to) {
  const path = pathOf3(view2);
  const there = path.facing[to] ?? 0;
  const foes = view2.sides[1 - view2.turn]?.path.filter((position) => position === there).length ?? 0;
  const mark = path.mark[to] ?? "none";
  return { from, to, ...foes > 0 && { fights: foes }, ...markedAs(to, mark) };
}
function markedAs(to, mark) {
  if (to === X) return { gives: "home", endsTurn: true };
  if (mark === "ring" || mark === "sun") return { gives: "turn" };
  return mark === "plus" ? { gives: "step" } : { endsTurn: true };
}

// rules/src/tieqchieq/view.ts
function view({ options, phase, tosses, sides }) {
  return {
    board: options.board,
    phase: phase.kind,
    turn: phase.kind === "over" ? 0 : phase.seat,
    roll: phase.kind === "acting" ? phase.roll : 0,
    at: phase.kind === "bonus" ? phase.at : 0,
    tosses,
    turnCap: options.turnCap,
    sides: sides.map(sideView)
  };
}
var sideView = remembered(
  (side) => ({ path: side.path, home: side.home, reserve: reserve(side) })
);
var viewEvent = (event) => event;

// rules/src/tieqchieq/index.ts
var tieqchieq = {
  id: "tieqchieq",
  rulesVersion: 1,
  seats: [2, 2],
  presets: PRESETS,
  options: OPTIONS,
  setup,
  toMove: ({ phase }) => phase.kind === "over" ? [] : [phase.seat],
  refusal,
  legalMoves,
  apply,
  fallback,
  leave,
  reshuffle: (state) => state,
  // the game has no secrets
  view,
  viewEvent,
  parts,
  habits,
  result,
  parse,
  format
};
var EMPTY = { path: [], home: 0 };
function setup(options, _seats, chance) {
  const seat = firstSeat(options) ?? chance.pick([0, 1]);
  return { options, sides: [EMPTY, EMPTY], phase: { kind: "tossing", seat }, tosses: 0 };
}
function firstSeat({ startPlayer }) {
  if (startPlayer === "random") return void 0;
  return startPlayer === "seat-1" ? 1 : 0;
}
function fallback(state, seat) {
  const legal = legalMoves(state, seat);
  return legal.find(({ kind }) => kind === "pass") ?? at(legal, 0);
}
var COLOURS = [0, 1];
function result(state) {
  const { phase } = state;
  if (phase.kind !== "over") return void 0;
  const winners = winnersOf(state, phase);
  return {
    result: phase.reason === "retired" ? "forfeit" : winners.length > 1 ? "draw" : "win",
    winners,
    standings: COLOURS.map((seat) => standing(state, seat, winners.includes(seat) ? 1 : 2)).toSorted(byPlace),
    reason: phase.reason
  };
}
function winnersOf({ sides }, phase) {
  if (phase.reason !== "turn-cap") return [phase.winner];
  const best = Math.max(...sides.map(progress));
  return COLOURS.filter((seat) => progress(sides[seat]) === best);
}
function standing({ sides }, seat, place) {
  const side = sides[seat];
  const breakdown = { home: side.home, board: side.path.length, reserve: reserve(side) };
  return { seat, place, score: progress(side), breakdown };
}
var byPlace = (a, b) => a.place - b.place;
function apply(state, seat, move, chance) {
  const reason = refusal(state, seat, move);
  if (reason) return { ok: false, reason };
  const events = [];
  return { ok: true, state: play(state, move, { events, chance }), events };
}
function play(state, move, course) {
  const { phase } = state;
  if (phase.kind === "over") return state;
  const { seat } = phase;
  if (phase.kind === "tossing") return toss(state, seat, course);
  if (move.kind === "pass" || move.kind === "stay") return endTurn(state, seat, course);
  if (phase.kind === "bonus") return go(state, { seat, from: phase.at, to: phase.at + 1 }, course);
  const from = move.kind === "move" ? move.from : 0;
  return go(state, { seat, from, to: arrival(state, phase, from) }, course);
}
function toss(state, seat, course) {
  let roll = 0;
  for (let coin = 0; coin < 4; coin++) if (course.chance.coin()) roll++;
  course.events.push({ kind: "tossed", seat, heads: roll });
  const acting = { ...state, tosses: state.tosses + 1, phase: { kind: "acting", seat, roll } };
  return canAct(acting, seat) ? acting : endTurn(acting, seat, course);
}
function go(state, walk2, course) {
  const { seat, from, to } = walk2;
  course.events.push({ kind: from === 0 ? "introduced" : "moved", seat, from, to });
  const enemy = state.sides[other(seat)];
  const there = pathOf2(state, seat).facing[to] ?? 0;
  if (!enemy.path.includes(there)) return settle(state, walk2, course);
  return fight(walk2, course) ? capture(state, walk2, course) : repel(state, walk2, course);
}
function fight({ seat, to }, { events, chance }) {
  const coins = [battleCoin(chance), battleCoin(chance)];
  const won = coins.includes(seat === 0 ? "red" : "yellow");
  events.push({ kind: "fought", seat, at: to, coins, won });
  return won;
}
var battleCoin = (chance) => chance.coin() ? "red" : "yellow";
function capture(state, walk2, course) {
  const seat = other(walk2.seat);
  const side = state.sides[seat];
  const at2 = pathOf2(state, walk2.seat).facing[walk2.to] ?? 0;
  const path = side.path.filter((position) => position !== at2);
  course.events.push({ kind: "captured", seat, at: at2, tokens: side.path.length - path.length });
  return settle(withSide(state, seat, { path, home: side.home }), walk2, course);
}
function repel(state, { seat, from, to }, course) {
  const { path, home } = state.sides[seat];
  course.events.push({ kind: "captured", seat, at: to, tokens: 1 });
  return endTurn(withSide(state, seat, { path: without(path, from), home }), seat, course);
}
function settle(state, { seat, from, to }, course) {
  const { path, home } = state.sides[seat];
  const left = without(path, from);
  const side = to === X ? { path: left, home: home + 1 } : { path: placed(left, to), home };
  const settled = withSide(state, seat, side);
  if (side.home === TOKENS) return end(settled, { kind: "over", reason: "all-home", winner: seat }, course);
  const mark = pathOf2(state, seat).mark[to];
  if (mark === "ring" || mark === "sun") return extraTurn(settled, { seat, by: mark }, course);
  if (mark !== "plus" || refusalToStep(settled, seat, to)) return endTurn(settled, seat, course);
  return { ...settled, phase: { kind: "bonus", seat, at: to } };
}
function extraTurn(state, by, course) {
  if (state.tosses >= state.options.turnCap) return end(state, { kind: "over", reason: "turn-cap" }, course);
  course.events.push({ kind: "extra-turn", ...by });
  return { ...state, phase: { kind: "tossing", seat: by.seat } };
}
function endTurn(state, seat, course) {
  course.events.push({ kind: "turn-ended", seat });
  if (state.tosses >= state.options.turnCap) return end(state, { kind: "over", reason: "turn-cap" }, course);
  return { ...state, phase: { kind: "tossing", seat: other(seat) } };
}
function end(state, phase, { events }) {
  events.push({ kind: "ended", reason: phase.reason });
  return { ...state, phase };
}
function leave(state, seat) {
  if (state.phase.kind === "over" || seat > 1) return { ok: true, state, events: [] };
  const colour = seat === 0 ? 0 : 1;
  const events = [{ kind: "retired", seat: colour }];
  return {
    ok: true,
    state: end(state, { kind: "over", reason: "retired", winner: other(colour) }, { events }),
    events
  };
}
var withSide = (state, seat, side) => ({
  ...state,
  sides: seat === 0 ? [side, state.sides[1]] : [state.sides[0], side]
});
function without(path, position) {
  const index = path.indexOf(position);
  return index < 0 ? path : path.toSpliced(index, 1);
}
function placed(path, position) {
  const index = path.findIndex((taken) => taken > position);
  return path.toSpliced(index < 0 ? path.length : index, 0, position);
}
export {
  tieqchieq as game
};
