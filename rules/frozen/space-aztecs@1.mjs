// space-aztecs@1, part of Flower War. SPDX-License-Identifier: GPL-3.0-or-later
// Written by "npm run do -- freeze"; do not edit.

// rules/src/contract/game.ts
var SEATS = [0, 1, 2, 3, 4, 5];

// rules/src/json.ts
function at(items, index) {
  const item = items[index];
  if (item === void 0) throw new Error(`no item ${index} among ${items.length}`);
  return item;
}
function remembered(make) {
  const all = /* @__PURE__ */ new WeakMap();
  return (part) => {
    let known3 = all.get(part);
    if (known3 === void 0) {
      known3 = { made: make(part) };
      all.set(part, known3);
    }
    return known3.made;
  };
}
function rememberedLast(make) {
  let last;
  return (state) => {
    if (last?.state !== state) last = { state, made: make(state) };
    return last.made;
  };
}

// rules/src/space-aztecs/cards/card.ts
var COLOURS = ["P", "Y", "B", "G"];
function faceOf(card, { scales, pair }) {
  if (card.kind === "codex") return { kind: "codex", goal: card.goal };
  const { kind, colour } = card;
  if (kind !== "aztec") return { kind, colour };
  const { type, points: points2 = 0, bonus = 0 } = card;
  const isPaired = type === "priest" || type === "alien";
  return { kind, type, colour, points: points2, bonus, scale: scales[type]?.slice(1) ?? [], pair: isPaired ? pair : 0 };
}

// rules/src/space-aztecs/cards/cards.ts
var CARDS = [
  { kind: "aztec", id: "P-A01", time: "00:00", colour: "P", type: "villager", points: 2 },
  { kind: "aztec", id: "Y-A01", time: "00:20", colour: "Y", type: "otomi" },
  { kind: "aztec", id: "B-A01", time: "00:40", colour: "B", type: "noble", points: 3 },
  { kind: "aztec", id: "G-A01", time: "01:00", colour: "G", type: "agent", points: 2 },
  { kind: "codex", id: "X1", time: "01:20", goal: { kind: "hours", from: "00:00", to: "05:59", points: 2 } },
  { kind: "aztec", id: "Y-A02", time: "01:40", colour: "Y", type: "otomi" },
  { kind: "aztec", id: "B-A02", time: "02:00", colour: "B", type: "alien", points: 3 },
  { kind: "aztec", id: "G-A02", time: "02:20", colour: "G", type: "archivist", points: 1, bonus: 4 },
  { kind: "aztec", id: "P-A02", time: "02:40", colour: "P", type: "villager", points: 2 },
  { kind: "temple", id: "B-T1", time: "03:00", colour: "B" },
  { kind: "temple", id: "G-T1", time: "03:20", colour: "G" },
  { kind: "temple", id: "P-T1", time: "03:40", colour: "P" },
  { kind: "temple", id: "Y-T1", time: "04:00", colour: "Y" },
  { kind: "codex", id: "X5", time: "04:20", goal: { kind: "temple", points: 3 } },
  { kind: "aztec", id: "G-A03", time: "04:40", colour: "G", type: "archivist", points: 1, bonus: 5 },
  { kind: "aztec", id: "P-A03", time: "05:00", colour: "P", type: "animal", points: 3 },
  { kind: "aztec", id: "Y-A03", time: "05:20", colour: "Y", type: "jaguar" },
  { kind: "aztec", id: "B-A03", time: "05:40", colour: "B", type: "priest" },
  { kind: "aztec", id: "P-A04", time: "06:00", colour: "P", type: "animal", points: 3 },
  { kind: "aztec", id: "Y-A04", time: "06:20", colour: "Y", type: "otomi" },
  { kind: "aztec", id: "B-A04", time: "06:40", colour: "B", type: "noble", points: 3 },
  { kind: "aztec", id: "G-A04", time: "07:00", colour: "G", type: "agent", points: 2 },
  { kind: "codex", id: "X2", time: "07:20", goal: { kind: "hours", from: "06:00", to: "11:59", points: 2 } },
  { kind: "saucer", id: "Y-S1", time: "07:40", colour: "Y" },
  { kind: "saucer", id: "B-S1", time: "08:00", colour: "B" },
  { kind: "saucer", id: "G-S1", time: "08:20", colour: "G" },
  { kind: "saucer", id: "P-S1", time: "08:40", colour: "P" },
  { kind: "aztec", id: "B-A05", time: "09:00", colour: "B", type: "alien", points: 3 },
  { kind: "aztec", id: "G-A05", time: "09:20", colour: "G", type: "archivist", points: 2, bonus: 3 },
  { kind: "aztec", id: "P-A05", time: "09:40", colour: "P", type: "villager", points: 3 },
  { kind: "aztec", id: "Y-A05", time: "10:00", colour: "Y", type: "jaguar" },
  { kind: "codex", id: "X6", time: "10:20", goal: { kind: "sheltered", points: 1 } },
  { kind: "temple", id: "G-T2", time: "10:40", colour: "G" },
  { kind: "temple", id: "P-T2", time: "11:00", colour: "P" },
  { kind: "temple", id: "Y-T2", time: "11:20", colour: "Y" },
  { kind: "temple", id: "B-T2", time: "11:40", colour: "B" },
  { kind: "aztec", id: "P-A06", time: "12:00", colour: "P", type: "animal", points: 4 },
  { kind: "aztec", id: "Y-A06", time: "12:20", colour: "Y", type: "otomi" },
  { kind: "aztec", id: "B-A06", time: "12:40", colour: "B", type: "priest" },
  { kind: "aztec", id: "G-A06", time: "13:00", colour: "G", type: "agent", points: 3 },
  { kind: "codex", id: "X3", time: "13:20", goal: { kind: "hours", from: "12:00", to: "17:59", points: 2 } },
  { kind: "aztec", id: "Y-A07", time: "13:40", colour: "Y", type: "jaguar" },
  { kind: "aztec", id: "B-A07", time: "14:00", colour: "B", type: "noble", points: 4 },
  { kind: "aztec", id: "G-A07", time: "14:20", colour: "G", type: "archivist", points: 2, bonus: 4 },
  { kind: "aztec", id: "P-A07", time: "14:40", colour: "P", type: "villager", points: 4 },
  { kind: "saucer", id: "B-S2", time: "15:00", colour: "B" },
  { kind: "saucer", id: "G-S2", time: "15:20", colour: "G" },
  { kind: "saucer", id: "P-S2", time: "15:40", colour: "P" },
  { kind: "saucer", id: "Y-S2", time: "16:00", colour: "Y" },
  { kind: "codex", id: "X7", time: "16:20", goal: { kind: "set", points: 4 } },
  { kind: "aztec", id: "G-A08", time: "16:40", colour: "G", type: "archivist", points: 3, bonus: 2 },
  { kind: "aztec", id: "P-A08", time: "17:00", colour: "P", type: "animal", points: 4 },
  { kind: "aztec", id: "Y-A08", time: "17:20", colour: "Y", type: "eagle" },
  { kind: "aztec", id: "B-A08", time: "17:40", colour: "B", type: "alien", points: 3 },
  { kind: "temple", id: "P-T3", time: "18:00", colour: "P" },
  { kind: "temple", id: "Y-T3", time: "18:20", colour: "Y" },
  { kind: "temple", id: "B-T3", time: "18:40", colour: "B" },
  { kind: "temple", id: "G-T3", time: "19:00", colour: "G" },
  { kind: "codex", id: "X4", time: "19:20", goal: { kind: "hours", from: "18:00", to: "23:59", points: 2 } },
  { kind: "aztec", id: "Y-A09", time: "19:40", colour: "Y", type: "eagle" },
  { kind: "aztec", id: "B-A09", time: "20:00", colour: "B", type: "priest" },
  { kind: "aztec", id: "G-A09", time: "20:20", colour: "G", type: "agent", points: 3 },
  { kind: "aztec", id: "P-A09", time: "20:40", colour: "P", type: "villager", points: 5 },
  { kind: "aztec", id: "B-A10", time: "21:00", colour: "B", type: "noble", points: 4 },
  { kind: "aztec", id: "G-A10", time: "21:20", colour: "G", type: "archivist", points: 3, bonus: 3 },
  { kind: "aztec", id: "P-A10", time: "21:40", colour: "P", type: "animal", points: 5 },
  { kind: "aztec", id: "Y-A10", time: "22:00", colour: "Y", type: "eagle" },
  { kind: "codex", id: "X8", time: "22:20", goal: { kind: "aztec", points: 1 } },
  { kind: "saucer", id: "G-S3", time: "22:40", colour: "G" },
  { kind: "saucer", id: "P-S3", time: "23:00", colour: "P" },
  { kind: "saucer", id: "Y-S3", time: "23:20", colour: "Y" },
  { kind: "saucer", id: "B-S3", time: "23:40", colour: "B" }
];
var BY_ID = new Map(CARDS.map((card) => [card.id, card]));
function cardOf(id) {
  const card = BY_ID.get(id);
  if (card === void 0) throw new Error(`there is no card ${id}`);
  return card;
}
function colourOf(id) {
  const card = cardOf(id);
  return card.kind === "codex" ? void 0 : card.colour;
}
var RANKS = new Map(CARDS.map(({ id }, rank) => [id, rank]));
function byTime(ids) {
  const rank = (id) => RANKS.get(id) ?? 0;
  return ids.toSorted((a, b) => rank(a) - rank(b));
}
function dealt({ removed, codex }) {
  const isIn = (card) => card.kind === "codex" ? codex : card.colour !== removed;
  return CARDS.filter(isIn).map(({ id }) => id);
}
var SET_NAMES = {
  P: "Villagers and Animals",
  Y: "Warriors",
  B: "Superiors",
  G: "Special Agents"
};
var PLACE_NAMES = [
  "Ball Court",
  "Market",
  "Observatory",
  "Causeway",
  "Floating Gardens",
  "Palace",
  "Volcano",
  "Lake"
];

// rules/src/space-aztecs/model/table.ts
function clockwise({ cities }, from) {
  const all = SEATS.slice(0, cities.length);
  return [...all.slice(from), ...all.slice(0, from)];
}
var isHere = ({ cities }, seat) => cities[seat]?.isHere ?? false;
var present = (table) => SEATS.filter((seat) => isHere(table, seat));
var cityOf = ({ cities }, seat) => at(cities, seat);
var handOf = ({ hands }, seat) => at(hands, seat);
var pileOf = ({ piles }, pile) => at(piles, pile - 1);
function withCity(state, seat, fields) {
  return { ...state, cities: state.cities.with(seat, { ...cityOf(state, seat), ...fields }) };
}
function withHand(state, seat, fields) {
  return { ...state, hands: state.hands.with(seat, { ...handOf(state, seat), ...fields }) };
}
function withPile(state, pile, fields) {
  return { ...state, piles: state.piles.with(pile - 1, { ...pileOf(state, pile), ...fields }) };
}
var without = (cards, card) => cards.filter((other) => other !== card);
function putBack(state, pile, card) {
  return withPile(state, pile, { cards: byTime([...pileOf(state, pile).cards, card]) });
}
var shelteredIn = ({ temples }) => temples.flatMap(({ aztecs }) => aztecs);
var aztecsIn = (city) => [...city.visible, ...shelteredIn(city)].map(aztecOf);
function aztecOf(id) {
  const card = cardOf(id);
  if (card.kind !== "aztec") throw new Error(`${id} is no Aztec`);
  return card;
}
var visibleOf = ({ visible }, colour) => visible.filter((id) => colourOf(id) === colour);
var templesFor = ({ temples }, colour) => temples.filter(({ card }) => colourOf(card) === colour);
function mayShelter(city, card, { agentSelf }) {
  const isAgent = ({ type }) => type === "agent";
  const hasAgent = city.visible.some((id) => isAgent(aztecOf(id))) || agentSelf && isAgent(card);
  return hasAgent && templesFor(city, card.colour).length > 0;
}
var withVisible = (city, card) => ({
  ...city,
  visible: [...city.visible, card]
});
var withoutVisible = (city, card) => ({
  ...city,
  visible: city.visible.filter((other) => other !== card)
});
function withSheltered(city, temple, aztec) {
  const temples = city.temples.map((one) => one.card === temple ? { ...one, aztecs: [...one.aztecs, aztec] } : one);
  return { ...city, temples };
}
function withTemple(city, temple) {
  const isOfIt = (id) => colourOf(id) === colourOf(temple);
  const temples = [...city.temples, { card: temple, aztecs: city.visible.filter(isOfIt) }];
  return { ...city, temples, visible: city.visible.filter((id) => !isOfIt(id)) };
}
var withCodex = (city, codex) => ({
  ...city,
  codices: [...city.codices, codex]
});
var withSaucer = (city, card, captured) => ({
  ...city,
  saucers: [...city.saucers, { card, captured }]
});

// rules/src/space-aztecs/scoring.ts
var WARRIORS = {
  eagle: [0, 3, 9, 18],
  jaguar: [0, 2, 7, 15],
  otomi: [0, 1, 4, 8, 14]
};
var WARRIOR_TYPES = ["eagle", "jaguar", "otomi"];
var PAIR = 10;
var FEWEST_PINK = -5;
var CAPTIVE = 1;
var totalOf = (lines) => lines.reduce((sum, [, points2]) => sum + points2, 0);
function scoresOf(cities, removed) {
  const fewest = Math.min(...cities.filter((city) => city.isHere).map(pinkIn));
  const isPoor = (city) => removed !== "P" && pinkIn(city) === fewest;
  return cities.map((city) => {
    if (!city.isHere) return [];
    const penalty = isPoor(city) ? [["fewest-pink", FEWEST_PINK]] : [];
    return [...linesOf(city, removed), ...penalty];
  });
}
var pinkIn = (city) => aztecsIn(city).filter(({ colour }) => colour === "P").length;
function linesOf(city, removed) {
  return [...codexLines(city, removed), ...aztecLines(city), ...saucerLines(city)];
}
function codexLines(city, removed) {
  return city.codices.map((id) => {
    const { goal } = codexOf(id);
    return [id, goal.points * timesMet(city, goal, removed)];
  });
}
function codexOf(id) {
  const card = cardOf(id);
  if (card.kind !== "codex") throw new Error(`${id} is no codex`);
  return card;
}
function timesMet(city, goal, removed) {
  switch (goal.kind) {
    case "hours":
      return countedIn(city).filter((id) => isWithin(goal, cardOf(id).time)).length;
    case "temple":
      return city.temples.length;
    case "sheltered":
      return shelteredIn(city).length;
    case "set": {
      const inGame = COLOURS.filter((colour) => colour !== removed);
      return Math.min(...inGame.map((wanted) => aztecsIn(city).filter(({ colour }) => colour === wanted).length));
    }
    case "aztec":
      return aztecsIn(city).length;
  }
}
var isWithin = ({ from, to }, time) => from <= time && time <= to;
var countedIn = (city) => [
  ...city.visible,
  ...shelteredIn(city),
  ...city.temples.map(({ card }) => card),
  ...city.codices
];
function aztecLines(city) {
  const aztecs = aztecsIn(city);
  const sheltered = shelteredIn(city);
  const single = aztecs.filter(({ type }) => !isWarrior(type) && type !== "priest" && type !== "alien");
  return [
    ...single.map((card) => [card.id, pointsOf(card) + (sheltered.includes(card.id) ? card.bonus ?? 0 : 0)]),
    ...warriorLines(aztecs),
    ...pairLines(aztecs)
  ];
}
var isWarrior = (type) => WARRIOR_TYPES.some((warrior) => warrior === type);
var pointsOf = ({ points: points2 = 0 }) => points2;
function warriorLines(aztecs) {
  return WARRIOR_TYPES.flatMap((warrior) => {
    const count = aztecs.filter(({ type }) => type === warrior).length;
    const worth = WARRIORS[warrior];
    return count === 0 ? [] : [[warrior, worth[Math.min(count, worth.length - 1)] ?? 0]];
  });
}
function pairLines(aztecs) {
  const priests = aztecs.filter(({ type }) => type === "priest");
  const aliens = aztecs.filter(({ type }) => type === "alien").toSorted((a, b) => pointsOf(a) - pointsOf(b));
  const pairs = Math.min(priests.length, aliens.length);
  const alone = [...priests.slice(pairs), ...aliens.slice(pairs)];
  return [
    ...pairs > 0 ? [["pairs", PAIR * pairs]] : [],
    ...alone.map((card) => [card.id, pointsOf(card)])
  ];
}
function saucerLines({ saucers }) {
  return saucers.map(({ card, captured }) => [card, CAPTIVE * captured.length]);
}
var tieBreaksOf = (city) => [aztecsIn(city).length, city.temples.length];

// rules/src/space-aztecs/cardTexts.ts
var COLOUR_WORDS = { P: "pink", Y: "yellow", B: "blue", G: "green" };
var TITLES = {
  "P-A01": "Weaver",
  "P-A02": "Fisher",
  "P-A05": "Potter",
  "P-A07": "Maize Farmer",
  "P-A09": "Cook",
  "P-A03": "Hairless Dog",
  "P-A04": "Turkey",
  "P-A06": "Axolotl",
  "P-A08": "Quetzal",
  "P-A10": "Armadillo",
  "B-A01": "Speaker",
  "B-A04": "Lady of the House",
  "B-A07": "Tax Counter",
  "B-A10": "Merchant Prince",
  "G-A06": "Very Special Agent",
  "G-A09": "Very Special Agent",
  X1: "Night Codex",
  X2: "Dawn Codex",
  X3: "Noon Codex",
  X4: "Dusk Codex",
  X5: "Codex of Stones",
  X6: "Codex of Shelter",
  X7: "Codex of Concord",
  X8: "Codex of the People"
};
var TYPE_TITLES = {
  villager: "Villager",
  animal: "Animal",
  eagle: "Eagle Warrior",
  jaguar: "Jaguar Warrior",
  otomi: "Otomi Warrior",
  noble: "Noble",
  priest: "High Priest",
  alien: "Star Visitor",
  agent: "Agent",
  archivist: "Archivist"
};
var CARD_WORDS = CARDS.map((card) => ({
  id: card.id,
  title: TITLES[card.id] ?? titleOf(card),
  deck: deckOf(card),
  timing: card.time,
  cost: 0,
  text: textOf(card),
  face: faceOf(card, { scales: WARRIORS, pair: PAIR })
}));
function deckOf(card) {
  return card.kind === "codex" ? "codex" : COLOUR_WORDS[card.colour];
}
function titleOf(card) {
  switch (card.kind) {
    case "aztec":
      return TYPE_TITLES[card.type];
    case "temple":
      return "Temple";
    case "saucer":
      return "Flying Saucer";
    case "codex":
      return "Codex";
  }
}
function textOf(card) {
  switch (card.kind) {
    case "aztec":
      return aztecText(card);
    case "temple":
      return `Shelters all your visible ${deckOf(card)} Aztecs`;
    case "saucer":
      return `Captures one visible ${deckOf(card)} Aztec of every other city`;
    case "codex":
      return `${points(card.goal.points)} for each ${goalText(card.goal)}`;
  }
}
function points(n) {
  return n === 1 ? "1 point" : `${n} points`;
}
function aztecText({ type, points: worth = 0, bonus = 0 }) {
  switch (type) {
    case "villager":
    case "animal":
    case "noble":
      return points(worth);
    case "agent":
      return `${points(worth)}; while visible, your Aztecs may arrive under a temple of their colour`;
    case "archivist":
      return `${points(worth)}, under a temple ${worth + bonus}`;
    case "priest":
      return `${points(PAIR)} with a Star Visitor, alone none`;
    case "alien":
      return `${points(PAIR)} with a High Priest, alone ${worth}`;
    case "eagle":
    case "jaguar":
    case "otomi":
      return `${WARRIORS[type].slice(1).join(", ")} points for ${WARRIORS[type].slice(1).map((_, i) => i + 1).join(", ")} of them`;
  }
}
function goalText(goal) {
  switch (goal.kind) {
    case "hours":
      return `Aztec, temple or codex of ${goal.from} to ${goal.to}`;
    case "temple":
      return "temple";
    case "sheltered":
      return "Aztec under a temple";
    case "set":
      return "set of one Aztec of every colour in the game";
    case "aztec":
      return "Aztec in your city";
  }
}

// rules/src/space-aztecs/model/state.ts
var PLACES = [
  "ball-court",
  "market",
  "observatory",
  "causeway",
  "floating-gardens",
  "palace",
  "volcano",
  "lake"
];

// rules/src/space-aztecs/model/notation.ts
function format(move) {
  switch (move.kind) {
    case "take":
      return `take ${move.pile}`;
    case "choose":
      return `choose ${move.card}`;
    case "hide":
      return `hide ${move.temple}`;
    case "show":
      return "show";
    case "capture":
      return `capture @${move.seat} ${move.card}`;
  }
}
var SHOW = { kind: "show" };
var idsOf = (kind) => CARDS.filter((card) => card.kind === kind).map(({ id }) => id);
var EVERY_MOVE = [
  ...PLACES.map((_, index) => ({ kind: "take", pile: index + 1 })),
  ...CARDS.map(({ id }) => ({ kind: "choose", card: id })),
  ...idsOf("temple").map((temple) => ({ kind: "hide", temple })),
  SHOW,
  ...SEATS.flatMap((seat) => idsOf("aztec").map((card) => ({ kind: "capture", seat, card })))
];
var BY_TEXT = new Map(EVERY_MOVE.map((move) => [format(move), move]));
function parse(text) {
  return BY_TEXT.get(text);
}
var known = (text) => {
  const move = parse(text);
  if (move === void 0) throw new Error(`no move is written ${text}`);
  return move;
};
var takePile = (pile) => known(`take ${pile}`);
var chooseCard = (card) => known(`choose ${card}`);
var hideUnder = (temple) => known(`hide ${temple}`);
var captureFrom = (seat, card) => known(`capture @${seat} ${card}`);

// rules/src/contract/optionSpec.ts
var choice = (name, ...values) => ({ name, type: "choice", default: values[0], values });
var flag = (name, value = false) => ({
  name,
  type: "flag",
  default: value
});

// rules/src/space-aztecs/model/options.ts
var OPTIONS = [
  /** With 5 and 6 seats no set is removed, and this option has no effect. */
  choice("removedSet", "random", "P", "Y", "B", "G"),
  flag("codex", true),
  choice("memoryAid", "off", "ownLog"),
  flag("agentSelf"),
  choice("revealOrder", "clockwise", "byTime"),
  /** The server refuses a table whose named seat does not exist. */
  choice("startPlayer", "random", "host", "seat-0", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5"),
  choice("tieBreak", "standard", "shared")
];
var PRESETS = [
  { id: "space-aztecs", options: {} },
  { id: "space-aztecs-young", options: { codex: false } }
];

// rules/src/space-aztecs/parts.ts
function parts({ view: view2 }, move) {
  const rule = view2.phase;
  switch (move.kind) {
    case "take":
      return { verb: "take", rule, pile: move.pile, cards: view2.piles[move.pile - 1]?.size ?? 0 };
    case "choose":
      return { verb: "choose", rule, card: move.card, ...view2.chosen !== "" && { replaces: view2.chosen } };
    case "hide":
      return { verb: "hide", rule, card: view2.card, temple: move.temple };
    case "show":
      return { verb: "show", rule, card: view2.card };
    case "capture":
      return { verb: "capture", rule, card: move.card, seat: move.seat, saucer: view2.card };
  }
}

// rules/src/space-aztecs/play/moves.ts
function toMove(state) {
  const { phase } = state;
  switch (phase.kind) {
    case "over":
      return [];
    case "choosing":
      return present(state).filter((seat) => handOf(state, seat).chosen === "");
    case "taking":
    case "hiding":
    case "capturing":
      return [phase.seat];
  }
}
function refusal(state, seat, move) {
  const { phase } = state;
  if (phase.kind !== "over" && !mayAct(state, seat)) return "not-your-turn";
  switch (phase.kind) {
    case "taking":
      return move.kind === "take" ? refusalToTake(state, move.pile) : "take-first";
    case "choosing":
      return move.kind === "choose" ? refusalToChoose(state, seat, move.card) : "choose-first";
    case "hiding":
      return refusalToHide(state, phase, move);
    case "capturing":
      return move.kind === "capture" ? refusalToCapture(state, phase, move) : "capture-first";
    case "over":
      return "match-over";
  }
}
var mayAct = (state, seat) => state.phase.kind === "choosing" ? isHere(state, seat) : toMove(state).includes(seat);
function refusalToTake(state, pile) {
  if (state.hands.some((hand) => hand.pile === pile)) return "pile-held";
  return pileOf(state, pile).cards.length === 0 ? "pile-empty" : void 0;
}
function refusalToChoose(state, seat, card) {
  return heldBy(state, seat).includes(card) ? void 0 : "not-in-your-pile";
}
function refusalToHide(state, { seat, card }, move) {
  if (move.kind === "show") return void 0;
  if (move.kind !== "hide") return "hide-or-show";
  const temples = templesFor(cityOf(state, seat), aztecOf(card).colour);
  return temples.some((temple) => temple.card === move.temple) ? void 0 : "no-such-temple";
}
function refusalToCapture(state, { seat, victim }, move) {
  if (move.seat !== victim) return "not-that-seat";
  return captives(state, { seat, victim }).includes(move.card) ? void 0 : "no-such-captive";
}
function captives(state, { seat, victim }) {
  return visibleOf(cityOf(state, victim), saucerColour(state, seat));
}
function saucerColour(state, seat) {
  const { saucers } = cityOf(state, seat);
  const colour = colourOf(at(saucers, saucers.length - 1).card);
  if (colour === void 0) throw new Error("every saucer has a colour");
  return colour;
}
function heldBy(state, seat) {
  const { pile } = handOf(state, seat);
  return pile === 0 ? [] : pileOf(state, pile).cards;
}
function legalMoves(state, seat) {
  if (state.phase.kind === "over" || !mayAct(state, seat)) return [];
  return candidates(state, seat).filter((move) => refusal(state, seat, move) === void 0);
}
function candidates(state, seat) {
  const { phase } = state;
  switch (phase.kind) {
    case "taking":
      return state.piles.map((_, index) => takePile(index + 1));
    case "choosing":
      return heldBy(state, seat).toSorted().map(chooseCard);
    case "hiding":
      return [
        ...cityOf(state, seat).temples.map(({ card }) => card).toSorted().map(hideUnder),
        SHOW
      ];
    case "capturing":
      return captives(state, phase).toSorted().map((card) => captureFrom(phase.victim, card));
    case "over":
      return [];
  }
}
function fallback(state, seat) {
  return state.phase.kind === "choosing" ? chooseCard(at(heldBy(state, seat), 0)) : at(legalMoves(state, seat), 0);
}

// rules/src/space-aztecs/play/revealing.ts
function revealNext(state, story) {
  const [play2, ...announced] = state.announced;
  if (play2 === void 0) return endRound(state, story);
  story.push({ kind: "revealed", seat: play2.seat, card: play2.card });
  return resolve({ ...state, announced }, play2, story);
}
function resolve(state, { seat, card: id }, story) {
  const card = cardOf(id);
  const city = cityOf(state, seat);
  switch (card.kind) {
    case "aztec":
      return welcome(state, { seat, card }, story);
    case "temple":
      return gather(state, { seat, temple: id }, story);
    case "saucer": {
      const landed = withCity(state, seat, withSaucer(city, id, []));
      return captureNext(landed, { seat, victims: clockwise(landed, seat).slice(1) }, story);
    }
    case "codex":
      return revealNext(withCity(state, seat, withCodex(city, id)), story);
  }
}
function welcome(state, { seat, card }, story) {
  if (mayShelter(cityOf(state, seat), card, state.options))
    return { ...state, phase: { kind: "hiding", seat, card: card.id } };
  return revealNext(show(state, seat, card.id), story);
}
var show = (state, seat, card) => withCity(state, seat, withVisible(cityOf(state, seat), card));
function hide(state, { seat, temple, card }, story) {
  story.push({ kind: "sheltered", seat, temple, aztecs: [card] });
  return withCity(state, seat, withSheltered(cityOf(state, seat), temple, card));
}
function gather(state, { seat, temple }, story) {
  const city = withTemple(cityOf(state, seat), temple);
  const aztecs = city.temples.at(-1)?.aztecs ?? [];
  if (aztecs.length > 0) story.push({ kind: "sheltered", seat, temple, aztecs });
  return revealNext(withCity(state, seat, city), story);
}
function captureNext(state, { seat, victims: [victim, ...rest] }, story) {
  if (victim === void 0) return revealNext(state, story);
  const choices = captives(state, { seat, victim });
  if (choices.length > 1) return { ...state, phase: { kind: "capturing", seat, victim } };
  const [card] = choices;
  const next = card === void 0 ? state : take(state, { seat, victim, card }, story);
  return captureNext(next, { seat, victims: rest }, story);
}
function capture(state, { seat, victim, card }, story) {
  const order = clockwise(state, seat);
  const victims = order.slice(order.indexOf(victim) + 1);
  return captureNext(take(state, { seat, victim, card }, story), { seat, victims }, story);
}
function take(state, { seat, victim, card }, story) {
  const { saucers } = cityOf(state, seat);
  const saucer = at(saucers, saucers.length - 1);
  story.push({ kind: "captured", seat, saucer: saucer.card, victim, card });
  const robbed = withCity(state, victim, withoutVisible(cityOf(state, victim), card));
  const captured = [...saucer.captured, card];
  return withCity(robbed, seat, { saucers: saucers.with(-1, { ...saucer, captured }) });
}
function closeChoices(state, story) {
  return toMove(state).length === 0 ? announce(state, story) : state;
}
function announce(state, story) {
  const plays = present(state).map((seat) => playOf(state, seat));
  story.push({ kind: "announced", times: plays.map(({ seat, card }) => ({ seat, time: timeOf({ card }) })) });
  const starter = earliest(state, plays);
  if (starter !== state.starter) story.push({ kind: "started", seat: starter });
  const returned = { ...plays.reduce(returnPile, state), starter };
  return revealNext({ ...returned, announced: inOrder(returned, plays) }, story);
}
function playOf(state, seat) {
  const { pile, chosen } = handOf(state, seat);
  return { seat, card: chosen, pile };
}
var timeOf = ({ card }) => cardOf(card).time;
var inTurn = (state, plays) => clockwise(state, state.starter).flatMap((seat) => plays.filter((play2) => play2.seat === seat));
function earliest(state, plays) {
  const [first, ...others] = inTurn(state, plays);
  if (first === void 0) throw new Error("no seat has chosen");
  return others.reduce((best, play2) => timeOf(play2) < timeOf(best) ? play2 : best, first).seat;
}
function inOrder(state, plays) {
  if (state.options.revealOrder === "clockwise") return inTurn(state, plays);
  return inTurn(state, plays).toSorted((a, b) => Number(timeOf(a) > timeOf(b)) - Number(timeOf(a) < timeOf(b)));
}
function returnPile(state, { seat, pile, card }) {
  const cards = without(pileOf(state, pile).cards, card);
  const { memory } = handOf(state, seat);
  const remembered2 = memory.length === 0 ? memory : memory.with(pile - 1, cards);
  return withHand(withPile(state, pile, { cards }), seat, { pile: 0, chosen: "", memory: remembered2 });
}
var EMPTY_PILES = 2;
var saucerLimit = (seats) => seats > 4 ? 9 : 7;
var saucersIn = ({ cities }) => cities.reduce((sum, { saucers }) => sum + saucers.length, 0);
function endFlag(state) {
  if (state.piles.filter(({ cards }) => cards.length === 0).length >= EMPTY_PILES) return "piles-empty";
  return saucersIn(state) >= saucerLimit(state.cities.length) ? "saucers-landed" : void 0;
}
function endRound(state, story) {
  story.push({ kind: "round-ended", round: state.round });
  const reason = endFlag(state);
  return reason === void 0 ? nextTaker({ ...state, round: state.round + 1 }) : end(state, reason, story);
}
function end(state, reason, story) {
  story.push({ kind: "ended", reason });
  return { ...state, phase: { kind: "over", reason } };
}
function nextTaker(state) {
  const seat = clockwise(state, state.starter).find((other) => isHere(state, other) && handOf(state, other).pile === 0);
  return { ...state, phase: seat === void 0 ? { kind: "choosing" } : { kind: "taking", seat } };
}

// rules/src/space-aztecs/view.ts
function view(state, viewer) {
  const { piles } = state;
  const hand = typeof viewer === "number" ? state.hands[viewer] : void 0;
  const isOpen = (index) => viewer === "all" || hand?.pile === index + 1;
  return {
    ...openPart(state),
    piles: piles.map((pile, index) => pileView(pile, index, isOpen(index))),
    chosen: hand?.chosen ?? "",
    log: logView(piles, hand?.memory ?? [])
  };
}
var openPart = rememberedLast((state) => {
  const { phase, round, starter, removed, cities, piles } = state;
  return {
    phase: phase.kind,
    turn: "seat" in phase ? phase.seat : starter,
    round,
    starter,
    removed,
    saucers: saucersIn(state),
    saucerLimit: saucerLimit(cities.length),
    sets: SETS[removed],
    piles: piles.map((pile, index) => pileView(pile, index, false)),
    cities: cityViews(state),
    card: cardBefore(state),
    victim: phase.kind === "capturing" ? phase.victim : 0
  };
});
var setsWithout = (removed) => COLOURS.map((colour) => ({ colour, name: SET_NAMES[colour], inGame: colour !== removed }));
var SETS = Object.fromEntries(
  [...COLOURS, "none"].map((removed) => [removed, setsWithout(removed)])
);
var pileView = (pile, index, isOpen) => PILES[index]?.[isOpen ? "open" : "closed"](pile) ?? { name: "", size: 0, cards: [] };
var PILES = PLACE_NAMES.map((name) => ({
  open: remembered(({ cards }) => ({ name, size: cards.length, cards })),
  closed: remembered(({ cards }) => ({ name, size: cards.length, cards: [] }))
}));
function cityViews({ cities, hands, announced, removed }) {
  const scores = scoresOf(cities, removed);
  return cities.map((city, seat) => {
    const play2 = announced.find((one) => one.seat === seat);
    const time = play2 === void 0 ? "" : cardOf(play2.card).time;
    return cityView(city, { pile: hands[seat]?.pile ?? 0, time, score: totalOf(scores[seat] ?? []) });
  });
}
var known2 = /* @__PURE__ */ new WeakMap();
function cityView(city, { pile, time, score }) {
  const last = known2.get(city);
  if (last?.pile === pile && last.time === time && last.score === score) return last;
  const { visible, temples, codices, saucers, isHere: here } = city;
  const made = { pile, time, visible, temples, codices, saucers, score, here };
  known2.set(city, made);
  return made;
}
function cardBefore({ phase, cities }) {
  if (phase.kind === "hiding") return phase.card;
  return phase.kind === "capturing" ? lastOf(cities[phase.seat])?.card ?? "" : "";
}
var lastOf = (city) => city?.saucers.at(-1);
function logView(piles, memory) {
  return memory.map((cards, index) => ({
    cards,
    gone: cards.length === 0 ? 0 : cards.length - (piles[index]?.cards.length ?? 0)
  }));
}
var viewEvent = (event, viewer) => event.kind === "chose" && viewer !== event.seat && viewer !== "all" ? void 0 : event;

// rules/src/space-aztecs/index.ts
var spaceAztecs = {
  id: "space-aztecs",
  rulesVersion: 1,
  seats: [2, 6],
  usualSeats: 4,
  presets: PRESETS,
  options: OPTIONS,
  cards: CARD_WORDS,
  setup,
  optionAmiss,
  toMove,
  refusal,
  legalMoves,
  apply,
  fallback,
  leave,
  reshuffle,
  view,
  viewEvent,
  parts,
  result,
  parse,
  format
};
function result(state) {
  const { phase } = state;
  if (phase.kind !== "over") return void 0;
  const standings = standingsOf(state);
  const winners = standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
  const { reason } = phase;
  if (reason === "retired") return { result: "forfeit", winners, standings, reason };
  return { result: winners.length > 1 ? "draw" : "win", winners, standings, reason };
}
function standingsOf(state) {
  const scores = scoresOf(state.cities, state.removed);
  const ranked = clockwise(state, 0).map((seat) => {
    const lines = scores[seat] ?? [];
    return { seat, lines, rank: rankOf(state, cityOf(state, seat), totalOf(lines)) };
  });
  return ranked.toSorted((a, b) => compare(b.rank, a.rank) || a.seat - b.seat).map(({ seat, lines, rank }) => {
    const place = 1 + ranked.filter((other) => compare(other.rank, rank) > 0).length;
    return standing(seat, place, lines);
  });
}
function rankOf({ options }, city, total) {
  if (!city.isHere) return [0];
  return options.tieBreak === "shared" ? [1, total] : [1, total, ...tieBreaksOf(city)];
}
function compare(a, b) {
  const index = a.findIndex((n, i) => n !== b[i]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}
var standing = (seat, place, lines) => ({
  seat,
  place,
  score: totalOf(lines),
  breakdown: Object.fromEntries(lines)
});
function leave(state, seat) {
  if (state.phase.kind === "over" || !isHere(state, seat)) return { ok: true, state, events: [] };
  const story = [{ kind: "retired", seat }];
  const gone = returnHeld(withCity(state, seat, { isHere: false }), seat, story);
  return { ok: true, state: goOn(gone, seat, story), events: story };
}
function returnHeld(state, seat, story) {
  const play2 = state.announced.find((one) => one.seat === seat);
  const { pile } = handOf(state, seat);
  if (play2 === void 0 && pile === 0) return state;
  story.push({ kind: "returned", seat, pile: play2?.pile ?? pile });
  return play2 === void 0 ? withHand(state, seat, { pile: 0, chosen: "" }) : unannounced(state, play2);
}
var unannounced = (state, play2) => ({
  ...putBack(state, play2.pile, play2.card),
  announced: state.announced.filter((one) => one !== play2)
});
function goOn(state, seat, story) {
  const { phase } = state;
  if (present(state).length === 1) return end(tidied(state), "retired", story);
  switch (phase.kind) {
    case "taking":
      return nextTaker(state);
    case "choosing":
      return closeChoices(state, story);
    case "hiding":
      return phase.seat === seat ? revealNext(show(state, seat, phase.card), story) : state;
    case "capturing":
      return phase.seat === seat ? revealNext(state, story) : state;
    case "over":
      return state;
  }
}
function tidied(state) {
  const shown = state.phase.kind === "hiding" ? show(state, state.phase.seat, state.phase.card) : state;
  return present(shown).reduce((next, seat) => withHand(next, seat, { pile: 0, chosen: "" }), shown);
}
var MOST_SEATS_WITHOUT_A_SET = 4;
var EMPTY_CITY = { visible: [], temples: [], codices: [], saucers: [], isHere: true };
function setup(options, seats, chance) {
  const removed = removedFor(options, seats, chance);
  const deck = chance.shuffle(dealt({ removed, codex: options.codex }));
  const starter = namedStarter(options, seats) ?? chance.pick(SEATS.slice(0, seats));
  return nextTaker({
    options,
    removed,
    round: 1,
    starter,
    piles: pilesOf(deck),
    announced: [],
    phase: { kind: "choosing" },
    cities: Array.from({ length: seats }, () => EMPTY_CITY),
    hands: Array.from({ length: seats }, () => emptyHand(options))
  });
}
function namedStarter({ startPlayer }, seats) {
  if (startPlayer === "host") return 0;
  return SEATS.slice(0, seats).find((seat) => startPlayer === `seat-${seat}`);
}
function optionAmiss({ startPlayer }, seats) {
  const isNamed = startPlayer !== "random" && startPlayer !== "host";
  return isNamed && namedStarter({ startPlayer }, seats) === void 0 ? "startPlayer" : void 0;
}
function removedFor({ removedSet }, seats, chance) {
  if (seats > MOST_SEATS_WITHOUT_A_SET) return "none";
  return removedSet === "random" ? chance.pick(COLOURS) : removedSet;
}
var emptyHand = ({ memoryAid }) => ({
  pile: 0,
  chosen: "",
  memory: memoryAid === "ownLog" ? PLACES.map(() => []) : []
});
function pilesOf(deck) {
  const cardsOf = (pile) => deck.filter((_, index) => index % PLACES.length === pile);
  return PLACES.map((_, pile) => ({ cards: byTime(cardsOf(pile)), isSeen: false }));
}
function reshuffle(state, chance) {
  const unseen = state.piles.filter(({ isSeen }) => !isSeen);
  const cards = chance.shuffle(unseen.flatMap((pile) => pile.cards));
  const starts = unseen.map((_, index) => unseen.slice(0, index).reduce((sum, pile) => sum + pile.cards.length, 0));
  const redealt = (pile) => {
    const start = at(starts, unseen.indexOf(pile));
    return { ...pile, cards: byTime(cards.slice(start, start + pile.cards.length)) };
  };
  return { ...state, piles: state.piles.map((pile) => pile.isSeen ? pile : redealt(pile)) };
}
function apply(state, seat, move) {
  const reason = refusal(state, seat, move);
  if (reason) return { ok: false, reason };
  const story = [];
  return { ok: true, state: play(state, { seat, move }, story), events: story };
}
function play(state, { seat, move }, story) {
  switch (move.kind) {
    case "take":
      return take2(state, { seat, pile: move.pile }, story);
    case "choose":
      story.push({ kind: "chose", seat, card: move.card });
      return closeChoices(withHand(state, seat, { chosen: move.card }), story);
    case "hide":
      return revealNext(hide(state, { seat, temple: move.temple, card: revealedIn(state) }, story), story);
    case "show":
      return revealNext(show(state, seat, revealedIn(state)), story);
    case "capture":
      return capture(state, { seat, victim: move.seat, card: move.card }, story);
  }
}
function take2(state, { seat, pile }, story) {
  story.push({ kind: "took", seat, pile });
  return nextTaker(withHand(withPile(state, pile, { isSeen: true }), seat, { pile }));
}
function revealedIn({ phase }) {
  if (phase.kind !== "hiding") throw new Error("no Aztec stands before a temple");
  return phase.card;
}
export {
  spaceAztecs as game
};
