// mexica@5, part of Flower War. SPDX-License-Identifier: GPL-3.0-or-later
// Written by "npm run do -- freeze"; do not edit.

// rules/src/json.ts
function at(items, index) {
  const item = items[index];
  if (item === void 0) throw new Error(`no item ${index} among ${items.length}`);
  return item;
}
function deepEqual(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && isSameList(a, b);
  return !Array.isArray(b) && isSameRecord(a, b);
}
function isSameList(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!deepEqual(a[i], b[i])) return false;
  return true;
}
function isSameRecord(a, b) {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) if (!Object.hasOwn(b, key) || !deepEqual(a[key], b[key])) return false;
  return true;
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
function rememberedLast(make) {
  let last;
  return (state) => {
    if (last?.state !== state) last = { state, made: make(state) };
    return last.made;
  };
}

// rules/src/ring/model/calendar.ts
var DAYS = 20;
var DAY_NAMES = [
  "cipactli",
  "ehecatl",
  "calli",
  "cuetzpalin",
  "coatl",
  "miquiztli",
  "mazatl",
  "tochtli",
  "atl",
  "itzcuintli",
  "ozomahtli",
  "malinalli",
  "acatl",
  "ocelotl",
  "cuauhtli",
  "cozcacuauhtli",
  "olin",
  "tecpatl",
  "quiyahuitl",
  "xochitl"
];
var COMPASS = ["east", "north", "west", "south", "center", "zenith"];
var NUMBERS = new Map(DAY_NAMES.map((name, index) => [name, index + 1]));
var dayNamed = (name) => NUMBERS.get(name);
var nameOf = (day) => DAY_NAMES[day - 1] ?? "";
var wrap = (day) => ((day - 1) % DAYS + DAYS) % DAYS + 1;
var forward = (from, to) => (to - from + DAYS) % DAYS;
var distance = (a, b) => Math.min(forward(a, b), forward(b, a));
var THRESHOLDS = { east: 20, north: 5, west: 10, south: 15, center: 13, zenith: 3 };
var FIRSTS = { east: 1, north: 6, west: 11, south: 16, center: 13, zenith: 3 };
var START_DAYS = { threshold: THRESHOLDS, firstOfQuadrant: FIRSTS };

// rules/src/ring/parts.ts
function named(seen, move) {
  const { view: view2, seat } = seen;
  const rule = RULES[view2.phase];
  switch (move.kind) {
    case "go":
    case "cancel":
      return { verb: move.kind, rule, day: move.day };
    case "step":
      return { verb: "step", rule, number: move.n, day: wrap(at(view2.tribes, seat).day + move.n) };
    case "extra":
    case "give":
      return { verb: move.kind, rule, number: move.n };
    case "attack":
    case "fight":
      return { verb: move.kind, rule, seat: seatCalled(view2, move.target) };
    case "play":
      return { verb: "play", rule, card: move.card, ...aimed(view2, move.aim) };
    case "pick":
      return { verb: "pick", rule, card: move.card, use: useIn(seen) };
    case "offer":
      return { verb: "offer", rule, god: move.god, ...move.n !== void 0 && { times: move.n } };
    case "claim":
      return { verb: "claim", rule, god: move.god };
    case "take-card":
      return { verb: "take-card", rule, day: move.day, number: move.index };
    case "choose":
      return { verb: "choose", rule, ...givenIn(view2), ...aimed(view2, move.aim) };
    case "take":
    case "decline":
      return { verb: move.kind, rule, ...rule === "discs" && { day: view2.day } };
    case "roll":
    case "pass":
    case "tonantzin":
    case "skull":
    case "draw":
    case "discard":
    case "done":
    case "end":
      return { verb: move.kind, rule };
  }
}
var RULES = {
  moving: "moving",
  "adding-steps": "moving",
  "choosing-opponent": "opponents",
  ranged: "ranged",
  battle: "battle",
  "paying-card": "spoils",
  claiming: "spoils",
  reacting: "reactions",
  offering: "offerings",
  sacrificing: "offerings",
  drawing: "drawing",
  playing: "cards",
  choosing: "cards",
  discarding: "discarding",
  picking: "discarding",
  dealing: "dealing",
  giving: "dealing",
  cancelling: "omens",
  "taking-disc": "discs",
  over: "over"
};
var seatCalled = ({ tribes }, name) => tribes.findIndex(({ compass }) => compass === name);
function aimed(view2, { target, god, day, steps }) {
  return {
    ...target !== void 0 && { seat: seatCalled(view2, target) },
    ...god !== void 0 && { god },
    ...day !== void 0 && { day },
    ...steps !== void 0 && { number: steps }
  };
}
function givenIn({ phase, looked: [card] }) {
  return phase === "giving" && card !== void 0 ? { card } : {};
}
var USES = {
  sacrificing: "offering",
  dealing: "deal",
  "paying-card": "payment"
};
function useIn({ view: view2, legal }) {
  const mayStop2 = legal.some(({ kind }) => kind === "done");
  if (view2.phase === "picking" && mayStop2) return view2.battle.on ? "roll" : "exchange";
  return USES[view2.phase] ?? "discard";
}
function changeFor({ view: view2, seat }, kind) {
  const numbers = at(view2.tribes, seat).modifiers.flatMap((words) => {
    const [name, n] = words.split(" ");
    return name === kind ? [Number(n)] : [];
  });
  return numbers.reduce((sum2, n) => sum2 + n, 0);
}

// rules/src/contract/game.ts
var SEATS = [0, 1, 2, 3, 4, 5];
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

// rules/src/ring/model/edition.ts
var tribeOf = ({ tribes }, seat) => at(tribes, seat);
function change({ state }, seat, fields) {
  state.tribes = state.tribes.with(seat, { ...tribeOf(state, seat), ...fields });
}
var isHere = ({ tribes }, seat) => tribes[seat]?.isHere === true;
function present(state) {
  return SEATS.slice(0, state.tribes.length).filter((seat) => isHere(state, seat));
}
function others(state, seat) {
  const found = [];
  for (let step = 1; step < state.tribes.length; step++) {
    const other = (seat + step) % state.tribes.length;
    if (isHere(state, other)) found.push(other);
  }
  return found;
}
function othersOn(state, seat, day) {
  return others(state, seat).filter((other) => tribeOf(state, other).day === day);
}
function plan({ state }, ...tasks) {
  for (let index = tasks.length - 1; index >= 0; index--) state.agenda.push(at(tasks, index));
}
function ask(work, phase) {
  work.state.phase = phase;
  work.isAsking = true;
}
function tell({ events }, event) {
  events.push(event);
}

// rules/src/ring/model/card.ts
var GODS = ["war", "rain"];

// rules/src/ring/cards/shorthand.ts
var gain = (n, from, who = "self") => ({ kind: "gain", who, n, from });
var lose = (n, to, who = "self") => ({
  kind: "lose",
  who,
  n,
  to
});
var pay = (from, to, n) => ({ kind: "pay", from, to, n });
var offer = (n, god, who = "self") => ({ kind: "offer", who, god, n });
var draw = (deck) => ({ kind: "draw", deck, n: 1 });
var takeWeek = (sign, ...otherwise) => ({
  kind: "take-week",
  sign,
  otherwise
});
var discard = (who) => ({ kind: "discard", who, n: 1 });
var moveChoice = (most) => ({ kind: "move-choice", min: -most, max: most });
var goTo = (to) => ({ kind: "go-to", to });
var attack = (target, terms = {}) => ({
  kind: "attack",
  target,
  roll: 0,
  stake: 0,
  ...terms
});
var cancel = (what) => ({ kind: "cancel", what });
var cancelCard = (deck) => ({ kind: "cancel", what: "card", deck });
var ifWon = (...then) => ({ kind: "if-won", then });
var roll = (side, n, lasts = "battle") => ({
  kind: "roll",
  side,
  n,
  lasts
});
var dice = (side, keep) => ({
  kind: "dice",
  side,
  keep,
  lasts: "battle"
});
var stake = (n) => ({ kind: "stake", n, lasts: "battle" });
var change2 = (kind, n, lasts) => ({ kind, n, lasts });
var designer = (deck) => (id, { timing, cost, copies: [mexica2, flowerWar] }, effects) => ({
  id,
  deck,
  timing,
  cost,
  effects,
  copies: { mexica: mexica2, flowerWar }
});
var numbered = (letter, number, digits) => letter + String(number).padStart(digits, "0");

// rules/src/ring/cards/dayCards.ts
var DIRECTIONS = ["east", "north", "west", "south"];
var alike = (one) => ({ east: one, north: one, west: one, south: one });
var family = (timing, sayings) => ({ timing: alike(timing), sayings });
var pilgrimage = (sign, reward) => [goTo(sign), reward, ifWon(reward)];
var road = (n) => ({ kind: "move", n });
var WARDED = ["war", "rain", "day"];
var wardOf = (deck) => deck ? cancelCard(deck) : cancel("card");
var FAMILIES = [
  family("event", {
    east: ({ sign }) => pilgrimage(sign, draw("rain")),
    north: ({ sign }) => pilgrimage(sign, gain(2, "pool")),
    west: ({ sign }) => pilgrimage(sign, draw("day")),
    south: ({ sign }) => pilgrimage(sign, draw("war"))
  }),
  family("event", {
    east: ({ tier }) => [road(tier + 1)],
    north: ({ tier }) => [road(tier + 1)],
    west: ({ tier }) => [road(-tier - 1)],
    south: ({ tier }) => [road(-tier - 1)]
  }),
  family("event", {
    east: ({ amount }) => [gain(amount, "pool")],
    north: ({ amount }) => [gain(amount, "here")],
    west: ({ amount, sign }) => [gain(amount, sign)],
    south: () => [pay("each-other", "self", 1)]
  }),
  family(
    "event",
    alike(({ direction }) => [goTo(`start-${direction}`), gain(1, "pool")])
  ),
  family("event", {
    east: ({ amount }) => [lose(amount, "pool")],
    north: ({ amount }) => [lose(amount, "out")],
    west: ({ amount }) => [pay("self", "chosen", amount)],
    south: () => [pay("self", "each-other", 1)]
  }),
  family("event", {
    east: ({ amount }) => [offer(amount, "rain")],
    north: ({ amount }) => [offer(amount, "lesser")],
    west: () => [offer(1, "greater", "all")],
    south: ({ amount }) => [offer(amount, "war")]
  }),
  family("event", {
    east: () => [draw("rain")],
    north: ({ sign }) => [takeWeek(sign, gain(3, "pool"))],
    west: () => [draw("day"), gain(1, "pool")],
    south: () => [draw("war")]
  }),
  family(
    "event",
    alike(({ direction }) => [attack(`seat-${direction}`, { otherwise: "nearest" })])
  ),
  family("event", {
    east: () => [change2("step", -2, "next-turn")],
    north: () => [discard("self")],
    west: () => [change2("pickup", -1, "next-turn")],
    south: () => [change2("offer-cost", 1, "next-turn")]
  }),
  family("battle", {
    east: ({ amount }) => [roll("attacker", amount)],
    north: ({ amount }) => [roll("defender", amount)],
    west: ({ amount }) => [roll("any", amount)],
    south: ({ amount }) => [stake(amount)]
  }),
  {
    timing: { east: "react-attack", north: "react-card", west: "react-payment", south: "react-tribute" },
    sayings: {
      east: () => [cancel("attack")],
      north: ({ tier }) => [wardOf(WARDED[tier])],
      west: () => [cancel("payment")],
      south: () => [cancel("tribute")]
    }
  },
  family("action", {
    east: () => [discard("chosen")],
    north: () => [attack("nearest", { roll: 1 })],
    west: ({ amount }) => [gain(amount, "pool"), gain(1, "pool", "chosen")],
    south: ({ amount }) => [offer(amount, "choice", "chosen")]
  }),
  family("action", {
    east: () => [{ kind: "extra-turn" }],
    north: ({ amount }) => [change2("pickup", amount, "next-turn")],
    west: () => [moveChoice(3)],
    south: () => [change2("offer-cost", -2, "next-turn")]
  })
];
var NUMBERS2 = FAMILIES.length;
var TONALPOHUALLI = NUMBERS2 * DAYS;
var FLOWER_ID = "D020";
var FLOWER = {
  timing: "victory",
  effects: [{ kind: "victory", sign: "flower" }]
};
var DAY_CARDS = Array.from({ length: TONALPOHUALLI }, (_, index) => dayCard(index));
function dayNumber(id) {
  return (Number(id.slice(1)) - 1) % NUMBERS2 + 1;
}
function dayCard(index) {
  const id = numbered("D", index + 1, 3);
  const day = wrap(index + 1);
  const said = id === FLOWER_ID ? FLOWER : saying(dayNumber(id), day);
  return { id, deck: "day", cost: 0, ...said, day, copies: { mexica: 1, flowerWar: 0 } };
}
function saying(number, sign) {
  const { timing, sayings } = at(FAMILIES, number - 1);
  const direction = at(DIRECTIONS, (sign - 1) % DIRECTIONS.length);
  const tier = Math.floor((sign - 1) / DIRECTIONS.length);
  const cell = { sign, direction, tier, amount: 1 + tier % 3 };
  return { timing: timing[direction], effects: sayings[direction](cell) };
}

// rules/src/ring/cards/weekCards.ts
var VICTORY_SIGNS = /* @__PURE__ */ new Map([
  [5, "serpent"],
  [15, "eagle"],
  [20, "flower"]
]);
var ATTACK = roll("attacker", 1, "held");
var DEFENCE = roll("defender", 1, "held");
var OFFERING = change2("offer-cost", -1, "held");
var PICKUP = change2("pickup", 1, "held");
var RANGE = change2("range", 1, "held");
var STEP = change2("step", 1, "held");
var week = (day, bonus) => ({
  id: numbered("K", day, 2),
  deck: "week",
  timing: "passive",
  cost: 0,
  effects: [bonus],
  day
});
var WEEK_CARDS = [
  week(1, ATTACK),
  week(2, STEP),
  week(3, DEFENCE),
  week(4, PICKUP),
  week(5, RANGE),
  week(6, OFFERING),
  week(7, STEP),
  week(8, PICKUP),
  week(9, OFFERING),
  week(10, DEFENCE),
  week(11, STEP),
  week(12, DEFENCE),
  week(13, RANGE),
  week(14, ATTACK),
  week(15, RANGE),
  week(16, PICKUP),
  week(17, STEP),
  week(18, ATTACK),
  week(19, PICKUP),
  week(20, OFFERING)
];

// rules/src/ring/cards/cards.ts
var LETTERS = { war: "W", rain: "R" };
var land = (deck, day) => ({
  id: numbered("L", day, 2) + LETTERS[deck],
  deck,
  timing: "action",
  cost: 0,
  effects: [goTo(day)],
  day,
  isLand: true,
  copies: { mexica: 0, flowerWar: 1 }
});
var LAND_CARDS = GODS.flatMap((god) => DAY_NAMES.map((_, index) => land(god, index + 1)));
var rain = designer("rain");
var RAIN_CARDS = [
  rain("R01", { timing: "action", cost: 1, copies: [0, 2] }, [{ kind: "space-add", n: 1 }]),
  rain("R02", { timing: "action", cost: 0, copies: [3, 2] }, [gain(1, "here")]),
  rain("R03", { timing: "action", cost: 1, copies: [3, 2] }, [gain(2, "pool")]),
  rain("R04", { timing: "battle", cost: 1, copies: [3, 2] }, [roll("defender", 2)]),
  rain("R05", { timing: "battle", cost: 1, copies: [3, 2] }, [stake(-2)]),
  rain("R06", { timing: "react-attack", cost: 0, copies: [3, 2] }, [cancel("attack"), pay("self", "attacker", 1)]),
  rain("R07", { timing: "react-payment", cost: 1, copies: [3, 2] }, [cancel("payment")]),
  rain("R08", { timing: "react-card", cost: 1, copies: [3, 2] }, [cancel("card"), roll("any", 1)]),
  rain("R09", { timing: "action", cost: 1, copies: [3, 2] }, [{ kind: "deal", mode: "keep-give" }]),
  rain("R10", { timing: "action", cost: 0, copies: [3, 2] }, [
    { kind: "cycle", max: 3 },
    change2("play-cost", -1, "turn")
  ]),
  rain("R11", { timing: "action", cost: 1, copies: [3, 2] }, [moveChoice(2)]),
  rain("R12", { timing: "linger", cost: 2, copies: [0, 2] }, [change2("pickup", -1, "uncovered")]),
  rain("R13", { timing: "action", cost: 1, copies: [3, 1] }, [
    { kind: "give-card", from: "chosen", to: "self", n: 1 },
    pay("self", "chosen", 1)
  ]),
  rain("R14", { timing: "trap", cost: 4, copies: [0, 1] }, [lose(2, "here", "triggerer")]),
  rain("R15", { timing: "action", cost: 5, copies: [0, 1] }, [goTo("chosen"), gain(3, "pool")]),
  rain("R16", { timing: "react-draw", cost: 0, copies: [3, 0] }, [cancel("draw")]),
  rain("R17", { timing: "action", cost: 0, copies: [3, 0] }, [{ kind: "deal", mode: "one-each" }]),
  rain("RSE", { timing: "victory", cost: 0, copies: [1, 0] }, [{ kind: "victory", sign: "serpent" }])
];
var war = designer("war");
var WAR_CARDS = [
  war("W01", { timing: "battle", cost: 0, copies: [3, 2] }, [roll("any", 1)]),
  war("W02", { timing: "battle", cost: 1, copies: [3, 2] }, [roll("attacker", 2)]),
  war("W03", { timing: "battle", cost: 0, copies: [3, 2] }, [{ kind: "discard-for-roll", max: 3, per: 1 }]),
  war("W04", { timing: "battle", cost: 2, copies: [3, 2] }, [dice("self", "high")]),
  war("W05", { timing: "battle", cost: 2, copies: [3, 2] }, [dice("opponent", "low")]),
  war("W06", { timing: "battle", cost: 2, copies: [3, 2] }, [stake(2)]),
  war("W07", { timing: "battle", cost: 1, copies: [3, 2] }, [{ kind: "coin-duel", lasts: "battle" }]),
  war("W08", { timing: "battle", cost: 0, copies: [3, 2] }, [gain(1, "pool"), roll("any", -2)]),
  war("W09", { timing: "action", cost: 1, copies: [3, 2] }, [pay("each-other", "self", 1)]),
  war("W10", { timing: "action", cost: 1, copies: [3, 2] }, [attack("chosen", { within: 4 }), ifWon(gain(1, "here"))]),
  war("W11", { timing: "action", cost: 1, copies: [3, 2] }, [change2("range", 2, "next-turn")]),
  war("W12", { timing: "trap", cost: 3, copies: [0, 2] }, [attack("triggerer", { roll: 2 })]),
  war("W13", { timing: "action", cost: 2, copies: [3, 1] }, [draw("war"), attack("chosen")]),
  war("W14", { timing: "battle", cost: 2, copies: [3, 1] }, [roll("any", "quarter-of-day-count")]),
  war("W15", { timing: "action", cost: 5, copies: [0, 1] }, [attack("each-other", { roll: 1, stake: 1 })]),
  war("WEA", { timing: "victory", cost: 0, copies: [1, 0] }, [{ kind: "victory", sign: "eagle" }])
];
var DESIGNS = [...DAY_CARDS, ...WAR_CARDS, ...RAIN_CARDS, ...LAND_CARDS];
var CARDS = new Map([...DESIGNS, ...WEEK_CARDS].map((card) => [card.id, card]));
function cardOf(id) {
  const card = CARDS.get(id);
  if (!card) throw new Error(`no card ${id}`);
  return card;
}
var DECKS = { mexica: decksOf("mexica"), flowerWar: decksOf("flowerWar") };
var deckOf = (edition, deck) => DECKS[edition][deck];
function decksOf(edition) {
  const copies = (deck) => DESIGNS.filter((card) => card.deck === deck).flatMap((card) => copiesOf(card, edition));
  return { day: copies("day"), war: copies("war").sort(), rain: copies("rain").sort() };
}
function copiesOf({ id, copies }, edition) {
  return Array.from({ length: copies[edition] }, () => id);
}

// rules/src/ring/model/state.ts
var SIDES = ["attacker", "defender"];

// rules/src/ring/play/hand.ts
var handOf = (state, seat) => tribeOf(state, seat).hand;
function designs(cards2) {
  const found = [];
  for (const card of cards2) if (!found.includes(card)) found.push(card);
  return found.length > 1 ? found.sort() : found;
}
function homeDeck(id) {
  const { deck } = cardOf(id);
  if (deck === "week") throw new Error(`${id} is in no deck`);
  return deck;
}
function withdraw(work, seat, card) {
  const hand = handOf(work.state, seat);
  const index = hand.indexOf(card);
  if (index < 0) throw new Error(`seat ${seat} does not hold ${card}`);
  change(work, seat, { hand: hand.toSpliced(index, 1) });
}
function discard2(work, seat, card) {
  withdraw(work, seat, card);
  tell(work, { kind: "card-discarded", seat, card });
  work.edition.lay(work, seat, card);
}
function receive(work, seat, { card, deck }) {
  const { timing } = cardOf(card);
  const isVictory2 = timing === "victory";
  const isOpen2 = isVictory2 && work.edition.areVictoriesOpen(work.state);
  const { hand, pending, victories } = tribeOf(work.state, seat);
  tell(work, { kind: "card-drawn", seat, deck, card, isOpen: isOpen2 });
  if (isVictory2) change(work, seat, { victories: [...victories, card] });
  else if (timing === "event") change(work, seat, { pending: [...pending, card] });
  else change(work, seat, { hand: [...hand, card] });
  work.edition.gained(work, seat);
}
function handOver(work, card, { from, to }) {
  withdraw(work, from, card);
  change(work, to, { hand: [...handOf(work.state, to), card] });
  tell(work, { kind: "card-given", from, to, card });
  work.edition.gained(work, to);
}
var canPay = (state, seat, cost) => tribeOf(state, seat).skulls >= cost;
var isLasting = ({ timing }) => timing === "trap" || timing === "linger";
function draw2(work, { seat, deck }) {
  if (!isHere(work.state, seat)) return;
  if (!isReady(work, deck, 1)) return tell(work, { kind: "deck-empty", deck });
  const asked = others(work.state, seat);
  plan(work, { kind: "window", moment: "draw", asked, by: seat }, { kind: "take-top", seat, deck });
}
function takeTop(work, { seat, deck }) {
  const [card] = lift(work, deck, 1);
  if (card !== void 0 && isHere(work.state, seat)) receive(work, seat, { card, deck });
}
function isReady(work, deck, n) {
  if (work.state.decks[deck].length < n) work.edition.rebuild(work, deck);
  return work.state.decks[deck].length >= n;
}
var canDraw = (work, deck) => work.state.decks[deck].length > 0 || work.edition.usedCards(work.state, deck) > 0;
function lift({ state }, deck, n) {
  const cards2 = state.decks[deck];
  const rest = Math.max(0, cards2.length - n);
  state.decks = { ...state.decks, [deck]: cards2.slice(0, rest) };
  return cards2.slice(rest).toReversed();
}
function deal(work, seat, { god, mode }) {
  const wanted = mode === "one-each" ? 1 + others(work.state, seat).length : 2;
  isReady(work, god, wanted);
  const looked = lift(work, god, wanted);
  if (looked.length === 0) return tell(work, { kind: "deck-empty", deck: god });
  if (looked.length === 1 && mode === "keep-give") return handOut(work, [{ seat, card: at(looked, 0) }]);
  ask(work, { kind: "dealing", seat, mode, looked, dealt: [] });
}
function receiver(state, { seat, mode, looked, dealt }) {
  const order = mode === "one-each" ? [seat, ...others(state, seat)] : [seat];
  const open = order.filter((one) => !dealt.some((done) => done.seat === one));
  return { seat: at(open, 0), maySkip: open.length > looked.length };
}
function dealOne(work, dealing, card) {
  const { seat } = receiver(work.state, dealing);
  const dealt = [...dealing.dealt, { seat, ...card !== void 0 && { card } }];
  const looked = card === void 0 ? dealing.looked : dealing.looked.toSpliced(dealing.looked.indexOf(card), 1);
  if (dealing.mode === "keep-give")
    return ask(work, { kind: "giving", seat: dealing.seat, kept: at(dealt, 0).card ?? "", given: at(looked, 0) });
  if (looked.length > 0) return ask(work, { ...dealing, looked, dealt });
  handOut(work, dealt);
}
function give(work, { seat, kept, given: given2 }, to) {
  handOut(work, [
    { seat, card: kept },
    { seat: to, card: given2 }
  ]);
}
function handOut(work, dealt) {
  for (const { seat, card } of dealt) if (card !== void 0) receive(work, seat, { card, deck: homeDeck(card) });
}

// rules/src/ring/play/skulls.ts
var on = ({ days }, day) => at(days, day - 1);
var room = (state, day) => state.options.perSpace - on(state, day);
var dayCount = (state, day) => room(state, day);
function transfer(work, { n, from, to, why }) {
  const moved = Math.max(0, Math.min(n, held(work.state, from), roomIn(work.state, to)));
  if (moved === 0) return 0;
  put(work, from, -moved);
  put(work, to, moved);
  tell(work, { kind: "skulls", n: moved, from, to, why });
  return moved;
}
function takeFrom(work, take) {
  const { day, n, why, seat } = take;
  const wasEmpty = on(work.state, day) === 0;
  const taken2 = transfer(work, { n, from: { day }, to: { seat }, why });
  if (!wasEmpty && on(work.state, day) === 0) work.edition.emptied(work, seat, day);
  return taken2;
}
function toLake(work, offering2) {
  const { god, n, why, seat } = offering2;
  const given2 = transfer(work, { n, from: { seat }, to: { lake: god }, why });
  count(work, god, given2);
  if (given2 > 0) work.edition.given(work, god, "skulls");
  return given2;
}
function count({ state }, god, n) {
  state.tally = { ...state.tally, [god]: state.tally[god] + n };
}
function held(state, zone) {
  if (zone === "pool") return state.pool;
  if (zone === "out") return state.out;
  if ("seat" in zone) return tribeOf(state, zone.seat).skulls;
  return "day" in zone ? on(state, zone.day) : state.lake[zone.lake];
}
function roomIn(state, zone) {
  return typeof zone === "object" && "day" in zone ? room(state, zone.day) : Number.POSITIVE_INFINITY;
}
function put(work, zone, n) {
  const { state } = work;
  if (zone === "pool") state.pool += n;
  else if (zone === "out") state.out += n;
  else if ("seat" in zone) change(work, zone.seat, { skulls: tribeOf(state, zone.seat).skulls + n });
  else if ("day" in zone) state.days = state.days.with(zone.day - 1, on(state, zone.day) + n);
  else state.lake = { ...state.lake, [zone.lake]: state.lake[zone.lake] + n };
}
function total({ days, tribes, lake, out, pool }) {
  const sum2 = (numbers) => numbers.reduce((all, n) => all + n, 0);
  return sum2(days) + sum2(tribes.map(({ skulls }) => skulls)) + lake.war + lake.rain + out + pool;
}

// rules/src/ring/play/windows.ts
function openWindow(work, window) {
  const index = window.asked.findIndex((seat2) => isHere(work.state, seat2) && hasReaction(work, seat2, window));
  if (index < 0) return;
  const seat = at(window.asked, index);
  ask(work, { kind: "reacting", seat, window: { ...window, asked: window.asked.slice(index + 1) } });
}
function passWindow(work, window) {
  if (window.asked.length > 0) plan(work, window);
}
var hasReaction = (where, seat, window) => handOf(where.state, seat).some((id) => canReact(where, seat, { window, card: cardOf(id) }));
function canReact(where, seat, { window, card }) {
  return card.timing === ANSWERS[window.moment] && fits(card, window) && isAffordable(where, seat, card);
}
var ANSWERS = {
  attack: "react-attack",
  card: "react-card",
  payment: "react-payment",
  tribute: "react-tribute",
  draw: "react-draw"
};
function fits({ effects }, { card }) {
  const filter = effects.find((effect) => effect.kind === "cancel")?.deck;
  return filter === void 0 || card === void 0 || cardOf(card).deck === filter;
}
function isAffordable({ state, edition }, seat, card) {
  if (edition.isBanned(state, card)) return false;
  const cost = edition.costOf(state, seat, card);
  return cost === 0 || canPay(state, seat, cost) && room(state, tribeOf(state, seat).day) >= cost;
}
function cancel2(work) {
  const { agenda } = work.state;
  const guarded = agenda.at(-2);
  if (guarded === void 0) throw new Error("there is nothing to cancel");
  work.state.agenda = agenda.toSpliced(-2, 1);
  drop(work, guarded);
}
function drop(work, task) {
  if (task.kind === "card" && task.isHeld) work.edition.lay(work, task.self, task.card);
}
var aboutCard = ({ phase }) => phase.kind === "reacting" ? phase.window.card ?? "" : "";

// rules/src/ring/play/battle.ts
var DIE = 6;
var otherSide = (side) => side === "attacker" ? "defender" : "attacker";
function meet(work, seat, day) {
  const foes = othersOn(work.state, seat, day);
  if (foes.length > 1 && work.state.options.multiBattle === "chooseOne" && work.edition.battles(work.state) !== "none")
    return ask(work, { kind: "choosing-opponent", seat, day, foes });
  plan(work, { kind: "fights", seat, day, foes });
}
function fights(work, { seat, day, foes }) {
  const [defender, ...rest] = foes;
  const stillThere = (one) => isHere(work.state, one) && tribeOf(work.state, one).day === day;
  if (defender === void 0 || !stillThere(seat)) return;
  if (rest.length > 0) plan(work, { kind: "fights", seat, day, foes: rest });
  if (stillThere(defender)) plan(work, { kind: "fight", attacker: seat, defender, roll: 0, stake: 0 });
}
function challenge(work, fight2) {
  const { attacker, defender } = fight2;
  if (!isHere(work.state, attacker) || !isHere(work.state, defender)) return;
  if (work.edition.battles(work.state) === "none")
    return void transfer(work, { n: 1, from: { seat: attacker }, to: { seat: defender }, why: "marriage" });
  tell(work, { kind: "challenged", attacker, defender });
  plan(work, { kind: "window", moment: "attack", asked: [defender], by: attacker }, { ...fight2, kind: "dice" });
}
function rollDice(work, { attacker, defender, roll: roll3, stake: stake2 }) {
  const { state, edition, chance } = work;
  const isCoin = edition.battles(state) === "coin";
  const fighter = (seat, side, extra) => ({
    seat,
    dice: isCoin ? [] : [chance.die(DIE)],
    keeps: "high",
    hasPassed: false,
    bonus: extra + heldRoll(work, seat, side)
  });
  const sides = { attacker: fighter(attacker, "attacker", roll3), defender: fighter(defender, "defender", 0) };
  state.battles = [{ ...sides, stake: stake2, coin: isCoin ? face(toss(work, "omen")) : "none" }];
  const dice2 = SIDES.flatMap((side) => sides[side].dice);
  tell(work, { kind: "battle-rolled", attacker, defender, dice: dice2 });
  plan(work, { kind: "exchange", turn: "attacker", passes: 0 }, { kind: "settle" }, { kind: "end-battle" });
}
function heldRoll({ edition, state }, seat, side) {
  const held2 = edition.heldModifiers(state, seat);
  return held2.reduce((sum2, modifier2) => sum2 + rollFor(modifier2, side), 0);
}
var rollFor = (modifier2, side) => modifier2.kind === "roll" && modifier2.n !== "quarter-of-day-count" && [side, "any"].includes(modifier2.side) ? modifier2.n : 0;
var face = (heads) => heads ? "heads" : "tails";
function toss(work, why) {
  const heads = work.chance.coin();
  tell(work, { kind: "coin", why, heads });
  return heads;
}
function exchange(work, task) {
  const { state } = work;
  const [battle] = state.battles;
  if (battle === void 0 || !work.edition.areBattleCardsOn(state)) return;
  const { seat, hasPassed } = battle[task.turn];
  const isOut = seat === "cortes" || !isHere(state, seat) || hasPassed && state.options.passIsFinal;
  if (seat !== "cortes" && !isOut && hasBattleCard(work, seat, task.turn))
    return ask(work, { kind: "battle", seat, exchange: task });
  passExchange(work, task);
}
function passExchange(work, { turn, passes }) {
  const { state } = work;
  const [battle] = state.battles;
  if (battle === void 0) return;
  state.battles = [{ ...battle, [turn]: { ...battle[turn], hasPassed: true } }];
  if (passes === 0) plan(work, { kind: "exchange", turn: otherSide(turn), passes: 1 });
}
var hasBattleCard = (where, seat, side) => handOf(where.state, seat).some((id) => isPlayableInBattle(where, seat, { card: cardOf(id), side }));
function isPlayableInBattle(where, seat, { card, side }) {
  if (card.timing !== "battle" || !isAffordable(where, seat, card)) return false;
  if (where.edition.spendsAtOnce && room(where.state, tribeOf(where.state, seat).day) === 0) return false;
  const opponent = where.state.battles[0]?.[otherSide(side)].seat;
  return card.effects.every((effect) => {
    if (effect.kind === "roll") return effect.side === "any" || effect.side === side;
    if (opponent !== "cortes") return true;
    return effect.kind !== "stake" && effect.kind !== "coin-duel" && !(effect.kind === "dice" && effect.side === "opponent");
  });
}
function extraDie(work, side, { side: whose, keep }) {
  const [battle] = work.state.battles;
  const of = whose === "self" ? side : otherSide(side);
  if (battle === void 0 || battle.coin === "heads" || battle.coin === "tails") return;
  const die = work.chance.die(DIE);
  tell(work, { kind: "extra-die", side: of, die, keeps: keep });
  work.state.battles = [{ ...battle, [of]: { ...battle[of], dice: [...battle[of].dice, die], keeps: keep } }];
}
function modifyBattle({ state }, { self, side, modifier: modifier2 }) {
  const [battle] = state.battles;
  if (battle === void 0) return;
  if (modifier2.kind === "stake") state.battles = [{ ...battle, stake: battle.stake + modifier2.n }];
  if (modifier2.kind === "coin-duel" && battle.coin === "none") state.battles = [{ ...battle, coin: "to-toss" }];
  if (modifier2.kind !== "roll") return;
  const { n } = modifier2;
  addBonus(state, side, n === "quarter-of-day-count" ? Math.floor(dayCount(state, tribeOf(state, self).day) / 4) : n);
}
function addBonus(state, side, n) {
  const [battle] = state.battles;
  if (battle !== void 0) state.battles = [{ ...battle, [side]: { ...battle[side], bonus: battle[side].bonus + n } }];
}
function counting({ dice: dice2, keeps }) {
  return keeps === "high" ? Math.max(...dice2) : Math.min(...dice2);
}
var totals = ({ attacker, defender }) => [
  counting(attacker) + attacker.bonus,
  counting(defender) + defender.bonus
];
function settle(work) {
  const { state, edition } = work;
  const [battle] = state.battles;
  if (battle === void 0) return;
  const winner = winnerOf(work, battle);
  const decided = state.battles[0] ?? battle;
  const { attacker, defender } = decided;
  const loser = winner && otherSide(winner);
  const results = isByCoin(decided) ? [] : totals(decided);
  if (attacker.seat === "cortes" || defender.seat === "cortes") return settleCortes(work, winner, results);
  if (winner === void 0 || loser === void 0) return tell(work, { kind: "battle-tied", totals: results });
  const seats = { attacker: attacker.seat, defender: defender.seat };
  const stake2 = Math.max(0, baseStake(state.options.battlePayment, results) + battle.stake + edition.stakeBonus(state));
  tell(work, { kind: "battle-won", winner: seats[winner], loser: seats[loser], totals: results, stake: stake2 });
  noteVictory(work, seats[winner]);
  if (stake2 === 0) return;
  const payer = seats[loser];
  const paid2 = { kind: "stake", winner: seats[winner], loser: payer, stake: stake2 };
  plan(work, { kind: "window", moment: "payment", asked: [payer], by: seats[winner] }, paid2);
}
var isByCoin = ({ coin }) => coin !== "none";
function winnerOf(work, battle) {
  if (isByCoin(battle)) {
    const heads = battle.coin === "to-toss" ? toss(work, "battle") : battle.coin === "heads";
    return heads ? "attacker" : "defender";
  }
  const [attack3, defence] = totals(battle);
  if (attack3 !== defence) return attack3 > defence ? "attacker" : "defender";
  const { battleTie } = work.state.options;
  if (battle.attacker.seat === "cortes") return void 0;
  if (battleTie === "defender") return "defender";
  return battleTie === "reroll" ? reroll(work, battle) : void 0;
}
function reroll(work, battle) {
  const again = (fighter, chance) => ({
    ...fighter,
    dice: fighter.seat === "cortes" ? fighter.dice : fighter.dice.map(() => chance.die(DIE))
  });
  const attacker = again(battle.attacker, work.chance);
  const defender = again(battle.defender, work.chance);
  const next2 = { ...battle, attacker, defender };
  work.state.battles = [next2];
  if (attacker.seat !== "cortes" && defender.seat !== "cortes")
    tell(work, {
      kind: "battle-rolled",
      attacker: attacker.seat,
      defender: defender.seat,
      dice: [...attacker.dice, ...defender.dice]
    });
  return winnerOf(work, next2);
}
function settleCortes(work, winner, results) {
  const { seat } = work.state.battles[0]?.defender ?? {};
  if (seat === void 0 || seat === "cortes") return;
  if (winner === void 0) tell(work, { kind: "battle-tied", totals: results });
  else {
    const [won, lost] = winner === "defender" ? [seat, "cortes"] : ["cortes", seat];
    tell(work, { kind: "battle-won", winner: won, loser: lost, totals: results, stake: 1 });
  }
  work.edition.foughtCortes(work, seat, winner === void 0 ? "tied" : winner === "defender" ? "won" : "lost");
}
function baseStake(payment, results) {
  if (payment === "one" || results.length === 0) return 1;
  const [attack3, defence] = [at(results, 0), at(results, 1)];
  return payment === "difference" ? Math.abs(attack3 - defence) : Math.max(1, Math.min(attack3, defence));
}
function noteVictory({ state }, winner) {
  state.agenda = state.agenda.map(
    (task) => task.kind === "card" && task.self === winner ? { ...task, hasWon: true } : task
  );
}
function endBattle(work) {
  const [battle] = work.state.battles;
  work.state.battles = [];
  if (battle === void 0 || battle.attacker.seat === "cortes" || battle.defender.seat === "cortes") return;
  work.edition.afterBattle(work, { attacker: battle.attacker.seat, defender: battle.defender.seat });
}

// rules/src/ring/play/playingCards.ts
function playCard(work, seat, play) {
  const guarded = spend(work, seat, play);
  tell(work, { kind: "card-played", seat, card: play.card, ...targetOf(guarded) });
  plan(work, windowFor(work.state, seat, play.card), guarded);
}
function playInBattle(work, seat, { card, opponent }) {
  const guarded = spend(work, seat, { card, aim: {} });
  tell(work, { kind: "card-played", seat, card });
  const window = windowFor(work.state, seat, card);
  plan(work, opponent === "cortes" ? window : { ...window, asked: [opponent] }, guarded);
}
function react(work, seat, { card, window }) {
  const playing = spend(work, seat, { card, aim: {} });
  tell(work, { kind: "card-played", seat, card, moment: window.moment });
  plan(work, { ...playing, ...playing.kind === "card" && { foe: window.by } });
}
function resolveEvent(work, seat) {
  const [card = "", ...pending] = tribeOf(work.state, seat).pending;
  work.state.tribes = work.state.tribes.with(seat, { ...tribeOf(work.state, seat), pending });
  work.state.turn = { ...work.state.turn, events: work.state.turn.events + 1 };
  tell(work, { kind: "event-revealed", seat, card });
  plan(work, windowFor(work.state, seat, card), begin(seat, card, { isHeld: true, aim: {} }, work.state));
}
var windowFor = (state, by, card) => ({
  kind: "window",
  moment: "card",
  asked: others(state, by),
  by,
  card
});
function spend(work, seat, { card, aim }) {
  const { edition, state } = work;
  const cost = edition.costOf(state, seat, cardOf(card));
  withdraw(work, seat, card);
  const { day } = tribeOf(state, seat);
  transfer(work, { n: cost, from: { seat }, to: { day }, why: "card" });
  if (edition.spendsAtOnce) edition.lay(work, seat, card);
  if (isLasting(cardOf(card))) return { kind: "arm", seat, card, day };
  return begin(seat, card, { isHeld: !edition.spendsAtOnce, aim }, state);
}
function begin(self, card, { isHeld, aim }, state) {
  const { target, ...rest } = aim;
  const seat = target === void 0 ? void 0 : seatAt(state, target);
  return {
    kind: "card",
    self,
    card,
    effects: cardOf(card).effects,
    isHeld,
    hasWon: false,
    ...rest,
    ...seat !== void 0 && { target: seat }
  };
}
var targetOf = (task) => task.kind === "card" && task.target !== void 0 ? { target: task.target } : {};
function seatAt({ tribes }, compass) {
  const index = tribes.findIndex((tribe) => tribe.compass === compass && tribe.isHere);
  return index < 0 ? void 0 : index;
}
function aims(state, seat, { id }) {
  const aimed2 = AIMED.get(id);
  if (aimed2 === void 0) return NO_AIM;
  return aimed2.reduce((known, effect) => known.flatMap((aim) => aimsOf(state, seat, { effect, aim })), NO_AIM);
}
var NO_AIM = [{}];
function aimsOf(state, seat, { effect, aim }) {
  const targeted = aimsAtSeat(effect) && aim.target === void 0 ? withTargets(state, seat, { effect, aim }) : [aim];
  return targeted.flatMap((one) => withRest(effect, one));
}
function withTargets(state, seat, { effect, aim }) {
  const found = eligible(state, seat, effect).map((other) => ({ ...aim, target: tribeOf(state, other).compass }));
  return found.length > 0 ? found : [aim];
}
function withRest(effect, aim) {
  if (effect.kind === "offer" && effect.god === "choice" || effect.kind === "deal")
    return GODS.map((god) => ({ ...aim, god }));
  if (effect.kind === "go-to" && effect.to === "chosen") return EVERY_DAY.map((day) => ({ ...aim, day }));
  if (effect.kind === "move-choice") return stepsOf(effect).map((steps) => ({ ...aim, steps }));
  return [aim];
}
var AIMED = new Map(
  [...CARDS.values()].map(({ id, effects }) => [id, effects.filter(takesAim)]).filter(([, { length }]) => length > 0)
);
function takesAim(effect) {
  const isForGod = effect.kind === "offer" && effect.god === "choice" || effect.kind === "deal";
  const isForDay = effect.kind === "go-to" && effect.to === "chosen";
  return isForGod || isForDay || effect.kind === "move-choice" || aimsAtSeat(effect);
}
var EVERY_DAY = Array.from({ length: DAYS }, (_, index) => index + 1);
function stepsOf({ min, max }) {
  const sizes = Array.from({ length: Math.max(max, -min) }, (_, index) => index + 1);
  return sizes.flatMap((n) => [...n <= max ? [n] : [], ...-n >= min ? [-n] : []]);
}
function aimsAtSeat(effect) {
  if (effect.kind === "attack") return effect.target === "chosen";
  if (effect.kind === "pay" || effect.kind === "give-card") return effect.from === "chosen" || effect.to === "chosen";
  return "who" in effect && effect.who === "chosen";
}
function eligible(state, seat, effect) {
  const all = others(state, seat).toSorted();
  const within = effect.kind === "attack" ? effect.within : void 0;
  if (within === void 0) return all;
  const { day } = tribeOf(state, seat);
  return all.filter((other) => distance(day, at(state.tribes, other).day) <= within);
}

// rules/src/ring/play/effects.ts
function carryOn(work, playing) {
  const [effect, ...rest] = playing.effects;
  if (effect === void 0) return finish(work, playing);
  const question = questionOf(work.state, playing, effect);
  plan(work, question === void 0 ? { ...playing, effects: rest } : playing);
  if (question === void 0) carryOut(work, playing, effect);
  else ask(work, { kind: "choosing", seat: playing.self, choice: question });
}
function finish(work, { self, card, isHeld }) {
  if (isHeld) work.edition.lay(work, self, card);
}
function questionOf(state, { self, target, god, day, steps }, effect) {
  if (target === void 0 && aimsAtSeat(effect)) {
    const seats = eligible(state, self, effect);
    if (seats.length > 0) return { of: "seat", seats };
  }
  if (god === void 0 && asksForGod(state, effect)) return { of: "god" };
  if (effect.kind === "go-to" && effect.to === "chosen" && day === void 0) return { of: "day" };
  if (effect.kind === "move-choice" && steps === void 0) return { of: "steps", min: effect.min, max: effect.max };
  return void 0;
}
function asksForGod({ tally }, effect) {
  if (effect.kind === "deal") return true;
  if (effect.kind !== "offer" || effect.god === "war" || effect.god === "rain") return false;
  return effect.god === "choice" || tally.war === tally.rain;
}
function carryOut(work, playing, effect) {
  const { self } = playing;
  const who = (which) => seatsOf(work.state, playing, which);
  switch (effect.kind) {
    case "gain":
      for (const seat of who(effect.who)) gain2(work, seat, effect);
      return;
    case "lose":
      for (const seat of who(effect.who)) lose2(work, seat, effect);
      return;
    case "pay":
      for (const from of who(effect.from))
        for (const to of who(effect.to))
          transfer(work, { n: effect.n, from: { seat: from }, to: { seat: to }, why: "card" });
      return;
    case "offer":
      return offer2(work, who(effect.who), { n: effect.n, god: godOf(work.state, playing, effect.god), why: "card" });
    case "draw":
      return plan(
        work,
        ...Array.from({ length: effect.n }, () => ({ kind: "draw", seat: self, deck: effect.deck }))
      );
    case "take-week":
      return work.edition.takeWeek(work, self, effect.sign) ? void 0 : instead(work, effect.otherwise);
    case "discard":
      return plan(work, ...who(effect.who).map((seat) => ({ kind: "discard", seat, n: effect.n })));
    case "give-card":
      for (const from of who(effect.from)) for (const to of who(effect.to)) giveAtRandom(work, effect.n, { from, to });
      return;
    case "cycle":
      return pickUpTo(work, self, { left: effect.max, why: { kind: "cycle", picked: [] } });
    case "discard-for-roll":
      return sideOf(work.state, self) && pickUpTo(work, self, { left: effect.max, why: { kind: "roll", per: effect.per } });
    case "deal":
      return deal(work, self, { mode: effect.mode, god: godOf(work.state, playing, "choice") });
    case "move":
      return goTo2(work, self, wrap(tribeOf(work.state, self).day + effect.n));
    case "move-choice":
      return goTo2(work, self, wrap(tribeOf(work.state, self).day + (playing.steps ?? 0)));
    case "go-to":
      return goTo2(work, self, effect.to === "chosen" ? playing.day ?? 0 : placeOf(work.state, self, effect.to));
    case "extra-turn":
      return earnExtraTurn(work, self);
    case "attack":
      return attack2(work, playing, effect);
    case "space-add": {
      const { day } = tribeOf(work.state, self);
      transfer(work, { n: effect.n, from: "pool", to: { day }, why: "card" });
      return;
    }
    case "cancel":
      tell(work, { kind: "cancelled", what: effect.what, by: self });
      return cancel2(work);
    case "if-won":
      return playing.hasWon ? instead(work, effect.then) : void 0;
    case "victory":
      return;
    default:
      return modify(work, self, effect);
  }
}
function seatsOf(state, { self, target, foe }, who) {
  const one = (seat) => seat !== void 0 && isHere(state, seat) ? [seat] : [];
  switch (who) {
    case "self":
      return [self];
    case "all":
      return [self, ...others(state, self)];
    case "each-other":
      return others(state, self);
    case "chosen":
      return one(target);
    case "attacker":
    case "triggerer":
      return one(foe);
    case "nearest":
      return one(nearest(state, self));
    default:
      return one(seatAt(state, who.slice("seat-".length))).filter((seat) => seat !== self);
  }
}
function nearest(state, self) {
  const { day } = tribeOf(state, self);
  const far = (seat) => forward(day, tribeOf(state, seat).day);
  return others(state, self).toSorted((a, b) => far(a) - far(b))[0];
}
function godOf({ tally }, { god }, wanted) {
  if (wanted === "war" || wanted === "rain") return wanted;
  if (wanted === "choice" || tally.war === tally.rain) return god ?? "war";
  const lesser = tally.war < tally.rain ? "war" : "rain";
  if (wanted === "lesser") return lesser;
  return lesser === "war" ? "rain" : "war";
}
function placeOf({ options }, self, place, state) {
  if (typeof place === "number") return place;
  if (place === "here") return state === void 0 ? 0 : tribeOf(state, self).day;
  const compass = place.slice("start-".length);
  return START_DAYS[options.startSpaces][compass];
}
function gain2(work, seat, { n, from }) {
  if (from === "pool") return void transfer(work, { n, from, to: { seat }, why: "card" });
  if (work.edition.isFlooded(work.state)) return;
  takeFrom(work, { seat, n, day: placeOf(work.state, seat, from, work.state), why: "card" });
}
function lose2(work, seat, { n, to }) {
  const { day } = tribeOf(work.state, seat);
  const fits2 = to === "here" ? Math.min(n, room(work.state, day)) : 0;
  const laid = transfer(work, { n: fits2, from: { seat }, to: { day }, why: "card" });
  transfer(work, { n: n - laid, from: { seat }, to: to === "here" ? "pool" : to, why: "card" });
}
function offer2(work, seats, offering2) {
  for (const seat of seats) {
    const n = toLake(work, { ...offering2, seat });
    if (n > 0) tell(work, { kind: "sacrificed", seat, god: offering2.god, tally: work.state.tally[offering2.god] });
  }
}
function instead(work, effects) {
  const { agenda } = work.state;
  const playing = agenda.at(-1);
  if (playing?.kind !== "card") throw new Error("no card is being carried out");
  work.state.agenda = agenda.with(-1, { ...playing, effects: [...effects, ...playing.effects] });
}
function giveAtRandom(work, n, between) {
  for (let given2 = 0; given2 < n && handOf(work.state, between.from).length > 0; given2++)
    handOver(work, work.chance.pick(handOf(work.state, between.from)), between);
}
function pickUpTo(work, seat, { left, why }) {
  if (handOf(work.state, seat).length > 0) ask(work, { kind: "picking", seat, left, why });
}
function goTo2(work, seat, day) {
  if (tribeOf(work.state, seat).day !== day) plan(work, { kind: "arrive", seat, day });
}
function earnExtraTurn({ state }, seat) {
  if (state.turn.seat === seat && !state.turn.isExtra) state.turn = { ...state.turn, hasExtra: true };
}
function attack2(work, playing, { target, otherwise, roll: roll3, stake: stake2, within }) {
  const { self } = playing;
  const aimed2 = seatsOf(work.state, playing, target);
  const found = aimed2.length > 0 || otherwise === void 0 ? aimed2 : seatsOf(work.state, playing, otherwise);
  const foes = within === void 0 ? found : found.filter(
    (foe) => eligible(work.state, self, { kind: "attack", target, within, roll: roll3, stake: stake2 }).includes(foe)
  );
  plan(work, ...foes.map((defender) => ({ kind: "fight", attacker: self, defender, roll: roll3, stake: stake2 })));
}
function sideOf({ battles: [battle] }, seat) {
  if (battle?.attacker.seat === seat) return "attacker";
  return battle?.defender.seat === seat ? "defender" : void 0;
}
function modify(work, self, modifier2) {
  if (modifier2.lasts === "battle") return modifyNow(work, self, modifier2);
  const { modifiers, nextModifiers } = tribeOf(work.state, self);
  if (modifier2.lasts === "turn") change(work, self, { modifiers: [...modifiers, modifier2] });
  if (modifier2.lasts === "next-turn") change(work, self, { nextModifiers: [...nextModifiers, modifier2] });
}
function modifyNow(work, self, modifier2) {
  const side = sideOf(work.state, self);
  if (side === void 0) return;
  if (modifier2.kind === "dice") extraDie(work, side, modifier2);
  else modifyBattle(work, { self, side, modifier: modifier2 });
}
function each(where, seat, kind) {
  const { modifiers } = tribeOf(where.state, seat);
  const held2 = where.edition.heldModifiers(where.state, seat);
  return [...numbersOf(modifiers, kind), ...numbersOf(held2, kind)];
}
function numbersOf(modifiers, kind) {
  const numbers = [];
  for (const modifier2 of modifiers) if (modifier2.kind === kind) numbers.push(modifier2.n);
  return numbers;
}
var sum = (numbers) => numbers.reduce((all, n) => all + n, 0);
var sumOf = (effects, kind) => effects.reduce((all, effect) => effect.kind === kind ? all + effect.n : all, 0);

// rules/src/ring/play/turn.ts
var DIE2 = 6;
var newTurn = (seat, isExtra) => ({
  seat,
  isExtra,
  hasExtra: false,
  moves: 0,
  arrivals: 0,
  hasCollected: false,
  farAttacks: [],
  offered: 0,
  hasPrayed: false,
  hasKept: false,
  events: 0
});
function beginTurn(work) {
  const { state, edition } = work;
  const { seat, isExtra } = state.turn;
  tell(work, { kind: "turn-began", seat, round: state.round, extra: isExtra });
  change(work, seat, { modifiers: tribeOf(state, seat).nextModifiers, nextModifiers: [] });
  ask(work, { kind: "moving", seat });
  edition.beginTurn(work);
}
function roll2(work, seat) {
  const die = work.chance.die(DIE2);
  tell(work, { kind: "rolled", seat, die });
  const steps = each(work, seat, "step");
  const slowed = Math.max(1, die + sum(steps.filter((n) => n < 0)));
  const most = sum(steps.filter((n) => n > 0));
  if (most > 0) return ask(work, { kind: "adding-steps", seat, roll: slowed, most });
  walk(work, seat, slowed);
}
function walk(work, seat, steps) {
  goBy(work, seat, wrap(tribeOf(work.state, seat).day + steps));
}
function goBy(work, seat, day) {
  const { state, edition } = work;
  const { times, firstArrives } = edition.moves(state);
  const moves = state.turn.moves + 1;
  state.turn = { ...state.turn, moves };
  plan(work, { kind: "after-move" });
  if (moves < times && !firstArrives) put2(work, seat, { day, way: "move" });
  else arrive(work, { kind: "arrive", seat, day }, "move");
}
function afterMove(work) {
  const { state, edition } = work;
  const { seat, moves } = state.turn;
  if (moves < edition.moves(state).times) return ask(work, { kind: "moving", seat });
  plan(work, { kind: "ranged" }, { kind: "after-battles" }, { kind: "offer" });
}
function ranged(work) {
  const { state, edition } = work;
  if (isHere(state, state.turn.seat) && edition.rangedTargets(state).length > 0)
    ask(work, { kind: "ranged", seat: state.turn.seat });
}
function attackFromAfar(work, defender) {
  const { turn } = work.state;
  work.state.turn = { ...turn, farAttacks: [...turn.farAttacks, defender] };
  plan(work, { kind: "fight", attacker: turn.seat, defender, roll: 0, stake: 0 }, { kind: "ranged" });
}
function endTurn(work) {
  const { state, edition } = work;
  const { seat } = state.turn;
  change(work, seat, { modifiers: [] });
  tell(work, { kind: "turn-ended", seat });
  edition.endTurn(work);
  if (state.phase.kind !== "over") next(work);
}
function next(work) {
  const { state } = work;
  const { seat, hasExtra } = state.turn;
  const again = hasExtra && isHere(state, seat);
  if (again) tell(work, { kind: "extra-turn", seat });
  const following = again ? seat : after(state, seat);
  const isNewRound = !again && following <= seat;
  if (isNewRound && state.round >= state.options.roundCap) return work.edition.roundCapReached(work);
  if (isNewRound) state.round += 1;
  state.turn = newTurn(following, again);
  plan(work, { kind: "begin-turn" });
}
function after(state, seat) {
  const all = present(state);
  return all.find((other) => other > seat) ?? at(all, 0);
}
function end(work, over) {
  const unfinished = work.state.agenda;
  work.state.agenda = [];
  work.state.battles = [];
  for (const task of unfinished) drop(work, task);
  ask(work, { kind: "over", ...over });
  tell(work, { kind: "ended", reason: over.reason });
}
var MOST_ARRIVALS = 13;
function arrive(work, { seat, day }, way = "card") {
  const { turn, options } = work.state;
  if (!isHere(work.state, seat)) return;
  const isArrival = turn.arrivals < MOST_ARRIVALS;
  put2(work, seat, { day, way: isArrival ? way : "put" });
  if (!isArrival) return;
  work.state.turn = { ...turn, arrivals: turn.arrivals + 1 };
  plan(work, ...PARTS[options.stepOrder].map((part) => ({ kind: "visit", part, seat, day })));
}
var PARTS = {
  printed: ["land", "collect", "tribute", "battles"],
  battleFirst: ["land", "battles", "collect", "tribute"]
};
function put2(work, seat, { day, way }) {
  tell(work, { kind: "moved", seat, from: tribeOf(work.state, seat).day, to: day, way });
  change(work, seat, { day });
}
function visit(work, { part, seat, day }) {
  if (!isHere(work.state, seat) || tribeOf(work.state, seat).day !== day) return;
  switch (part) {
    case "land":
      return work.edition.land(work, seat, day);
    case "collect":
      return work.edition.collect(work, seat, day);
    case "tribute":
      return plan(
        work,
        ...work.edition.tributeTo(work.state, seat, day).map((to) => ({ kind: "tribute", from: seat, to }))
      );
    case "battles":
      return meet(work, seat, day);
  }
}
function oweTribute(work, { from, to }) {
  if (tribeOf(work.state, from).skulls === 0) return;
  plan(work, { kind: "window", moment: "tribute", asked: [from], by: to }, { kind: "pay-tribute", from, to });
}
function payTribute(work, { from, to }) {
  transfer(work, { n: 1, from: { seat: from }, to: { seat: to }, why: "tribute" });
}
function standingsBy(scores, winner) {
  const rank = ({ seat, isHere: isHere2, order }) => [seat === winner ? 1 : 0, isHere2 ? 1 : 0, ...order];
  const better = (a, b) => compare(rank(b), rank(a));
  return scores.toSorted((a, b) => better(a, b) || a.seat - b.seat).map((score) => {
    const place = 1 + scores.filter((other) => better(other, score) < 0).length;
    return { seat: score.seat, place, score: score.order[0] ?? 0, breakdown: score.breakdown };
  });
}
function compare(a, b) {
  const index = a.findIndex((n, i) => n !== b[i]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

// rules/src/ring/play/offering.ts
function offerings(work) {
  const { seat } = work.state.turn;
  if (canOffer(work)) ask(work, { kind: "offering", seat });
  else plan(work, { kind: "cards" });
}
var canOffer = (where) => SACRIFICES.some((move) => offerRefusal(where, move) === void 0) || offerRefusal(where, ONE_GIFT) === void 0;
function offers(where) {
  const singly = where.edition.givesToDay(where.state) ? WITH_GIFTS : OFFERS;
  return tribeOf(where.state, where.state.turn.seat).skulls > 1 ? [...singly, ...SEVERAL] : singly;
}
var SACRIFICES = [...GODS.map((god) => ({ kind: "offer", god })), { kind: "tonantzin" }];
var ONE_GIFT = { kind: "give", n: 1 };
var MOST_GIVEN = 13;
var GIFTS = Array.from({ length: MOST_GIVEN }, (_, index) => ({ kind: "give", n: index + 1 }));
var DONE = { kind: "done" };
var STOPS = [DONE, { kind: "end" }];
var OFFERS = [...SACRIFICES, ...STOPS];
var WITH_GIFTS = [...SACRIFICES, ...GIFTS, ...STOPS];
var MOST_AT_ONCE = 6;
var SEVERAL = GODS.flatMap(
  (god) => Array.from({ length: MOST_AT_ONCE - 1 }, (_, index) => ({ kind: "offer", god, n: index + 2 }))
);
function offerRefusal(where, move) {
  const { state, edition } = where;
  const refused = edition.offerRefusal(state, move);
  if (refused !== void 0) return refused;
  if (move.kind === "offer") return refusalToSacrifice(where) ?? refusalOfSeveral(where, move);
  if (move.kind === "tonantzin") return refusalToPray(where);
  if (move.kind === "give") return refusalToGive(where, move.n);
  if (move.kind === "end") return refusalToEnd(where);
  return move.kind === "done" ? void 0 : "offer-first";
}
function refusalToSacrifice({ state, edition }) {
  const { seat, offered: offered2 } = state.turn;
  const limit = state.options.sacrificesPerTurn;
  if (limit > 0 && offered2 >= limit) return "enough-sacrifices";
  const { skulls, hand } = tribeOf(state, seat);
  const means = skulls + (edition.takesCards(state) ? hand.length : 0);
  return means >= edition.offerPrice(state, seat) ? void 0 : "too-few-skulls";
}
function refusalOfSeveral(where, { god, n }) {
  if (n === void 0) return void 0;
  const { state, edition } = where;
  const { seat, offered: offered2 } = state.turn;
  const limit = state.options.sacrificesPerTurn;
  if (limit > 0 && offered2 + n > limit) return "enough-sacrifices";
  if (n * edition.offerPrice(state, seat) > tribeOf(state, seat).skulls) return "too-few-skulls";
  const isOneMove = n >= 2 && n <= MOST_AT_ONCE && !edition.takesCards(state) && areSure(where, god, n);
  return isOneMove ? void 0 : "one-by-one";
}
function areSure(where, god, n) {
  const { state, edition } = where;
  const { seat } = state.turn;
  if (edition.takeable(state, god).length > 0 || tribeOf(state, seat).pending.length > 0) return false;
  if (!canDraw(where, god)) return true;
  const { handLimit: handLimit2 } = state.options;
  if (n > state.decks[god].length || handLimit2 > 0 && handOf(state, seat).length + n > handLimit2) return false;
  return !edition.preventsDraws || others(state, seat).every((other) => secretsOf(where, other) === 0);
}
function secretsOf({ state, edition }, seat) {
  const { hand, victories } = tribeOf(state, seat);
  return hand.length + (edition.areVictoriesOpen(state) ? 0 : victories.length);
}
function refusalToEnd(where) {
  const { hand, pending } = tribeOf(where.state, where.state.turn.seat);
  return offerRefusal(where, DONE) ?? (hand.length > 0 && pending.length === 0 ? void 0 : "one-by-one");
}
function refusalToPray({ state, edition }) {
  const price3 = edition.prayerPrice(state, state.turn.seat);
  if (price3 === void 0) return "no-tonantzin";
  if (state.turn.hasPrayed) return "already-prayed";
  return tribeOf(state, state.turn.seat).skulls >= price3 ? void 0 : "too-few-skulls";
}
function refusalToGive({ state, edition }, n) {
  if (!edition.givesToDay(state)) return "no-gifts";
  const { skulls, day } = tribeOf(state, state.turn.seat);
  if (n < 1 || n > skulls) return "too-few-skulls";
  return n <= room(state, day) ? void 0 : "no-room";
}
function offer3(work, move) {
  const { seat } = work.state.turn;
  if (move.kind === "done") return plan(work, { kind: "cards" });
  if (move.kind === "end") return plan(work, { kind: "hand-limit" }, { kind: "end-turn" });
  plan(work, { kind: "offer" });
  if (move.kind === "offer" && move.n !== void 0)
    return plan(work, { kind: "sacrifices", seat, god: move.god, left: move.n });
  if (move.kind === "offer") sacrifice(work, seat, move.god);
  if (move.kind === "tonantzin") pray(work, seat);
  if (move.kind === "give")
    transfer(work, { n: move.n, from: { seat }, to: { day: tribeOf(work.state, seat).day }, why: "gift" });
}
function sacrifice(work, seat, god) {
  const left = work.edition.offerPrice(work.state, seat);
  const sacrificing = { kind: "sacrificing", seat, god, left, cards: 0 };
  if (work.edition.takesCards(work.state) && handOf(work.state, seat).length > 0) ask(work, sacrificing);
  else payRest(work, { ...sacrificing, left: 0 }, left);
}
function payOne(work, sacrificing, card) {
  const { seat, god, left, cards: cards2 } = sacrificing;
  if (card === void 0) return payRest(work, { ...sacrificing, left: left - 1 }, 1);
  withdraw(work, seat, card);
  work.edition.lay(work, seat, card);
  count(work, god, 1);
  work.edition.given(work, god, "card");
  tell(work, { kind: "card-offered", seat, god, card });
  payRest(work, { ...sacrificing, left: left - 1, cards: cards2 + 1 }, 0);
}
function payRest(work, sacrificing, skulls) {
  const { seat, god, left, cards: cards2 } = sacrificing;
  toLake(work, { seat, god, n: skulls, why: "sacrifice" });
  if (left > 0) return ask(work, sacrificing);
  sacrificed(work, seat, god);
  if (work.edition.drawsFor(work.state, cards2)) plan(work, { kind: "draw-choice", seat, god });
}
function sacrificed(work, seat, god) {
  work.state.turn = { ...work.state.turn, offered: work.state.turn.offered + 1 };
  tell(work, { kind: "sacrificed", seat, god, tally: work.state.tally[god] });
}
function sacrificeNext(work, task) {
  const { seat, god, left } = task;
  if (left > 1) plan(work, { ...task, left: left - 1 });
  toLake(work, { seat, god, n: work.edition.offerPrice(work.state, seat), why: "sacrifice" });
  sacrificed(work, seat, god);
  if (canDraw(work, god)) plan(work, { kind: "draw", seat, deck: god });
}
function pray(work, seat) {
  const n = work.edition.prayerPrice(work.state, seat) ?? 0;
  transfer(work, { n, from: { seat }, to: "out", why: "tonantzin" });
  work.state.turn = { ...work.state.turn, hasPrayed: true };
  work.edition.prayed(work, n);
  plan(work, { kind: "draw", seat, deck: "day" });
}
function drawChoice(work, { seat, god }) {
  if (canDraw(work, god) || work.edition.takeable(work.state, god).length > 0)
    ask(work, { kind: "drawing", seat, god });
}
function greaterGod({ tally, favoured }) {
  if (tally.war !== tally.rain) return tally.war > tally.rain ? "war" : "rain";
  return favoured === "none" ? void 0 : favoured;
}
function given({ state }, god, what) {
  if (state.options.balance === "wait") return;
  if (what === "skulls" || state.lastGiven === "none") state.lastGiven = god;
}
function isEternal({ tally, days, tribes, pool }) {
  const isBare = pool === 0 && days.every((skulls) => skulls === 0) && tribes.every(({ skulls }) => skulls === 0);
  return isBare && tally.war === tally.rain;
}
function settleBalance(work) {
  const { state } = work;
  const { balance } = state.options;
  if (balance === "wait" || state.favoured !== "none" || !isEternal(state)) return;
  if (balance === "shared") return end(work, { reason: "balance" });
  if (state.lastGiven === "none") return;
  state.favoured = state.lastGiven;
  tell(work, { kind: "balance-settled", god: state.lastGiven });
}

// rules/src/ring/temple.ts
var OFFERING2 = ["offering", "sacrificing", "drawing"];
var CARDS2 = ["playing", "discarding", "picking", "dealing", "giving", "paying-card"];
var SKULL = { kind: "skull" };
function templeOf(edition) {
  return {
    standing,
    canPay: (state, seat) => tribeOf(state, seat).skulls >= edition.offerPrice(state, seat),
    offering: (state, seat, slot) => asks(state, seat) ? offering(edition, state, { seat, slot }) : "not-now",
    gift: (state, seat) => asks(state, seat) ? gift(edition, state) : void 0,
    pays: ({ kind }) => kind === "offer" || kind === "skull",
    lights: (view2) => lights(edition, view2)
  };
}
var asks = ({ phase }, seat) => phase.kind !== "over" && phase.seat === seat;
function standing({ phase, turn: { seat }, agenda }) {
  if (phase.kind === "over") return void 0;
  const isPlanned = (kinds) => agenda.some(({ kind }) => kinds.includes(kind));
  const isAhead2 = phase.kind === "moving" || isPlanned(["begin-turn", "after-move", "ranged", "offer"]);
  const isNow = phase.kind === "offering" || isAhead2 && OFFERING2.includes(phase.kind) && !isPlanned(EARLIER);
  if (isNow && phase.seat === seat) return { seat, step: "now" };
  return { seat, step: isAhead2 ? "before" : "after" };
}
var EARLIER = [
  "begin-turn",
  "after-move",
  "arrive",
  "visit",
  "ranged",
  "after-battles",
  "fights",
  "fight",
  "dice",
  "exchange",
  "settle",
  "stake",
  "end-battle"
];
function offering(edition, state, { seat, slot }) {
  const { phase } = state;
  const { skulls } = tribeOf(state, seat);
  if (phase.kind === "sacrificing") {
    if (phase.god !== slot) return "not-now";
    return skulls > 0 ? { price: 1, moves: [SKULL] } : "no-skulls";
  }
  if (phase.kind !== "offering") return "not-now";
  const offer4 = { kind: "offer", god: slot };
  const refused = offerRefusal({ state, edition }, offer4);
  if (refused === "too-few-skulls" || refused === void 0 && skulls === 0) return "no-skulls";
  if (refused !== void 0) return "not-now";
  const isPaidSingly = edition.takesCards(state) && handOf(state, seat).length > 0;
  return isPaidSingly ? { price: 1, moves: [offer4, SKULL] } : { price: edition.offerPrice(state, seat), moves: [offer4] };
}
function gift(edition, state) {
  const { phase } = state;
  if (phase.kind !== "drawing" || edition.takeable(state, phase.god).length > 0) return void 0;
  return canDraw({ state, edition }, phase.god) ? { kind: "draw" } : void 0;
}
function lights(edition, view2) {
  const { turn, countdown: of, warTally: war2, rainTally: rain2 } = view2;
  const counting2 = edition.roundsLeft(view2);
  return {
    phase: phaseOf(view2.phase),
    turn,
    counts: { war: war2, rain: rain2 },
    ...counting2 && { apocalypse: { ...counting2, of, forestalled: edition.isLevel(view2) } }
  };
}
function phaseOf(phase) {
  if (phase === "over") return "over";
  if (OFFERING2.includes(phase)) return "offer";
  return CARDS2.includes(phase) ? "play" : "move";
}

// rules/src/ring/cards/cardText.ts
var textOf = ({ effects }) => phrases(effects);
var inNotation = (word) => String(word).replace(/^(seat|start|react)-/, "$1:").replaceAll("-", "_").toUpperCase();
var SIDES2 = { attacker: "ATT", defender: "DEF", any: "ANY", self: "SELF", opponent: "OPP" };
var PHRASES = {
  gain: ({ who, n, from }) => `GAIN ${unlessSelf(who)}${n} from ${typeof from === "number" ? "SPACE:" : ""}${inNotation(from)}`,
  lose: ({ who, n, to }) => `LOSE ${unlessSelf(who)}${n} to ${inNotation(to)}`,
  pay: ({ from, to, n }) => `PAY ${inNotation(from)}→${inNotation(to)} ${n}`,
  offer: ({ who, god, n }) => `OFFER ${unlessSelf(who)}${n} to ${inNotation(god)}`,
  draw: ({ deck, n }) => `DRAW ${inNotation(deck)} ${n}`,
  "take-week": ({ sign, otherwise }) => `TAKE_WEEK ${sign} else ${phrases(otherwise)}`,
  discard: ({ who, n }) => `DISCARD ${unlessSelf(who)}${n} by OWNER`,
  "give-card": ({ from, to, n }) => `GIVE_CARD ${inNotation(from)}→${inNotation(to)} ${n} RANDOM`,
  cycle: ({ max }) => `CYCLE max ${max}`,
  deal: ({ mode }) => `DEAL ${inNotation(mode)}`,
  move: ({ n }) => `MOVE ${signed(n)}`,
  "move-choice": ({ min, max }) => `MOVE_CHOICE ${signed(min)}…${signed(max)}`,
  "go-to": ({ to }) => `GOTO ${inNotation(to)}`,
  "extra-turn": () => "EXTRA_TURN",
  attack: (effect) => `ATTACK ${inNotation(effect.target)}${termsOf(effect)}`,
  "space-add": ({ n }) => `SPACE_ADD HERE ${n}`,
  cancel: ({ what, deck }) => `CANCEL ${inNotation(what)}${deck ? ` (${inNotation(deck)} cards)` : ""}`,
  "discard-for-roll": ({ max, per }) => `DISCARD_FOR_ROLL max ${max}, ${signed(per)} each`,
  "if-won": ({ then }) => `IF WON: ${phrases(then)}`,
  victory: ({ sign }) => `VICTORY ${inNotation(sign)}`,
  roll: ({ side, n, lasts }) => modifier(`ROLL ${SIDES2[side]} ${n === "quarter-of-day-count" ? "+⌊DAYCOUNT/4⌋" : signed(n)}`, lasts),
  dice: ({ side, keep, lasts }) => modifier(`DICE ${SIDES2[side]} keep ${inNotation(keep)}`, lasts),
  stake: ({ n, lasts }) => modifier(`STAKE ${signed(n)}`, lasts),
  "coin-duel": ({ lasts }) => modifier("COIN_DUEL", lasts),
  range: change3,
  pickup: change3,
  step: change3,
  "offer-cost": change3,
  "play-cost": change3
};
var phrases = (effects) => effects.map(phrase).join(" > ");
var phrase = (effect) => PHRASES[effect.kind](effect);
var signed = (n) => n < 0 ? String(n) : `+${n}`;
var unlessSelf = (who) => who === "self" ? "" : `${inNotation(who)} `;
var modifier = (what, lasts) => `MOD ${what} [${inNotation(lasts)}]`;
function change3({ kind, n, lasts }) {
  return modifier(`${inNotation(kind)} ${signed(n)}`, lasts);
}
function termsOf({ otherwise, within, roll: roll3, stake: stake2 }) {
  const terms = [
    otherwise && `else ${inNotation(otherwise)}`,
    within && `(maxDist ${within})`,
    roll3 && `roll ${signed(roll3)}`,
    stake2 && `stake ${signed(stake2)}`
  ];
  return terms.map((term) => term ? ` ${term}` : "").join("");
}
function faceOf(id) {
  const { effects, day, isLand, deck } = cardOf(id);
  const sign = deck === "week" && day !== void 0 ? VICTORY_SIGNS.get(day) : void 0;
  return {
    kind: "card",
    effects,
    ...day !== void 0 && { day },
    ...deck === "day" && { number: dayNumber(id) },
    ...isLand === true && { isLand },
    ...sign !== void 0 && { sign }
  };
}
var TITLES = {
  D020: "Nopal in Flower",
  W01: "Keen Obsidian",
  W02: "Toothed Club",
  W03: "Burnt Pledges",
  W04: "Twin Banners",
  W05: "Sand in the Eyes",
  W06: "Captive Cord",
  W07: "Coin of the Mirror",
  W08: "Blood Price",
  W09: "Flower Summons",
  W10: "Dart Thrower",
  W11: "Long Reach",
  W12: "Jaguar in the Reeds",
  W13: "War Drums",
  W14: "Shadow of the Rack",
  W15: "Left-Handed Hummingbird",
  WEA: "Eagle on the Stone",
  R01: "Tears of the Rain Lord",
  R02: "Second Gathering",
  R03: "Hidden Spring",
  R04: "Quilted Armor",
  R05: "Parley Conch",
  R06: "Mist over the Lake",
  R07: "Dam the River",
  R08: "Sudden Squall",
  R09: "Frog Chorus",
  R10: "Turning Seasons",
  R11: "River Road",
  R12: "Flooded Field",
  R13: "Merchant's Whisper",
  R14: "Ahuizotl's Pool",
  R15: "Gates of Tlalocan",
  R16: "Sealed Jar",
  R17: "Rain Feast",
  RSE: "Serpent in the Water"
};
var FAMILY_TITLES = [
  "Pilgrimage to",
  "Road of",
  "Harvest of",
  "Homecoming of",
  "Debt of",
  "Tithe of",
  "Gift of",
  "Raid under",
  "Omen of",
  "Edge of",
  "Ward of",
  "Command of",
  "Crown of"
];
function titleOf(id) {
  const card = cardOf(id);
  const title = TITLES[id];
  if (title) return title;
  if (card.day === void 0) throw new Error(`card ${id} has no title`);
  return `${seriesOf(card)} ${signTitle(card.day)}`;
}
function signTitle(day) {
  const name = nameOf(day);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
function seriesOf({ id, deck }) {
  if (deck === "week") return "Spirit of";
  return deck === "day" ? at(FAMILY_TITLES, dayNumber(id) - 1) : "Land of";
}

// rules/src/ring/play/playMove.ts
function playMove(work, move) {
  const phase = work.state.phase;
  switch (phase.kind) {
    case "moving":
      return setOut(work, phase.seat, move);
    case "adding-steps":
      return walk(work, phase.seat, phase.roll + (move.kind === "extra" ? move.n : 0));
    case "choosing-opponent":
      return fight(work, phase, move);
    case "ranged":
      return shoot(work, move);
    case "battle":
      return move.kind === "play" ? playBattleCard(work, phase, move.card) : passExchange(work, phase.exchange);
    case "reacting":
      return move.kind === "play" ? react(work, phase.seat, { card: move.card, window: phase.window }) : passWindow(work, phase.window);
    case "offering":
      return offer3(work, move);
    case "sacrificing":
      return payOne(work, phase, move.kind === "pick" ? move.card : void 0);
    case "drawing":
      return drawOrTake(work, phase, move);
    case "playing":
      return playOrStop(work, phase.seat, move);
    case "discarding":
      if (move.kind === "pick") discard2(work, phase.seat, move.card);
      else work.state.turn = { ...work.state.turn, hasKept: true };
      return plan(work, { kind: "cards" });
    case "picking":
      return move.kind === "pick" ? pick(work, phase, move.card) : stopPicking(work, phase);
    case "choosing":
      return choose(work, move);
    case "dealing":
      return dealOne(work, phase, move.kind === "pick" ? move.card : void 0);
    case "giving":
      return move.kind === "choose" ? give(work, phase, aimedAt(work, move)) : void 0;
    case "paying-card":
    case "claiming":
    case "cancelling":
    case "taking-disc":
      return work.edition.answer(work, move);
    case "over":
      return;
  }
}
function setOut(work, seat, move) {
  if (move.kind === "go") goBy(work, seat, move.day);
  else if (move.kind === "step") walk(work, seat, move.n);
  else roll2(work, seat);
}
function fight(work, { seat, day }, move) {
  const foe = move.kind === "fight" ? seatAt(work.state, move.target) : void 0;
  if (foe !== void 0) plan(work, { kind: "fights", seat, day, foes: [foe] });
}
function shoot(work, move) {
  const foe = move.kind === "attack" ? seatAt(work.state, move.target) : void 0;
  if (foe !== void 0) attackFromAfar(work, foe);
}
function playBattleCard(work, { seat, exchange: { turn } }, card) {
  const [battle] = work.state.battles;
  if (battle === void 0) throw new Error("there is no battle");
  const other = otherSide(turn);
  plan(work, { kind: "exchange", turn: other, passes: 0 });
  playInBattle(work, seat, { card, opponent: battle[other].seat });
}
function drawOrTake(work, { seat, god }, move) {
  if (move.kind === "draw") plan(work, { kind: "draw", seat, deck: god });
  if (move.kind === "take-card") work.edition.takeCard(work, seat, move);
}
function playOrStop(work, seat, move) {
  if (move.kind === "discard") return ask(work, { kind: "discarding", seat });
  if (move.kind !== "play") return plan(work, { kind: "hand-limit" }, { kind: "end-turn" });
  plan(work, { kind: "cards" });
  playCard(work, seat, move);
}
function choose(work, move) {
  const { agenda } = work.state;
  const playing = agenda.at(-1);
  if (playing?.kind !== "card" || move.kind !== "choose") throw new Error("no card has asked");
  const { target, ...aim } = move.aim;
  const seat = target === void 0 ? {} : { target: aimedAt(work, move) };
  work.state.agenda = agenda.with(-1, { ...playing, ...aim, ...seat });
}
function aimedAt({ state }, { aim }) {
  const seat = seatAt(state, aim.target ?? "");
  if (seat === void 0) throw new Error(`no seat is named ${aim.target}`);
  return seat;
}
var MOST_EVENTS = 13;
function run(work) {
  const { state } = work;
  while (!work.isAsking) {
    const task = state.agenda.pop();
    if (task === void 0) throw new Error("no task is planned, and no seat is asked");
    perform(work, task);
  }
}
function perform(work, task) {
  switch (task.kind) {
    case "begin-turn":
      return beginTurn(work);
    case "arrive":
      return arrive(work, task);
    case "visit":
      return visit(work, task);
    case "tribute":
      return oweTribute(work, task);
    case "pay-tribute":
      return payTribute(work, task);
    case "fights":
      return fights(work, task);
    case "fight":
      return challenge(work, task);
    case "dice":
      return rollDice(work, task);
    case "exchange":
      return exchange(work, task);
    case "settle":
      return settle(work);
    case "stake":
      return work.edition.payStake(work, task);
    case "end-battle":
      return endBattle(work);
    case "after-move":
      return afterMove(work);
    case "ranged":
      return ranged(work);
    case "after-battles":
      return work.edition.afterBattles(work);
    case "offer":
      return offerings(work);
    case "draw-choice":
      return drawChoice(work, task);
    case "sacrifices":
      return sacrificeNext(work, task);
    case "draw":
      return draw2(work, task);
    case "take-top":
      return takeTop(work, task);
    case "cards":
      return cards(work);
    case "discard":
      return discardSome(work, task);
    case "card":
      return carryOn(work, task);
    case "arm":
      return work.edition.arm(work, task.seat, task);
    case "window":
      return openWindow(work, task);
    case "hand-limit":
      return handLimit(work, work.state.turn.seat);
    case "end-turn":
      return endTurn(work);
    case "own":
      return work.edition.perform(work, task);
  }
}
function cards(work) {
  const { state } = work;
  const { seat, events } = state.turn;
  const { pending, hand } = tribeOf(state, seat);
  if (isHere(state, seat) && pending.length > 0 && events < MOST_EVENTS) {
    plan(work, { kind: "cards" });
    return resolveEvent(work, seat);
  }
  if (isHere(state, seat) && hand.length > 0) ask(work, { kind: "playing", seat });
  else plan(work, { kind: "hand-limit" }, { kind: "end-turn" });
}
function discardSome(work, { seat, n }) {
  if (!isHere(work.state, seat)) return;
  const hand = handOf(work.state, seat);
  if (hand.length > n) return ask(work, { kind: "picking", seat, left: n, why: { kind: "discard" } });
  for (const card of hand) discard2(work, seat, card);
}
var mayStop = ({ why }) => why.kind !== "discard";
function pick(work, picking, card) {
  const { seat, why } = picking;
  const left = picking.left - 1;
  discard2(work, seat, card);
  const side = sideOf(work.state, seat);
  if (why.kind === "roll" && side !== void 0) addBonus(work.state, side, why.per);
  const next2 = { ...picking, left, why: why.kind === "cycle" ? { ...why, picked: [...why.picked, card] } : why };
  if (left > 0 && handOf(work.state, seat).length > 0) ask(work, next2);
  else stopPicking(work, next2);
}
function stopPicking(work, { seat, why }) {
  if (why.kind !== "cycle") return;
  plan(work, ...why.picked.map((card) => ({ kind: "draw", seat, deck: homeDeck(card) })));
}
function handLimit(work, seat) {
  const { handLimit: limit } = work.state.options;
  const excess = handOf(work.state, seat).length - limit;
  if (limit > 0 && excess > 0) plan(work, { kind: "discard", seat, n: excess });
}

// rules/src/ring/judge/refusal.ts
function refusal(where, seat, move) {
  const { phase } = where.state;
  if (phase.kind !== "over" && phase.seat !== seat) return "not-your-turn";
  switch (phase.kind) {
    case "moving":
      return refusalToMove(where, move);
    case "adding-steps":
      return move.kind === "extra" && move.n >= 0 && move.n <= phase.most ? void 0 : "add-steps-first";
    case "choosing-opponent":
      return move.kind === "fight" && among(where.state, phase.foes, move.target) ? void 0 : "choose-an-opponent";
    case "ranged":
      return refusalToAttack(where, move);
    case "battle":
      return refusalInBattle(where, seat, move);
    case "reacting":
      return refusalToReact(where, phase, move);
    case "offering":
      return offerRefusal(where, move);
    case "sacrificing":
      return refusalToPay(where.state, phase, move);
    case "drawing":
      return refusalToDraw(where, phase, move);
    case "playing":
      return refusalToPlay(where, seat, move);
    case "discarding":
      if (move.kind === "decline") return where.state.turn.hasKept ? "pick-a-card" : void 0;
      return move.kind === "pick" ? refusalToUse(where.state, seat, move.card) : "pick-a-card";
    case "picking":
      if (move.kind === "done") return mayStop(phase) ? void 0 : "pick-a-card";
      return move.kind === "pick" ? refusalToUse(where.state, seat, move.card) : "pick-a-card";
    case "choosing":
      return move.kind === "choose" && answers(where.state, phase.choice, move.aim) ? void 0 : "choose-first";
    case "dealing":
      return refusalToDeal(where.state, phase, move);
    case "giving":
      return move.kind === "choose" && answers(where.state, { of: "seat", seats: others(where.state, seat) }, move.aim) ? void 0 : "choose-first";
    case "paying-card":
    case "claiming":
    case "cancelling":
    case "taking-disc":
      return where.edition.refusal(where.state, move);
    case "over":
      return "match-over";
  }
}
var among = (state, seats, compass) => seats.some((seat) => tribeOf(state, seat).compass === compass);
function refusalToMove({ state, edition }, move) {
  const { day } = tribeOf(state, state.turn.seat);
  switch (edition.movement(state)) {
    case "roll":
      return move.kind === "roll" ? void 0 : "roll-first";
    case "anywhere":
      if (move.kind !== "go") return "go-somewhere";
      return move.day === day ? "already-there" : void 0;
    case "one-step":
      return move.kind === "step" && Math.abs(move.n) === 1 ? void 0 : "one-step-only";
  }
}
function refusalToAttack({ state, edition }, move) {
  if (move.kind === "pass") return void 0;
  if (move.kind !== "attack") return "attack-or-pass";
  return among(state, edition.rangedTargets(state), move.target) ? void 0 : "out-of-range";
}
function refusalToUse(state, seat, card) {
  return handOf(state, seat).includes(card) ? void 0 : "not-in-hand";
}
function refusalInBattle(where, seat, move) {
  if (move.kind === "pass") return void 0;
  if (move.kind !== "play") return "battle-first";
  const refused = refusalToUse(where.state, seat, move.card) ?? aimless(move.aim);
  if (refused !== void 0) return refused;
  const side = sideOf(where.state, seat);
  const isPlayable = side !== void 0 && isPlayableInBattle(where, seat, { card: cardOf(move.card), side });
  return isPlayable ? void 0 : "not-playable-now";
}
var aimless = (aim) => Object.keys(aim).length === 0 ? void 0 : "wrong-aim";
function refusalToReact(where, { seat, window }, move) {
  if (move.kind === "pass") return void 0;
  if (move.kind !== "play") return "react-first";
  const refused = refusalToUse(where.state, seat, move.card) ?? aimless(move.aim);
  if (refused !== void 0) return refused;
  return canReact(where, seat, { window, card: cardOf(move.card) }) ? void 0 : "not-playable-now";
}
function refusalToPay(state, { seat }, move) {
  if (move.kind === "skull") return tribeOf(state, seat).skulls > 0 ? void 0 : "too-few-skulls";
  return move.kind === "pick" ? refusalToUse(state, seat, move.card) : "pay-first";
}
function refusalToDraw({ state, edition }, { god }, move) {
  if (move.kind === "decline") return void 0;
  if (move.kind === "draw")
    return state.decks[god].length + edition.usedCards(state, god) > 0 ? void 0 : "deck-empty";
  if (move.kind !== "take-card") return "draw-first";
  const isThere = edition.takeable(state, god).some(({ day, index }) => day === move.day && index === move.index);
  return isThere ? void 0 : "no-such-card";
}
var PLAYED = ["action", "trap", "linger"];
function refusalToPlay(where, seat, move) {
  if (move.kind === "done" || move.kind === "discard") return void 0;
  if (move.kind !== "play") return "play-or-done";
  const refused = refusalToUse(where.state, seat, move.card) ?? refusalOfCard(where, seat, move.card);
  if (refused !== void 0) return refused;
  const isAimed = aims(where.state, seat, cardOf(move.card)).some((aim) => deepEqual(aim, move.aim));
  return isAimed ? void 0 : "wrong-aim";
}
function refusalOfCard(where, seat, id) {
  const card = cardOf(id);
  if (!PLAYED.includes(card.timing)) return "not-playable-now";
  if (where.edition.isBanned(where.state, card)) return "banned";
  return isAffordable(where, seat, card) ? void 0 : "cannot-pay";
}
function answers(state, choice2, aim) {
  if (Object.keys(aim).length !== 1) return false;
  switch (choice2.of) {
    case "seat": {
      const seat = aim.target === void 0 ? void 0 : seatAt(state, aim.target);
      return seat !== void 0 && choice2.seats.includes(seat);
    }
    case "steps":
      return aim.steps !== void 0 && aim.steps !== 0 && aim.steps >= choice2.min && aim.steps <= choice2.max;
    case "god":
      return aim.god !== void 0;
    case "day":
      return aim.day !== void 0;
  }
}
function refusalToDeal(state, dealing, move) {
  if (move.kind === "pass") return receiver(state, dealing).maySkip ? void 0 : "pick-a-card";
  if (move.kind !== "pick") return "pick-a-card";
  return dealing.looked.includes(move.card) ? void 0 : "no-such-card";
}

// rules/src/ring/judge/legalMoves.ts
var NONE = [];
var say = (...kinds) => kinds.map((kind) => ({ kind }));
var EVERY_DAY2 = Array.from({ length: DAYS }, (_, index) => index + 1);
var DONE2 = say("done");
var PASS = say("pass");
var ROLL = say("roll");
var SKULL2 = say("skull");
var KEEP = say("decline");
var DRAWS = say("draw", "decline");
var STOPS2 = say("discard", "done");
function legalMoves(where, seat) {
  const { phase } = where.state;
  if (phase.kind === "over" || phase.seat !== seat) return NONE;
  const moves = candidates(where, seat);
  return IS_JUDGED.has(phase.kind) ? moves : judged(where, seat, moves);
}
var judged = (where, seat, moves) => moves.filter((move) => refusal(where, seat, move) === void 0);
var IS_JUDGED = /* @__PURE__ */ new Set(["playing", "drawing"]);
function candidates(where, seat) {
  const { state, edition } = where;
  const { phase } = state;
  switch (phase.kind) {
    case "moving":
      return movesBy(edition.movement(state));
    case "adding-steps":
      return Array.from({ length: phase.most + 1 }, (_, n) => ({ kind: "extra", n }));
    case "choosing-opponent":
      return phase.foes.toSorted().map((foe) => ({ kind: "fight", target: tribeOf(state, foe).compass }));
    case "ranged":
      return [
        ...edition.rangedTargets(state).toSorted().map((foe) => ({ kind: "attack", target: tribeOf(state, foe).compass })),
        ...PASS
      ];
    case "battle":
    case "reacting":
      return [...designs(handOf(state, seat)).map((card) => ({ kind: "play", card, aim: {} })), ...PASS];
    case "offering":
      return offers(where);
    case "sacrificing":
      return [...SKULL2, ...picks(handOf(state, seat))];
    case "drawing":
      return [...judged(where, seat, DRAWS), ...taking(where, phase.god)];
    case "playing":
      return [...plays(where, seat), ...STOPS2];
    case "discarding":
      return [...picks(handOf(state, seat)), ...KEEP];
    case "picking":
      return [...picks(handOf(state, seat)), ...DONE2];
    case "choosing":
      return choices(state, phase.choice);
    case "dealing":
      return [...picks(phase.looked), ...PASS];
    case "giving":
      return choices(state, { of: "seat", seats: others(state, seat).toSorted() });
    case "paying-card":
    case "claiming":
    case "cancelling":
    case "taking-disc":
      return edition.candidates(state);
    case "over":
      return NONE;
  }
}
function movesBy(movement) {
  if (movement === "roll") return ROLL;
  if (movement === "anywhere") return EVERY_DAY2.map((day) => ({ kind: "go", day }));
  return [1, -1].map((n) => ({ kind: "step", n }));
}
var picks = (cards2) => designs(cards2).map((card) => ({ kind: "pick", card }));
function plays(where, seat) {
  const cards2 = designs(handOf(where.state, seat)).filter((card) => refusalOfCard(where, seat, card) === void 0);
  return cards2.flatMap(
    (card) => aims(where.state, seat, cardOf(card)).map((aim) => ({ kind: "play", card, aim }))
  );
}
var taking = ({ state, edition }, god) => edition.takeable(state, god).map((place) => ({ kind: "take-card", ...place }));
function choices(state, choice2) {
  const aimed2 = (list) => list.map((aim) => ({ kind: "choose", aim }));
  switch (choice2.of) {
    case "seat":
      return aimed2(choice2.seats.map((seat) => ({ target: tribeOf(state, seat).compass })));
    case "steps":
      return aimed2(stepsOf(choice2).map((steps) => ({ steps })));
    case "god":
      return aimed2(GODS.map((god) => ({ god })));
    case "day":
      return aimed2(EVERY_DAY2.map((day) => ({ day })));
  }
}

// rules/src/ring/habits.ts
var AGAIN = 3;
var MANY_CARDS = 8;
var rolls = ({ state, edition }) => edition.movement(state) === "roll";
var OPEN = [
  "adding-steps",
  "choosing-opponent",
  "ranged",
  "offering",
  "choosing",
  "giving",
  "claiming",
  "cancelling",
  "taking-disc"
];
function single(asked) {
  if (!isOpen(asked)) return void 0;
  const legal = legalMoves(asked, asked.seat);
  return legal.length === 1 ? legal[0] : void 0;
}
function isOpen({ state, seat }) {
  const { phase } = state;
  if (phase.kind === "dealing") return phase.looked.length === 1;
  if (phase.kind === "paying-card") return tribeOf(state, seat).hand.length <= 1;
  return OPEN.includes(phase.kind);
}
function draw3({ state, edition, seat }) {
  const { phase, options } = state;
  if (phase.kind !== "drawing" || edition.takeable(state, phase.god).length > 0) return void 0;
  const isFull = options.handLimit > 0 && tribeOf(state, seat).hand.length >= options.handLimit;
  return !isFull && canDraw({ state, edition }, phase.god) ? { kind: "draw" } : void 0;
}
var hasPlayed = ({ notes }) => notes.played > 0;
var hasNoNewCard = ({ notes, seat }) => at(notes.quiet, seat) > 0;
var isQuiet = (asked) => hasNoNewCard(asked) && at(asked.notes.quiet, asked.seat) % AGAIN !== 0 && !hasPlayed(asked);
var isSecondCard = (asked) => hasPlayed(asked) && tribeOf(asked.state, asked.seat).hand.length <= MANY_CARDS;
function oldestCard({ state, edition, seat }) {
  const { phase } = state;
  const mustGive = phase.kind === "paying-card" || phase.kind === "picking" && phase.why.kind === "discard";
  const [oldest] = tribeOf(state, seat).hand;
  if (!mustGive || oldest === void 0) return void 0;
  return legalMoves({ state, edition }, seat).find((move) => move.kind === "pick" && move.card === oldest);
}
function sameGod(asked) {
  const { state, edition, notes, seat } = asked;
  if (state.phase.kind !== "offering" || !isSameAgain(asked)) return void 0;
  const { god } = at(notes.gifts, seat);
  return legalMoves({ state, edition }, seat).find((move) => move.kind === "offer" && move.god === god);
}
function isSameAgain({ state, edition, notes, seat }) {
  const gift2 = at(notes.gifts, seat);
  const now = ahead(state);
  const isOvertaken = now !== gift2.ahead && now !== "none" && now !== gift2.god;
  const isAskedAgain = state.turn.offered === 0 && at(notes.turns, seat) % AGAIN === 0;
  const isPaidInSkulls = edition.offerPrice(state, seat) > 0 && !edition.takesCards(state);
  return gift2.god !== "none" && !isOvertaken && !isAskedAgain && isPaidInSkulls;
}
var NEAR_VICTORY = 2;
function isOfDraw({ state, edition }) {
  const { phase } = state;
  if (phase.kind !== "reacting" || phase.window.moment !== "draw") return false;
  const { victories } = tribeOf(state, phase.window.by);
  return !edition.areVictoriesOpen(state) || victories.length < NEAR_VICTORY;
}
var isNoAttack = ({ state: { phase } }) => phase.kind === "reacting" && phase.window.moment !== "attack";
function isAhead({ state: { phase, options, battles } }) {
  const [battle] = battles;
  if (phase.kind !== "battle" || battle === void 0 || options.passIsFinal) return false;
  return battle.coin !== "none" || leads(battle, phase.exchange.turn);
}
function leads(battle, side) {
  const total2 = (one) => counting(battle[one]) + battle[one].bonus;
  return total2(side) > total2(otherSide(side));
}
var HABITS = {
  /** Rolls where rolling is the only way to move. */
  roll: { pace: "usual", answer: inPhase("moving", rolls, { kind: "roll" }) },
  /** Plays the only legal move, where all viewers can see that there is only one. */
  single: { pace: "usual", answer: single },
  /** Draws the card that a god returns for a sacrifice. */
  draw: { pace: "usual", answer: draw3 },
  /** Plays no card in turns since which the seat got none, except in every third of them. */
  cards: { pace: "usual", answer: inPhase("playing", isQuiet, { kind: "done" }) },
  /** Plays no card in turns since which the seat got none. */
  "new-cards": { pace: "swift", answer: inPhase("playing", hasNoNewCard, { kind: "done" }) },
  /** Plays no second card in a turn, unless the seat still holds many. */
  "one-card": { pace: "brisk", answer: inPhase("playing", isSecondCard, { kind: "done" }) },
  /** Plays no second card in a turn. */
  "no-second-card": { pace: "swift", answer: inPhase("playing", hasPlayed, { kind: "done" }) },
  /** Attacks no tribe from afar. */
  "no-far-attacks": { pace: "swift", answer: inPhase("ranged", () => true, { kind: "pass" }) },
  /** Sacrifices to the god of the last sacrifice, until the other god comes ahead; every third turn it asks. */
  "same-god": { pace: "brisk", answer: sameGod },
  /** Gives up the card that the seat has held longest, where it must give up one. */
  "oldest-card": { pace: "brisk", answer: oldestCard },
  /** Goes no step beyond the roll. */
  "no-steps": { pace: "brisk", answer: inPhase("adding-steps", () => true, { kind: "extra", n: 0 }) },
  /** Lets other tribes draw their cards, unless they are near victory. */
  draws: { pace: "usual", ...declining("reacting", isOfDraw) },
  /** Answers nothing but attacks. */
  replies: { pace: "brisk", ...declining("reacting", isNoAttack) },
  /** Answers nothing, not even attacks. */
  "no-replies": { pace: "swift", ...declining("reacting", () => true) },
  /** Plays no card in a battle that the seat wins as it stands, or that a coin decides. */
  ahead: { pace: "usual", ...declining("battle", isAhead) },
  /** Plays one card in a battle at most. */
  "one-battle-card": { pace: "swift", ...declining("battle", ({ notes, seat }) => notes.fought.includes(seat)) }
};
function declining(kind, holds) {
  return { isForWindows: true, answer: inPhase(kind, holds, { kind: "pass" }) };
}
function inPhase(kind, holds, move) {
  return (asked) => asked.state.phase.kind === kind && holds(asked) ? move : void 0;
}
function habitsIn(edition) {
  return { list: listOf(HABITS), notes: notesOf, noted, answer: (asked, kept) => answer(edition, asked, kept) };
}
function answer(edition, asked, kept) {
  const { phase } = asked.state;
  const isAsked = phase.kind !== "over" && phase.seat === asked.seat;
  return isAsked ? firstAnswer(HABITS, { ...asked, edition }, kept) : void 0;
}
var NO_GIFT = { god: "none", ahead: "none" };
function notesOf({ tribes }) {
  const none = tribes.map(() => 0);
  return { turns: none, quiet: none, gifts: tribes.map(() => NO_GIFT), played: 0, fought: [], isInBattle: false };
}
function noted(notes, state, events) {
  return events.reduce((known, event) => afterEvent(known, state, event), notes);
}
function afterEvent(notes, state, event) {
  switch (event.kind) {
    case "turn-began":
      return { ...notes, played: 0, isInBattle: false };
    case "turn-ended":
      return afterTurn(notes, event.seat);
    case "card-drawn":
    case "card-taken":
      return withCard(notes, event.seat);
    case "card-given":
      return withCard(notes, event.to);
    case "battle-rolled":
      return { ...notes, fought: [], isInBattle: true };
    case "battle-won":
    case "battle-tied":
      return { ...notes, isInBattle: false };
    case "card-played":
      return afterCard(notes, event);
    case "sacrificed":
      return { ...notes, gifts: notes.gifts.with(event.seat, { god: event.god, ahead: ahead(state) }) };
    case "apocalypse":
    case "ending-fixed":
      return { ...notes, gifts: notes.gifts.map(() => NO_GIFT) };
    default:
      return notes;
  }
}
function afterCard(notes, { seat, moment }) {
  if (notes.isInBattle) return { ...notes, fought: [...notes.fought, seat] };
  return moment === void 0 ? { ...notes, played: notes.played + 1 } : notes;
}
function afterTurn(notes, seat) {
  const { turns, quiet } = notes;
  return { ...notes, turns: turns.with(seat, at(turns, seat) + 1), quiet: quiet.with(seat, at(quiet, seat) + 1) };
}
var withCard = (notes, seat) => ({ ...notes, quiet: notes.quiet.with(seat, 0) });
function ahead({ tally }) {
  if (tally.war === tally.rain) return "none";
  return tally.war > tally.rain ? "war" : "rain";
}

// rules/src/ring/model/move.ts
var PLAIN = [
  "roll",
  "pass",
  "tonantzin",
  "skull",
  "draw",
  "decline",
  "discard",
  "take",
  "done",
  "end"
];

// rules/src/ring/judge/notation.ts
function format(move) {
  switch (move.kind) {
    case "go":
    case "cancel":
      return `${move.kind} ${nameOf(move.day)}`;
    case "step":
      return `step ${signed2(move.n)}`;
    case "extra":
    case "give":
      return `${move.kind} ${move.n}`;
    case "attack":
    case "fight":
      return `${move.kind} @${move.target}`;
    case "play":
      return ["play", move.card, ...aimWords(move.aim)].join(" ");
    case "pick":
      return `pick ${move.card}`;
    case "offer":
      return ["offer", move.god, ...move.n === void 0 ? [] : [move.n]].join(" ");
    case "claim":
      return `draw ${move.god}`;
    case "take-card":
      return `take ${nameOf(move.day)} ${move.index}`;
    case "choose":
      return ["choose", ...aimWords(move.aim)].join(" ");
    case "roll":
    case "pass":
    case "tonantzin":
    case "skull":
    case "draw":
    case "decline":
    case "discard":
    case "take":
    case "done":
    case "end":
      return move.kind;
  }
}
var LONGEST = 60;
function parse(text) {
  if (text.length > LONGEST) return void 0;
  const [verb = "", ...words] = text.split(" ");
  const move = words.length === 0 ? PLAIN_MOVES.get(verb) : READERS.get(verb)?.(words);
  return move !== void 0 && format(move) === text ? move : void 0;
}
var PLAIN_MOVES = new Map(PLAIN.map((kind) => [kind, { kind }]));
var READERS = /* @__PURE__ */ new Map([
  ["go", ([name]) => withDay("go", name)],
  ["cancel", ([name]) => withDay("cancel", name)],
  ["step", ([word]) => word !== void 0 && isStep(word) ? { kind: "step", n: Number(word) } : void 0],
  ["extra", ([word]) => withCount("extra", word)],
  ["give", ([word]) => withCount("give", word)],
  ["attack", ([word]) => withTarget("attack", word)],
  ["fight", ([word]) => withTarget("fight", word)],
  ["play", ([card, ...rest]) => played(card, rest)],
  ["pick", ([card]) => isCard(card) ? { kind: "pick", card } : void 0],
  ["offer", ([word, count2]) => offered(word, count2)],
  ["draw", ([word]) => claimed(word)],
  ["take", ([name, index]) => taken(name, index)],
  ["choose", (words) => chosen(words)]
]);
var isCard = (word) => word !== void 0 && /^[A-Z][A-Z0-9]{2,3}$/.test(word);
var isStep = (word) => /^[+-][1-9]$/.test(word);
var signed2 = (n) => n > 0 ? `+${n}` : String(n);
var godOf2 = (word) => GODS.find((god) => god === word);
var compassOf = (word) => COMPASS.find((compass) => `@${compass}` === word);
function withDay(kind, name) {
  const day = dayNamed(name ?? "");
  return day === void 0 ? void 0 : { kind, day };
}
function withCount(kind, word) {
  return word !== void 0 && /^\d{1,2}$/.test(word) ? { kind, n: Number(word) } : void 0;
}
function withTarget(kind, word) {
  const target = compassOf(word);
  return target && { kind, target };
}
function offered(word, count2) {
  const god = godOf2(word);
  if (count2 !== void 0 && !/^\d{1,2}$/.test(count2)) return void 0;
  return god && { kind: "offer", god, ...count2 !== void 0 && { n: Number(count2) } };
}
function claimed(word) {
  const god = godOf2(word);
  return god && { kind: "claim", god };
}
function taken(name, index) {
  const day = dayNamed(name ?? "");
  if (day === void 0 || index === void 0 || !/^\d{1,3}$/.test(index)) return void 0;
  return { kind: "take-card", day, index: Number(index) };
}
function played(card, words) {
  const aim = aimOf(words);
  return isCard(card) && aim ? { kind: "play", card, aim } : void 0;
}
function chosen(words) {
  const aim = aimOf(words);
  return aim && { kind: "choose", aim };
}
function aimWords({ target, god, day, steps }) {
  return [
    ...target === void 0 ? [] : [`@${target}`],
    ...god === void 0 ? [] : [god],
    ...day === void 0 ? [] : [nameOf(day)],
    ...steps === void 0 ? [] : [signed2(steps)]
  ];
}
function aimOf(words) {
  const parts = words.map(partOf);
  return parts.includes(void 0) ? void 0 : Object.assign({}, ...parts);
}
function partOf(word) {
  const target = compassOf(word);
  if (target !== void 0) return { target };
  const god = godOf2(word);
  if (god !== void 0) return { god };
  const day = dayNamed(word);
  if (day !== void 0) return { day };
  return isStep(word) ? { steps: Number(word) } : void 0;
}
var OTHERS = {
  cipactli: ["crocodile", "caiman", "alligator"],
  ehecatl: ["wind"],
  calli: ["house"],
  cuetzpalin: ["cuetzpallin", "cuetzpalli", "lizard"],
  coatl: ["serpent", "snake"],
  miquiztli: ["death"],
  mazatl: ["deer"],
  tochtli: ["rabbit"],
  atl: ["water"],
  itzcuintli: ["itzcuintle", "dog"],
  ozomahtli: ["ozomatli", "ozomatl", "monkey"],
  malinalli: ["grass"],
  acatl: ["reed"],
  ocelotl: ["jaguar"],
  cuauhtli: ["quauhtli", "eagle"],
  cozcacuauhtli: ["cozcaquauhtli", "vulture"],
  olin: ["ollin", "quake", "earthquake", "movement"],
  tecpatl: ["flint", "knife"],
  quiyahuitl: ["quiahuitl", "quihuitl", "ouiyahuitl", "quiauitl"],
  xochitl: ["flower", "nopal", "nopales", "cactus"]
};
var NAMES = new Map(
  DAY_NAMES.flatMap((name) => OTHERS[name].map((other) => [other, name]))
);
var LONGEST_TEXT = 80;
function notation(text) {
  if (text.length > LONGEST_TEXT) return text;
  const [first = "", ...words] = text.split(" ");
  const verb = GODDESS.includes(first) ? "tonantzin" : first;
  return [verb, ...words.map((word, index) => dayIn(word, index === 0 && DAYS_ONLY.includes(verb)))].join(" ");
}
var GODDESS = ["tonanzin", "mary"];
var DAYS_ONLY = ["go", "cancel", "take"];
function dayIn(word, isDay) {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  if (isDay && plain === "rain") return "quiyahuitl";
  return NAMES.get(plain) ?? DAY_NAMES.find((name) => name === plain) ?? word;
}

// rules/src/ring/view/hidden.ts
var isHidden = ({ phase }) => phase.kind === "reacting" || phase.kind === "battle";
function bare(state) {
  if (state.hidden === void 0) return state;
  const { hidden: _, ...table } = state;
  return table;
}
function hide(before, after3, fresh) {
  const events = before.hidden === void 0 ? fresh : [...before.hidden.events, ...fresh];
  if (!isHidden(after3)) return { state: after3, events };
  const hidden = { public: before.hidden?.public ?? bare(before), seats: seenBy(before, after3), events };
  return { state: { ...after3, hidden }, events: [] };
}
var askedIn = ({ phase }) => phase.kind === "over" ? void 0 : phase.seat;
function seenBy(before, after3) {
  if (before.hidden === void 0) return [];
  const seat = askedIn(before);
  const asked = seat === void 0 ? [] : [{ seat, table: bare(before) }];
  const known = before.hidden.seats.filter((one) => one.seat !== seat);
  return [...known, ...asked].filter((one) => one.seat !== askedIn(after3));
}
function tableFor(state, viewer) {
  const { hidden } = state;
  if (hidden === void 0 || viewer === "all" || viewer === askedIn(state)) return state;
  return hidden.seats.find(({ seat }) => seat === viewer)?.table ?? hidden.public;
}
var WINDOWS = {
  open: windowOf,
  heldBack: ({ hidden }) => hidden?.events ?? []
};
function windowOf({ phase }) {
  if (phase.kind === "battle") return { kind: "own" };
  if (phase.kind !== "reacting") return void 0;
  return { kind: phase.window.moment === "attack" ? "attack" : "reaction" };
}

// rules/src/ring/view/view.ts
var CORTES = 6;
var NONE2 = [];
var NO_BATTLE = {
  on: false,
  attacker: 0,
  defender: 0,
  attack: [],
  defence: [],
  attackBonus: 0,
  defenceBonus: 0,
  attackKeeps: "high",
  defenceKeeps: "high",
  stake: 0,
  coin: "none"
};
var openPart = rememberedLast((table) => {
  const {
    phase,
    turn,
    round,
    options,
    tribes,
    days,
    pool,
    out,
    lake,
    tally,
    decks,
    battles: [battle]
  } = table;
  return {
    phase: phase.kind,
    turn: turn.seat,
    asked: askedIn2(table),
    round,
    roundCap: options.roundCap,
    perSpace: options.perSpace,
    countdown: options.countdown,
    tribes: tribeViews(tribes),
    days,
    pool,
    out,
    warLake: lake.war,
    rainLake: lake.rain,
    warTally: tally.war,
    rainTally: tally.rain,
    warDeck: decks.war.length,
    rainDeck: decks.rain.length,
    battle: battle === void 0 ? NO_BATTLE : battleView(battle),
    amount: amountOf(phase),
    day: dayOf(table),
    god: godOf3(phase),
    moment: phase.kind === "reacting" ? phase.window.moment : "",
    card: aboutCard(table)
  };
});
var askedIn2 = ({ phase }) => phase.kind === "over" ? 0 : phase.seat;
function ringView(table, viewer) {
  const own = typeof viewer === "number" ? table.tribes[viewer] : void 0;
  const looked = viewer === "all" || askedIn2(table) === viewer ? lookedAt(table.phase) : NONE2;
  const hands = viewer === "all" ? { hands: table.tribes.map(({ hand }) => hand) } : {};
  return { ...openPart(table), hand: own?.hand ?? NONE2, pending: own?.pending ?? NONE2, looked, ...hands };
}
var tribeViews = remembered((tribes) => tribes.map(tribeView));
var tribeView = remembered(
  ({ compass, day, skulls, hand, pending, victories, modifiers, nextModifiers, isHere: isHere2 }) => {
    const words = (list) => list.map(({ kind, n }) => `${kind} ${n > 0 ? "+" : ""}${n}`);
    return {
      compass,
      day,
      skulls,
      cards: hand.length,
      pending: pending.length,
      victories,
      modifiers: words(modifiers),
      nextModifiers: words(nextModifiers),
      here: isHere2
    };
  }
);
var battleView = remembered(({ attacker, defender, stake: stake2, coin }) => {
  const seatOf = (seat) => seat === "cortes" ? CORTES : seat;
  return {
    on: true,
    attacker: seatOf(attacker.seat),
    defender: seatOf(defender.seat),
    attackKeeps: attacker.keeps,
    defenceKeeps: defender.keeps,
    attack: attacker.dice,
    defence: defender.dice,
    attackBonus: attacker.bonus,
    defenceBonus: defender.bonus,
    stake: stake2,
    coin
  };
});
function amountOf(phase) {
  if (phase.kind === "adding-steps") return phase.most;
  return phase.kind === "picking" || phase.kind === "sacrificing" ? phase.left : 0;
}
function dayOf({ phase, tribes }) {
  if (phase.kind === "adding-steps") return wrap(at(tribes, phase.seat).day + phase.roll);
  return "day" in phase ? phase.day : 0;
}
var godOf3 = (phase) => "god" in phase ? phase.god : "";
function lookedAt(phase) {
  if (phase.kind === "dealing") return phase.looked;
  return phase.kind === "giving" ? [phase.given] : [];
}
function viewEvent(event, viewer) {
  if (event.kind === "card-drawn") {
    const { card: _, ...rest } = event;
    return event.isOpen || viewer === "all" || viewer === event.seat ? event : rest;
  }
  if (event.kind === "card-given") {
    const { card: _, ...rest } = event;
    const isTold = event.isOpen === true || viewer === "all" || viewer === event.from || viewer === event.to;
    return isTold ? event : rest;
  }
  return event;
}

// rules/src/ring/ringGame.ts
function ringGame(edition, prices) {
  return gameOf(edition, prices);
}
function gameOf(edition, prices) {
  const { id, rulesVersion, seats, usualSeats, presets, options, cards: cards2 } = edition;
  return {
    id,
    rulesVersion,
    seats,
    usualSeats,
    presets,
    options,
    cards: [...cards2.map(wordsOf), ...edition.discs ?? []],
    setup: (settings, count2, chance) => setUp(edition, { settings, seats: count2, chance }),
    opening: ({ turn: { seat }, round }) => [{ kind: "turn-began", seat, round, extra: false }],
    toMove: ({ phase }) => phase.kind === "over" ? [] : [phase.seat],
    refusal: (state, seat, move) => refusal({ state, edition }, seat, move),
    legalMoves: (state, seat) => legalMoves({ state, edition }, seat),
    apply: (state, seat, move, chance) => apply(edition, state, { seat, move, chance }),
    fallback: (state, seat) => fallback({ state, edition }, seat),
    leave: (state, seat, chance) => leave(edition, state, { seat, chance }),
    reshuffle: (state, chance) => edition.reshuffle(state, chance),
    view: (state, viewer) => edition.view(tableFor(state, viewer), viewer),
    viewEvent,
    parts: (seen, move) => partsOf(prices, seen, move),
    result: (state) => state.phase.kind === "over" ? edition.result(state, state.phase) : void 0,
    standings: (state) => state.phase.kind === "over" ? edition.result(state, state.phase).standings : edition.standings(state),
    temple: templeOf(edition),
    windows: WINDOWS,
    spelling: { notation },
    habits: habitsIn(edition),
    parse,
    format
  };
}
function wordsOf(id) {
  const card = cardOf(id);
  const { deck, timing, cost } = card;
  return { id, title: titleOf(id), deck, timing, cost, text: textOf(card), face: faceOf(id) };
}
function setUp(edition, { settings, seats, chance }) {
  const { perSpace, tokensTotal, startSpaces } = settings;
  const tribes = edition.order(settings, seats).map(
    (compass) => ({
      compass,
      day: START_DAYS[startSpaces][compass],
      skulls: 0,
      hand: [],
      pending: [],
      victories: [],
      modifiers: [],
      nextModifiers: [],
      isHere: true
    })
  );
  const days = Array.from({ length: 20 }, () => perSpace);
  const table = {
    options: settings,
    round: 1,
    tribes,
    days,
    pool: Math.max(0, tokensTotal - 20 * perSpace),
    out: 0,
    lake: { war: 0, rain: 0 },
    tally: { war: 0, rain: 0 },
    decks: { day: [], war: [], rain: [] },
    turn: newTurn(0, false),
    battles: [],
    agenda: [],
    phase: { kind: "moving", seat: 0 },
    leaving: []
  };
  return edition.setup(table, chance);
}
function apply(edition, state, { seat, move, chance }) {
  const reason = refusal({ state, edition }, seat, move);
  if (reason !== void 0) return { ok: false, reason };
  return change4(edition, state, chance, (work) => {
    work.isAsking = false;
    playMove(work, move);
    run(work);
  });
}
function leave(edition, state, { seat, chance }) {
  const isGone = !isHere(state, seat) || state.leaving.includes(seat);
  if (state.phase.kind === "over" || isGone) return { ok: true, state, events: [] };
  return change4(edition, state, chance, (work) => {
    work.state.leaving = [...state.leaving, seat];
  });
}
var draftOf = (table) => ({ ...table, agenda: [...table.agenda] });
function change4(edition, state, chance, act) {
  const work = { state: draftOf(bare(state)), edition, chance, events: [], isAsking: true };
  act(work);
  settleLeaving(work);
  return { ok: true, ...hide(state, work.state, work.events) };
}
function partsOf(prices, seen, move) {
  const parts = { ...named(seen, move), ...effectsOf(prices, seen, move) };
  if (parts.verb !== "take-card" || move.kind !== "take-card") return parts;
  const card = prices.lying(seen, move);
  return card === void 0 ? parts : { ...parts, card };
}
function effectsOf(prices, seen, move) {
  switch (move.kind) {
    case "offer":
      return offeringEffects(prices, seen, move);
    case "tonantzin":
      return { costs: paid(seen, prices.prayer(seen)), ...drawn(prices, seen, { deck: "day" }) };
    case "give":
      return { costs: paid(seen, move.n) };
    case "skull":
      return { costs: paid(seen, 1) };
    case "play":
      return played2(seen, prices.card(seen, cardOf(move.card)));
    case "pick":
      return picked(seen, move.card);
    case "claim":
      return drawn(prices, seen, { deck: move.god });
    case "draw":
      return { gives: { cards: 1, ...seen.view.god !== "" && { deck: seen.view.god } } };
    case "take-card":
      return { gives: { cards: 1 } };
    case "discard":
      return { costs: { cards: 1 } };
    case "done":
      return finished(seen);
    case "end":
      return stopped(seen);
    case "roll":
    case "pass":
    case "decline":
    case "take":
    case "go":
    case "cancel":
    case "step":
    case "extra":
    case "attack":
    case "fight":
    case "choose":
      return {};
  }
}
function paid({ view: view2, seat }, skulls) {
  return { skulls, left: at(view2.tribes, seat).skulls - skulls };
}
function offeringEffects(prices, seen, { god, n = 1 }) {
  const { skulls, orCards, mayDrawNothing = false } = prices.offering(seen);
  return {
    costs: orCards ? { skulls, orCards } : paid(seen, n * skulls),
    ...mayDrawNothing ? {} : drawn(prices, seen, { deck: god, cards: n })
  };
}
function drawn(prices, seen, { deck, cards: cards2 = 1 }) {
  return prices.hasCards(seen, deck) ? { gives: { cards: cards2, deck } } : {};
}
var played2 = (seen, skulls) => skulls === 0 ? {} : { costs: paid(seen, skulls) };
function picked(seen, card) {
  const { view: view2 } = seen;
  if (view2.phase === "dealing") return {};
  const parts = named(seen, { kind: "pick", card });
  const costs = { cards: 1 };
  return parts.verb === "pick" && parts.use === "exchange" ? { costs, gives: { cards: 1, deck: homeDeck(card) } } : { costs };
}
function finished(seen) {
  const { phase, hand, pending } = seen.view;
  if (phase === "offering") return hand.length + pending.length === 0 ? { endsTurn: true } : {};
  return phase === "playing" ? stopped(seen) : {};
}
function stopped({ view: { hand }, options: { handLimit: handLimit2 } }) {
  const excess = handLimit2 > 0 ? hand.length - handLimit2 : 0;
  return excess > 0 ? { endsTurn: true, costs: { cards: excess } } : { endsTurn: true };
}
function fallback(where, seat) {
  const legal = legalMoves(where, seat);
  const { phase, tally } = where.state;
  const usual = (move) => {
    if (phase.kind === "drawing") return move.kind === "draw";
    if (phase.kind === "claiming")
      return move.kind === "claim" && move.god === (tally.rain < tally.war ? "rain" : "war");
    if (phase.kind === "discarding") return move.kind === "decline";
    return move.kind === "pass" || move.kind === "done";
  };
  return legal.find(usual) ?? at(legal, 0);
}
function settleLeaving(work) {
  const { state } = work;
  while (state.leaving.length > 0 && state.phase.kind !== "over") {
    if (isBetween(state)) retireAll(work);
    else if (state.leaving.includes(state.phase.seat)) answerFor(work, state.phase.seat);
    else return;
  }
}
var STEPS = [
  "begin-turn",
  "after-move",
  "ranged",
  "after-battles",
  "offer",
  "cards",
  "hand-limit",
  "end-turn"
];
var CALM = [
  "moving",
  "adding-steps",
  "ranged",
  "offering",
  "playing",
  "discarding"
];
var isBetween = ({ agenda, phase }) => CALM.includes(phase.kind) && agenda.every(({ kind }) => STEPS.includes(kind));
function answerFor(work, seat) {
  const move = fallback(work, seat);
  work.isAsking = false;
  playMove(work, move);
  run(work);
}
function retireAll(work) {
  const { state } = work;
  const { leaving } = state;
  state.leaving = [];
  for (const seat of leaving) if (isHere(state, seat) && state.phase.kind !== "over") retire(work, seat);
  if (state.phase.kind === "over") return;
  if (isHere(state, state.turn.seat)) return;
  state.agenda = [];
  work.isAsking = false;
  plan(work, { kind: "end-turn" });
  run(work);
}
function retire(work, seat) {
  work.edition.retire(work, seat);
  work.state.tribes = work.state.tribes.with(seat, {
    ...at(work.state.tribes, seat),
    isHere: false,
    modifiers: [],
    nextModifiers: []
  });
  tell(work, { kind: "retired", seat });
  const [last, ...more] = present(work.state);
  if (more.length === 0 && last !== void 0) end(work, { reason: "retired", winner: last });
}

// rules/src/ring/invariants.ts
function inHands({ decks, tribes, agenda, phase }) {
  return [
    ...Object.values(decks).flat(),
    ...tribes.flatMap(({ hand, pending, victories }) => [...hand, ...pending, ...victories]),
    ...agenda.flatMap((task) => task.kind === "card" && task.isHeld ? [task.card] : []),
    ...inPhase2(phase)
  ];
}
function inPhase2(phase) {
  if (phase.kind === "giving") return [phase.kept, phase.given];
  if (phase.kind !== "dealing") return [];
  return [...phase.looked, ...phase.dealt.flatMap(({ card }) => card ?? [])];
}
function brokenOnRing(table, cards2, all) {
  return [...brokenSkulls(table), ...brokenCards(cards2, all), ...brokenPlaces(table)];
}
function brokenSkulls(table) {
  const { options, days, pool, out, tribes, lake, tally } = table;
  const all = Math.max(options.tokensTotal, 20 * options.perSpace);
  const counts = [...days, pool, out, lake.war, lake.rain, ...tribes.map(({ skulls }) => skulls)];
  return [
    ...total(table) === all ? [] : [`there are ${total(table)} skulls, not ${all}`],
    ...counts.every((n) => Number.isInteger(n) && n >= 0) ? [] : ["a number of skulls is below zero"],
    ...days.every((n) => n <= options.perSpace) ? [] : [`a day holds more than ${options.perSpace} skulls`],
    ...tally.war >= lake.war && tally.rain >= lake.rain ? [] : ["a lake holds more than was sacrificed"]
  ];
}
function brokenCards(cards2, all) {
  if (cards2.length !== all.length) return [`there are ${cards2.length} cards, not ${all.length}`];
  const sorted = all.toSorted();
  const wrong = cards2.toSorted().find((card, index) => card !== sorted[index]);
  return wrong === void 0 ? [] : [`${wrong} is there too often`];
}
function brokenPlaces({ tribes, turn, agenda, phase }) {
  const strays = tribes.flatMap(
    ({ hand }) => hand.filter((card) => ["event", "victory"].includes(cardOf(card).timing))
  );
  return [
    ...tribes.every(({ day }) => day >= 1 && day <= 20) ? [] : ["a tribe stands on no day"],
    ...strays.map((card) => `${card} cannot be held in a hand`),
    ...turn.arrivals <= 13 && turn.events <= 13 ? [] : ["a turn holds more than 13 arrivals or events"],
    ...phase.kind === "over" && agenda.length > 0 ? ["a task is planned after the end"] : []
  ];
}
function completed(table, written, { full, used: used2 }) {
  const decks = completedDecks(table, { full, used: used2 });
  if (Object.hasOwn(written, "pool")) return { ...table, decks };
  const { tokensTotal, perSpace } = table.options;
  const all = Math.max(tokensTotal, 20 * perSpace);
  return { ...table, decks, pool: all - (total(table) - table.pool) };
}
function completedDecks({ decks, ...table }, { full, used: used2 }) {
  const none = { day: [], war: [], rain: [] };
  const elsewhere = [...inHands({ ...table, decks: none }), ...used2];
  const whole = (deck) => {
    const gone = elsewhere.filter((card) => full[deck].includes(card));
    const known = without(decks[deck], without(gone, without(full[deck], decks[deck])));
    return [...without(full[deck], [...known, ...gone]), ...known];
  };
  return { day: whole("day"), war: whole("war"), rain: whole("rain") };
}
function without(cards2, gone) {
  const left = [...cards2];
  for (const card of gone) {
    const index = left.lastIndexOf(card);
    if (index >= 0) left.splice(index, 1);
  }
  return left;
}

// rules/src/mexica/table.ts
var isVictory = (card) => cardOf(card).timing === "victory";
function fullDecks({ earlyDecks, godDeckSize }) {
  const war2 = godDeck("war", godDeckSize);
  const rain2 = godDeck("rain", godDeckSize);
  const day = deckOf("mexica", "day");
  if (earlyDecks === "asMexica") return { day, war: war2, rain: rain2 };
  const common = (deck) => deck.filter((card) => !isVictory(card));
  return { day: [...day, ...[...war2, ...rain2].filter(isVictory)], war: common(war2), rain: common(rain2) };
}
var DESIGNS2 = 13;
function godDeck(deck, size) {
  const designs2 = [...new Set(deckOf("mexica", deck))];
  return designs2.flatMap((card) => Array.from({ length: isVictory(card) ? 1 : size / DESIGNS2 }, () => card));
}
var shuffleAll = (decks, chance) => ({
  day: chance.shuffle(decks.day),
  war: chance.shuffle(decks.war),
  rain: chance.shuffle(decks.rain)
});
function lay({ state }, _seat, card) {
  const deck = homeDeck(card);
  state.discards = { ...state.discards, [deck]: [...state.discards[deck], card] };
}
function rebuild(work, deck) {
  const { state } = work;
  const used2 = state.discards[deck];
  if (used2.length === 0) return;
  state.decks = { ...state.decks, [deck]: [...work.chance.shuffle(used2), ...state.decks[deck]] };
  state.discards = { ...state.discards, [deck]: [] };
  tell(work, { kind: "deck-rebuilt", deck, cards: used2.length });
}
function returnVictory(work, card) {
  const deck = work.state.options.earlyDecks === "dayOnly" ? "day" : homeDeck(card);
  work.state.decks = { ...work.state.decks, [deck]: work.chance.shuffle([...work.state.decks[deck], card]) };
}
var used = ({ discards }, deck) => discards[deck].length;
function emptied(work, seat, day) {
  const { options, pool, weeks } = work.state;
  if (at(weeks, day - 1) !== seat) takeWeekCard(work, seat, day);
  if (work.state.phase.kind === "over") return;
  transfer(work, { n: Math.min(options.perSpace, pool), from: "pool", to: { day }, why: "refill" });
}
function takeWeekCard(work, seat, day) {
  const { state } = work;
  tell(work, { kind: "week-taken", seat, day, from: at(state.weeks, day - 1) });
  state.weeks = state.weeks.with(day - 1, seat);
  state.issued = state.issued.with(day - 1, true);
  checkVictory(work, seat);
}
function takeWeek2(work, seat, day) {
  if (at(work.state.weeks, day - 1) !== "box") return false;
  takeWeekCard(work, seat, day);
  return true;
}
var weeksOf = ({ weeks }, seat) => weeks.flatMap((holder, index) => holder === seat ? [index + 1] : []);
var heldModifiers = (table, seat) => bonusesOf(table, seat);
function bonusesOf({ weeks, options }, seat) {
  if (options.weekBonuses === "off") return [];
  const held2 = [];
  for (let index = 0; index < weeks.length; index++) if (weeks[index] === seat) held2.push(at(BONUSES, index));
  return held2;
}
var BONUSES = WEEK_CARDS.flatMap(({ effects }) => effects);
var modifierSum = (table, seat, kind) => sumOf(tribeOf(table, seat).modifiers, kind) + sumOf(heldModifiers(table, seat), kind);
function tributeTo(table, seat, day) {
  const holds = (one) => at(table.weeks, day - 1) === one || takesAsVictor(table, one, day);
  return holds(seat) ? [] : others(table, seat).filter(holds);
}
function takesAsVictor(table, seat, day) {
  const sign = VICTORY_SIGNS.get(day);
  if (sign === void 0 || !table.options.victoryCardsTakeTribute) return false;
  return tribeOf(table, seat).victories.some((card) => signOf(card) === sign);
}
function signOf(card) {
  return cardOf(card).effects.find((effect) => effect.kind === "victory")?.sign;
}
function signsOf(table, seat) {
  const byWeek = weeksOf(table, seat).flatMap((day) => VICTORY_SIGNS.get(day) ?? []);
  return (/* @__PURE__ */ new Set([...byWeek, ...tribeOf(table, seat).victories.map(signOf)])).size;
}
var ALL_SIGNS = 3;
function checkVictory(work, seat) {
  if (work.state.phase.kind === "over" || !isHere(work.state, seat)) return;
  if (signsOf(work.state, seat) === ALL_SIGNS) end(work, { reason: "signs", winner: seat });
}
function broken(table) {
  const cards2 = [...inHands(table), ...discarded(table)];
  const all = Object.values(fullDecks(table.options)).flat();
  return [...brokenOnRing(table, cards2, all), ...brokenWeeks(table), ...brokenCounts(table)];
}
var completed2 = (table, written) => completed(table, written, { full: fullDecks(table.options), used: discarded(table) });
var discarded = ({ discards }) => Object.values(discards).flat();
function brokenWeeks({ weeks, issued }) {
  return weeks.flatMap(
    (holder, day) => holder !== "box" && !issued[day] ? [`week card ${day + 1} was never issued`] : []
  );
}
function brokenCounts(table) {
  const { lake, tally, phase, tribes, apocalypse, options } = table;
  const winner = phase.kind === "over" ? phase.winner : void 0;
  const victors = tribes.flatMap((_, seat) => signsOf(table, seat) === 3 && seat !== winner ? [seat] : []);
  return [
    ...lake.war === tally.war && lake.rain === tally.rain ? [] : ["a lake and its tally differ"],
    ...victors.map((seat) => `seat ${seat} has three signs, and the match goes on`),
    ...apocalypse.kind === "counting" && (apocalypse.left < 0 || apocalypse.left > options.countdown) ? ["the countdown is off the scale"] : []
  ];
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

// rules/src/ring/model/options.ts
function commonOptions({
  short,
  turnOrders,
  battlePayment,
  countdown
}) {
  return [
    { ...choice("length", "standard", "short"), sets: { short } },
    choice("turnOrder", ...turnOrders),
    choice("startSpaces", "threshold", "firstOfQuadrant"),
    integer("perSpace", { default: 13, min: 5, max: 13 }),
    integer("tokensTotal", { default: 360, min: 100, max: 1e3 }),
    integer("countdown", { default: countdown, min: 1, max: 100 }),
    integer("roundCap", { default: 260, min: 1, max: 520, recordMax: 1e3 }),
    choice("stepOrder", "printed", "battleFirst"),
    choice("battleTie", "none", "reroll", "defender"),
    { ...choice("battlePayment", "lowerTotal", "difference", "one"), default: battlePayment },
    choice("multiBattle", "each", "chooseOne"),
    flag("passIsFinal"),
    integer("sacrificesPerTurn", { default: 0, min: 0, max: 20 }),
    integer("handLimit", { default: 0, min: 0, max: 50 })
  ];
}

// rules/src/mexica/options.ts
var SHORT = {
  perSpace: 5,
  tokensTotal: 150,
  sacrificeThreshold: 100,
  tonantzinCost: 5,
  godDeckSize: 13,
  noWinnerFallback: "mostSigns",
  balance: "lastOffering",
  roundCap: 175
};
var OPTIONS = [
  ...commonOptions({ short: SHORT, turnOrders: ["ENWS", "ENSW"], battlePayment: "lowerTotal", countdown: 13 }),
  choice("countdownUnit", "turns", "rounds"),
  integer("tonantzinCost", { default: 7, min: 1, max: 13 }),
  flag("tonantzinCounts"),
  integer("godCardCost", { default: 1, min: 1, max: 3 }),
  flag("mixOfferings"),
  flag("firstLandingDayCard", true),
  flag("victoryCardsTakeTribute", true),
  choice("victoryCardsPayable", "last", "never"),
  flag("victoryCardsPublic", true),
  choice("weekBonuses", "on", "off"),
  choice("earlyDecks", "asMexica", "dayOnly"),
  integer("godDeckSize", { default: 39, min: 13, max: 130, step: 13 }),
  integer("sacrificeThreshold", { default: 260, min: 1, max: 1e3 }),
  choice("apocTriggers", "both", "sacrifices", "weeks"),
  choice("apocFlavor", "most", "least", "off"),
  flag("flavorLock", true),
  choice("warLoss", "space", "collector", "onset"),
  choice("noWinnerFallback", "none", "mostSigns"),
  choice("balance", "wait", "lastOffering")
];
var PRESETS = [
  { id: "mexica", options: {} },
  { id: "flower-war-early", options: { firstLandingDayCard: false, victoryCardsTakeTribute: false } }
];

// rules/src/mexica/view.ts
var BOX = 6;
var USED_BOX = 7;
function view(table, viewer) {
  const { options, decks, discards, weeks, issued, apocalypse } = table;
  const counting2 = apocalypse.kind === "counting" ? apocalypse : { counter: 0, left: 0, ending: "none" };
  const base = ringView(table, viewer);
  return {
    ...base,
    tribes: options.victoryCardsPublic ? base.tribes : base.tribes.map((tribe, seat) => seat === viewer || viewer === "all" ? tribe : covered(tribe)),
    dayDeck: decks.day.length,
    dayDiscards: discards.day,
    warDiscards: discards.war,
    rainDiscards: discards.rain,
    weeks: weekHolders(weeks)(issued),
    threshold: options.sacrificeThreshold,
    apocalypse: apocalypse.kind === "counting",
    counter: counting2.counter,
    left: counting2.left,
    ending: counting2.ending,
    favoured: table.favoured === "none" ? "" : table.favoured
  };
}
var weekHolders = remembered(
  (weeks) => remembered(
    (issued) => weeks.map((holder, day) => holder === "box" ? issued[day] ? USED_BOX : BOX : holder)
  )
);
var covered = remembered((tribe) => ({
  ...tribe,
  cards: tribe.cards + tribe.victories.length,
  victories: []
}));

// rules/src/mexica/edition.ts
var LETTERS2 = { E: "east", N: "north", W: "west", S: "south" };
var DECKS2 = ["day", "war", "rain"];
var IN_PLAY = ["", "", "EW", "ENW", "ENWS"];
var BATTLES = {
  battles: () => "dice",
  areBattleCardsOn: () => true,
  stakeBonus: () => 0,
  payStake,
  afterBattle: () => {
  },
  rangedTargets,
  afterBattles: () => {
  },
  foughtCortes: () => {
  },
  refusal: refusal2,
  candidates: ({ phase, ...table }) => phase.kind === "paying-card" ? payable(table, phase.seat).map((card) => ({ kind: "pick", card })) : [],
  answer: answer2,
  perform: () => {
  }
};
var MEXICA = {
  id: "mexica",
  rulesVersion: 5,
  seats: [2, 4],
  usualSeats: 4,
  presets: PRESETS,
  options: OPTIONS,
  cards: [...DECKS2.flatMap((deck) => [...new Set(deckOf("mexica", deck))]), ...WEEK_CARDS.map(({ id }) => id)],
  order: ({ turnOrder }, seats) => [...turnOrder].filter((letter) => IN_PLAY[seats]?.includes(letter)).flatMap((letter) => LETTERS2[letter] ?? []),
  setup,
  beginTurn: beginTurn2,
  movement: () => "roll",
  moves: () => ({ times: 1, firstArrives: true }),
  isFlooded: (table) => endingOf(table) === "flood",
  land: () => {
  },
  collect,
  tributeTo,
  emptied,
  ...BATTLES,
  heldModifiers,
  costOf: () => 0,
  isBanned: () => false,
  spendsAtOnce: false,
  lay,
  arm: () => {
  },
  rebuild,
  usedCards: used,
  takeWeek: takeWeek2,
  gained: checkVictory,
  areVictoriesOpen: ({ options }) => options.victoryCardsPublic,
  offerPrice: (table, seat) => price(table, seat, table.options.godCardCost),
  offerRefusal: offerRefusal2,
  takesCards: () => false,
  drawsFor: () => true,
  prayerPrice: (table, seat) => price(table, seat, table.options.tonantzinCost),
  prayed: ({ state }, n) => {
    state.prayed += n;
  },
  givesToDay: () => false,
  preventsDraws: true,
  takeable: () => [],
  takeCard: () => {
  },
  endTurn: endTurn2,
  roundCapReached: (work) => end(work, { reason: "round-cap" }),
  retire: retire2,
  result,
  standings: (table) => standingsOf(table),
  view,
  isLevel: ({ warTally, rainTally, favoured }) => warTally === rainTally && favoured === "",
  given,
  roundsLeft: ({ apocalypse, ending, left }) => apocalypse ? { ending, left } : void 0,
  reshuffle: (table, chance) => ({ ...table, decks: shuffleAll(table.decks, chance) }),
  broken,
  completed: completed2
};
function setup(table, chance) {
  return {
    ...table,
    decks: shuffleAll(fullDecks(table.options), chance),
    discards: { day: [], war: [], rain: [] },
    weeks: table.days.map(() => "box"),
    issued: table.days.map(() => false),
    prayed: 0,
    apocalypse: { kind: "quiet" },
    lastGiven: "none",
    favoured: "none"
  };
}
function result(table, { reason, winner }) {
  const standings = standingsOf(table, winner);
  if (winner !== void 0)
    return { result: reason === "retired" ? "forfeit" : "win", winners: [winner], standings, reason };
  if (table.options.noWinnerFallback === "none") return { result: "none", winners: [], standings, reason };
  const winners = standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
  return { result: winners.length > 1 ? "draw" : "win", winners, standings, reason };
}
function standingsOf(table, winner) {
  return standingsBy(
    table.tribes.map((_, seat) => scoreOf(table, seat)),
    winner
  );
}
function scoreOf(table, seat) {
  const breakdown = {
    signs: signsOf(table, seat),
    weeks: weeksOf(table, seat).length,
    tokens: tribeOf(table, seat).skulls
  };
  const { signs, weeks, tokens } = breakdown;
  return { seat, isHere: isHere(table, seat), order: [signs, weeks, tokens], breakdown };
}
function retire2(work, seat) {
  const { state } = work;
  const { skulls, hand, pending, victories } = tribeOf(state, seat);
  transfer(work, { n: skulls, from: { seat }, to: "pool", why: "retired" });
  change(work, seat, { hand: [], pending: [], victories: [] });
  for (const card of [...hand, ...pending]) lay(work, seat, card);
  for (const card of victories) returnVictory(work, card);
  state.weeks = state.weeks.map((holder) => holder === seat ? "box" : holder);
  passCounting(work, seat);
}
var price = (table, seat, usual) => Math.max(1, usual + modifierSum(table, seat, "offer-cost"));
function offerRefusal2({ turn, options }, { kind }) {
  if (options.mixOfferings) return void 0;
  if (kind === "offer" && turn.hasPrayed) return "already-prayed";
  return kind === "tonantzin" && turn.offered > 0 ? "already-sacrificed" : void 0;
}
function collect(work, seat, day) {
  const { state } = work;
  if (endingOf(state) === "flood") return;
  const isFirst = state.turn.seat === seat && !state.turn.hasCollected;
  const n = Math.max(0, 1 + (isFirst ? sum(each(work, seat, "pickup")) : 0));
  const before = on(state, day);
  if (state.turn.seat === seat) state.turn = { ...state.turn, hasCollected: true };
  const taken2 = takeFrom(work, { seat, day, n, why: "collect" });
  if (taken2 === 0 || state.phase.kind === "over") return;
  if (before === state.options.perSpace && state.options.firstLandingDayCard)
    plan(work, { kind: "draw", seat, deck: "day" });
  if (endingOf(state) === "war") loseOne(work, { seat, day, isEmptied: taken2 === before });
}
function loseOne(work, { seat, day, isEmptied }) {
  const { warLoss } = work.state.options;
  if (warLoss === "collector") transfer(work, { n: 1, from: { seat }, to: "out", why: "war" });
  if (warLoss !== "space" || isEmptied) return;
  transfer(work, { n: 1, from: { day }, to: "out", why: "war" });
  if (on(work.state, day) === 0) emptied(work, seat, day);
}
var endingOf = ({ apocalypse }) => apocalypse.kind === "counting" ? apocalypse.ending : "none";
function endTurn2(work) {
  const { state } = work;
  settleBalance(work);
  if (state.apocalypse.kind === "quiet") return isTriggered(state) ? trigger(work) : void 0;
  fixEnding(work);
  if (state.options.countdownUnit === "turns") tick(work);
}
function beginTurn2(work) {
  const { apocalypse, options, turn } = work.state;
  if (apocalypse.kind === "counting" && options.countdownUnit === "rounds" && apocalypse.counter === turn.seat)
    tick(work);
}
function isTriggered({ lake, prayed, issued, days, options }) {
  const { sacrificeThreshold, tonantzinCounts, apocTriggers } = options;
  const sacrificed2 = lake.war + lake.rain + (tonantzinCounts ? prayed : 0);
  if (apocTriggers !== "weeks" && sacrificed2 >= sacrificeThreshold) return true;
  if (apocTriggers !== "sacrifices" && issued.every((isIssued) => isIssued)) return true;
  return days.every((tokens) => tokens === 0);
}
function trigger(work) {
  const { turn, options } = work.state;
  const ending = options.apocFlavor === "off" ? "none" : "open";
  const counter = isHere(work.state, turn.seat) ? turn.seat : after2(work.state, turn.seat);
  work.state.apocalypse = { kind: "counting", counter, left: options.countdown, ending };
  tell(work, { kind: "apocalypse", counter });
  fixEnding(work);
}
function fixEnding(work) {
  const { apocalypse, options } = work.state;
  const greater = greaterGod(work.state);
  if (apocalypse.kind === "quiet" || apocalypse.ending === "none" || greater === void 0) return;
  if (apocalypse.ending !== "open" && options.flavorLock) return;
  const isRain = greater === "rain" === (options.apocFlavor === "most");
  const ending = isRain ? "flood" : "war";
  if (ending === apocalypse.ending) return;
  work.state.apocalypse = { ...apocalypse, ending };
  tell(work, { kind: "ending-fixed", ending });
  if (ending === "war" && options.warLoss === "onset") loseEverywhere(work);
}
function loseEverywhere(work) {
  for (const [index, tokens] of work.state.days.entries())
    if (tokens > 0) transfer(work, { n: 1, from: { day: index + 1 }, to: "out", why: "war" });
}
function tick(work) {
  const { apocalypse } = work.state;
  if (apocalypse.kind === "quiet") return;
  if (greaterGod(work.state) === void 0) return tell(work, { kind: "forestalled" });
  const left = apocalypse.left - 1;
  work.state.apocalypse = { ...apocalypse, left };
  tell(work, { kind: "countdown", left, isLast: left === 1 });
  if (left <= 0) endUnwon(work);
}
function endUnwon(work) {
  const ending = endingOf(work.state);
  end(work, { reason: ending === "flood" || ending === "war" ? ending : "countdown" });
}
function passCounting({ state }, seat) {
  const { apocalypse } = state;
  if (apocalypse.kind === "counting" && apocalypse.counter === seat)
    state.apocalypse = { ...apocalypse, counter: after2(state, seat) };
}
var after2 = (state, seat) => others(state, seat)[0] ?? seat;
function payStake(work, { winner, loser, stake: stake2 }) {
  const paid2 = transfer(work, { n: stake2, from: { seat: loser }, to: { seat: winner }, why: "stake" });
  if (paid2 > 0) return;
  if (payable(work.state, loser).length > 0) ask(work, { kind: "paying-card", seat: loser, to: winner });
  else plan(work, { kind: "draw", seat: winner, deck: "day" });
}
function payable({ tribes, options }, seat) {
  const { hand, victories } = tribeOf({ tribes }, seat);
  if (hand.length > 0) return [...new Set(hand)].sort();
  return options.victoryCardsPayable === "last" ? victories : [];
}
function refusal2(table, move) {
  if (table.phase.kind !== "paying-card" || move.kind !== "pick") return "pick-a-card";
  return payable(table, table.phase.seat).includes(move.card) ? void 0 : "not-in-hand";
}
function answer2(work, move) {
  const { phase } = work.state;
  if (phase.kind !== "paying-card" || move.kind !== "pick") return;
  const { seat: from, to } = phase;
  const { hand } = tribeOf(work.state, from);
  if (hand.includes(move.card)) handOver(work, move.card, { from, to });
  else payVictory(work, move.card, { from, to });
}
function payVictory(work, card, { from, to }) {
  const { state } = work;
  change(work, from, { victories: tribeOf(state, from).victories.filter((other) => other !== card) });
  change(work, to, { victories: [...tribeOf(state, to).victories, card] });
  const isOpen2 = work.edition.areVictoriesOpen(state);
  tell(work, { kind: "card-given", from, to, card, ...isOpen2 && { isOpen: isOpen2 } });
  checkVictory(work, to);
}
function rangedTargets(table) {
  const { seat, farAttacks } = table.turn;
  if (farAttacks.length > 0) return [];
  const reach = modifierSum(table, seat, "range");
  if (reach < 1) return [];
  const { day } = tribeOf(table, seat);
  const far = (other) => distance(day, tribeOf(table, other).day);
  return others(table, seat).filter((other) => far(other) >= 1 && far(other) <= reach);
}

// rules/src/mexica/index.ts
var PRICES = {
  offering: (seen) => ({ skulls: price2(seen, seen.options.godCardCost), orCards: false }),
  prayer: (seen) => price2(seen, seen.options.tonantzinCost),
  card: () => 0,
  hasCards: ({ view: view2 }, deck) => cardsOf(view2, deck) > 0,
  lying: () => void 0
};
function price2(seen, usual) {
  const { view: view2, seat, options } = seen;
  const held2 = bonusesOf({ weeks: view2.weeks, options }, seat);
  return Math.max(1, usual + changeFor(seen, "offer-cost") + sumOf(held2, "offer-cost"));
}
function cardsOf(view2, deck) {
  switch (deck) {
    case "day":
      return view2.dayDeck + view2.dayDiscards.length;
    case "war":
      return view2.warDeck + view2.warDiscards.length;
    case "rain":
      return view2.rainDeck + view2.rainDiscards.length;
  }
}
var mexica = ringGame(MEXICA, PRICES);
export {
  mexica as game
};
