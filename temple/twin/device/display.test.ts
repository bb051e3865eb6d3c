import {
  type Ack,
  type BeadReason,
  type BeadVerdict,
  type BridgeStatus,
  type MatchTold,
  SLOTS,
  type Tally,
} from '@flower-war/protocol/temple';
import { describe, expect, test } from 'vitest';
import { BUILD, type Device, newDevice, type ReceivedTopic } from './device.ts';
import { type Display, displayOf, type Light, type SlotLight } from './display.ts';
import { seeded } from './seededRandom.ts';
import { advance, dropInto, happen, newSimulation, type Simulation } from './simulation.ts';

const random = seeded(4);
const epochOf = ({ power }: Device) => (power.kind === 'on' ? power.ram.kept.epoch : 0);
const none: Tally = { war: 0, rain: 0 };

/** A connected device that has counted one bead for war. */
function temple(): {
  simulation: Simulation;
  at: number;
  hear: (name: ReceivedTopic, content: object) => void;
  seen: (later?: number) => Display;
} {
  let simulation = newSimulation(newDevice({ ...BUILD, id: 'templo-7f3a' }));
  const at = 11_000;
  simulation = happen(simulation, { kind: 'power-on' }, { at: 0, random }).simulation;
  simulation = happen(simulation, { kind: 'connected' }, { at: 10_000, random }).simulation;
  simulation = advance(dropInto(simulation, { kind: 'clean', slot: 'war', at: 10_500 }, random), at, random).simulation;
  const hear = (name: ReceivedTopic, content: object) => {
    const message = { kind: 'message', name, text: JSON.stringify(content), isRetained: false } as const;
    simulation = happen(simulation, message, { at, random }).simulation;
  };
  return {
    get simulation() {
      return simulation;
    },
    at,
    hear,
    seen: (later = 0) => displayOf(advance(simulation, at + later, random).simulation.device, at + later),
  };
}

const bridge: BridgeStatus = { state: 'online', proto: [1], version: '1.0.0', instance: 'b1' };
const match: MatchTold = {
  v: 1,
  rev: 1,
  ttl: 60,
  match: 'K7Q42M',
  phase: 'offer',
  yourTurn: true,
  counts: { war: 3, rain: 2 },
  turn: { seat: 0, name: 'Itzel' },
  mayOffer: { war: true, rain: false },
  deadlineMs: 20_000,
};

function ackFor(device: Device, verdict: BeadVerdict, why: BeadReason): Ack {
  const one: Tally = { war: 1, rain: 0 };
  const judged = { applied: none, held: none, refused: none, [verdict]: one };
  const last = { slot: 'war', ordinal: 1, verdict, why } as const;
  return { v: 1, rev: 1, epoch: epochOf(device), through: one, sensed: one, ...judged, last };
}

describe('what a person sees of a temple', () => {
  test('a bead is in flight until somebody says that it was seen', () => {
    const { seen } = temple();
    expect(seen()).toMatchObject({
      lights: 'in-flight',
      slots: { war: { light: 'in-flight', counted: 1, inFlight: 1 } },
    });
    expect(seen(10_000)).toMatchObject({ lights: 'unheard', slots: { war: { inFlight: 1 } } });
  });

  test('an ack of another epoch says nothing of this bead', () => {
    const { simulation, hear, seen } = temple();
    hear('ack', { ...ackFor(simulation.device, 'applied', 'ok'), epoch: 5 });
    expect(seen().slots.war.inFlight).toBe(1);
  });

  test.each<[BeadVerdict, BeadReason, Light, SlotLight, SlotLight]>([
    ['applied', 'ok', 'accepted', 'accepted', 'offer'],
    ['held', 'not-your-turn', 'held', 'held', 'held'],
    ['refused', 'no-skulls', 'refused', 'refused', 'offer'],
  ])(
    'a bead that is %s (%s) shows as %s for four seconds, its slot %s and then %s',
    (verdict, why, lights, first, then) => {
      const { simulation, hear, seen } = temple();
      hear('bridge', bridge);
      hear('match', match);
      hear('ack', ackFor(simulation.device, verdict, why));
      expect(seen()).toMatchObject({ lights, slots: { war: { light: first, inFlight: 0, [verdict]: 1 } } });
      expect(seen(3999).lights).toBe(lights);
      expect(seen(4000)).toMatchObject({ lights: 'turn', slots: { war: { light: then }, rain: { light: 'off' } } });
    },
  );

  test('a verdict goes on showing when the next owner has an empty ledger, and when the same is told again', () => {
    const { simulation, hear, seen } = temple();
    hear('bridge', bridge);
    hear('match', match);
    const refused = ackFor(simulation.device, 'refused', 'unpaired');
    hear('ack', refused);
    hear('ack', refused);
    expect(seen()).toMatchObject({ lights: 'refused', slots: { war: { light: 'refused' } } });
    const { last: _, ...empty } = { ...refused, rev: 2, sensed: none, refused: none };
    hear('ack', empty);
    expect(seen(3999)).toMatchObject({ lights: 'refused', slots: { war: { light: 'refused' } } });
    expect(seen(4000)).toMatchObject({ lights: 'turn', slots: { war: { light: 'offer' } } });
  });

  test('an ack of a bead from before this start lights nothing', () => {
    const { simulation, seen, hear } = temple();
    expect(seen().slots.war.inFlight).toBe(1);
    const ack = ackFor(simulation.device, 'refused', 'match-over');
    hear('ack', { ...ack, last: { ...ack.last, ordinal: 7 } });
    expect(seen()).toMatchObject({ lights: 'unheard', slots: { war: { light: 'off', refused: 1 } } });
  });

  test.each<[string, Partial<MatchTold>, Light]>([
    ['my turn', {}, 'turn'],
    ['my turn, but no time for offerings', { mayOffer: { war: false, rain: false } }, 'rest'],
    ["another's turn", { yourTurn: false }, 'rest'],
    [
      "another's turn near the end",
      { yourTurn: false, apocalypse: { ending: 'flood', left: 2, of: 13, forestalled: true } },
      'countdown',
    ],
  ])('%s: %s', (_, changed, lights) => {
    const { simulation, hear, seen } = temple();
    hear('bridge', bridge);
    hear('match', { ...match, ...changed });
    hear('ack', ackFor(simulation.device, 'applied', 'ok'));
    expect(seen(5000).lights).toBe(lights);
  });

  test('the time for the turn runs out by itself', () => {
    const { hear, seen } = temple();
    hear('match', match);
    expect(seen(5000).deadlineMs).toBe(15_000);
    expect(seen(50_000).deadlineMs).toBe(0);
  });

  test.each<[string, (hear: (name: ReceivedTopic, content: object) => void) => void, number]>([
    ['the bridge has gone', (hear) => hear('bridge', { ...bridge, state: 'offline' }), 5000],
    ['what was said of a match is too old', () => {}, 61_000],
  ])('the gods do not answer when %s, and it is dim', (_, happens, later) => {
    const { hear, seen } = temple();
    hear('bridge', bridge);
    hear('match', match);
    expect(seen(5000)).toMatchObject({ gods: 'answer', light: 60 });
    happens(hear);
    expect(seen(later)).toMatchObject({ gods: 'silent', lights: 'unheard', light: 12 });
    expect(SLOTS.map((slot) => seen(later).slots[slot].mayOffer)).toEqual([false, false]);
  });

  test('says where it is, and shows a code, for as long as it was asked to', () => {
    const { hear, seen } = temple();
    hear('cmd', { op: 'identify', transaction: 'a' });
    hear('cmd', { op: 'show_code', transaction: 'b', code: 'K7Q42M', time: 30 });
    expect(seen(9999)).toMatchObject({ lights: 'identify', isIdentifying: true, code: 'K7Q42M' });
    expect(seen(10_000).lights).not.toBe('identify');
    expect(seen(30_000).code).toBeUndefined();
  });

  test('something that sticks in a slot is shown after three seconds', () => {
    const { simulation, at } = temple();
    const edge = { slot: 'rain', at, isDark: true } as const;
    const { device } = happen(simulation, { kind: 'edge', edge }, { at, random }).simulation;
    expect(displayOf(device, at + 2999).lights).toBe('in-flight');
    expect(displayOf(device, at + 3000).lights).toBe('blocked');
  });

  test('nothing without power', () => {
    const { simulation, at } = temple();
    const { device } = happen(simulation, { kind: 'power-off', isTorn: false }, { at, random }).simulation;
    expect(displayOf(device, at)).toMatchObject({ power: 'off', lights: undefined, gods: 'silent', light: 0 });
  });
});
