import { describe, expect, test } from 'vitest';
import { fastChance } from '../contract/chance.ts';
import { type Seat, SEATS, type Viewer } from '../contract/game.ts';
import { deepEqual } from '../json.ts';
import type { Event } from '../ring/model/event.ts';
import { flowerWar } from './index.ts';
import { kindOf, MATCHES } from './matches.fixture.ts';
import type { FlowerTable } from './table.ts';

describe('hidden windows', () => {
  const viewers = (seats: number): readonly Viewer[] => [...SEATS.slice(0, seats), 'spectator'];

  test('while one is open nothing is told, and who is not asked sees what it saw before', () => {
    let open = 0;
    for (const { seats, stretches } of MATCHES)
      for (const { before, steps } of stretches) {
        const seen = new Map<Viewer, unknown>(viewers(seats).map((viewer) => [viewer, flowerWar.view(before, viewer)]));
        for (const { after, events } of steps) {
          if (flowerWar.windows.open(after) === undefined) continue;
          open++;
          expect(events).toEqual([]);
          for (const seat of flowerWar.toMove(after)) seen.set(seat, flowerWar.view(after, seat));
          for (const viewer of viewers(seats))
            expect(deepEqual(flowerWar.view(after, viewer), seen.get(viewer)), `${viewer}`).toBe(true);
        }
      }
    expect(open).toBeGreaterThan(300);
  });

  test('who leaves while one is open, unasked, is told of when it has closed', () => {
    const hidden = MATCHES.flatMap(({ steps }) => steps.filter(({ after }) => after.hidden !== undefined));
    for (const { after } of hidden.slice(0, 300)) {
      const [asked] = flowerWar.toMove(after);
      const leaver = after.tribes.findIndex((_, seat) => seat !== asked) as Seat;
      const left = flowerWar.leave(after, leaver, fastChance(1));
      expect(left.events).toEqual([]);
      for (const viewer of viewers(after.tribes.length))
        expect(deepEqual(flowerWar.view(left.state, viewer), flowerWar.view(after, viewer)), `${viewer}`).toBe(true);
    }
    expect(hidden.length).toBeGreaterThan(300);
  });

  test('a state in which none is open hides nothing, and one in which one is open does', () => {
    for (const { steps } of MATCHES)
      for (const { after } of steps)
        expect(Object.hasOwn(after, 'hidden')).toBe(flowerWar.windows.open(after) !== undefined);
  });
});

describe('events', () => {
  test('they account for every skull, step, disc and card', () => {
    for (const { before, after, events } of MATCHES.flatMap(({ stretches }) => stretches)) {
      const told = { ...summary(before), skulls: new Map(skullsOf(before)) };
      for (const event of events) retell(told, event);
      const [story, truth] = [
        { ...told, skulls: [...told.skulls] },
        { ...summary(after), skulls: skullsOf(after) },
      ];
      if (!deepEqual(story, truth)) expect(story).toEqual(truth);
    }
  });

  test('[C4.4, C8] who is told to have won a battle has the higher total, and Cortes takes and gives as he lost or won', () => {
    let battles = 0;
    for (const { stretches } of MATCHES) {
      let attacker: Seat | 'cortes' = 0;
      for (const { events } of stretches)
        for (const event of events) {
          if (event.kind === 'battle-rolled') attacker = event.attacker;
          if (event.kind === 'battle-tied') expect(event.totals[0]).toBe(event.totals[1]);
          if (event.kind !== 'battle-won') continue;
          battles++;
          const [attack = 0, defence = 0] = event.totals;
          if (attack !== defence) expect(event.winner === attacker).toBe(attack > defence);
          const spoils = events.filter(kindOf('skulls')).filter(({ why }) => why === 'invasion');
          if (event.winner === 'cortes') expect(spoils.every(({ to }) => to === 'out')).toBe(true);
          if (event.loser === 'cortes') expect(spoils.every(({ to }) => to !== 'out')).toBe(true);
        }
    }
    expect(battles).toBeGreaterThan(300);
  });

  test('[C6] the countdown says how much is left, and when the last round begins', () => {
    const ticks = MATCHES.flatMap(({ stretches }) =>
      stretches.flatMap(({ after, events }) => events.filter(kindOf('countdown')).map((event) => ({ after, event }))),
    );
    expect(ticks.length).toBeGreaterThan(100);
    for (const { after, event } of ticks) {
      const track = after.apocalypse.kind === 'counting' ? after.apocalypse.track : 0;
      expect([event.left, event.isLast]).toEqual([after.options.countdown - track, event.left === 1]);
    }
  });
});

type Zone = Extract<Event, { kind: 'skulls' }>['from'];

/** Every place that can hold skulls, with their number. */
function skullsOf({ tribes, days, pool, out, lake }: FlowerTable): readonly (readonly [string, number])[] {
  return [
    ...tribes.map(({ skulls }, seat) => [nameOf({ seat: SEATS[seat]! }), skulls] as const),
    ...days.map((n, index) => [nameOf({ day: index + 1 }), n] as const),
    ['pool', pool] as const,
    ['out', out] as const,
    ...(['war', 'rain'] as const).map((god) => [nameOf({ lake: god }), lake[god]] as const),
  ];
}

const nameOf = (zone: Zone): string => (typeof zone === 'string' ? zone : JSON.stringify(zone));

function summary({ tribes, discs, tally }: FlowerTable) {
  const hands = tribes.map(({ hand }) => hand.length);
  return { days: tribes.map(({ day }) => day), hands, discs: [...discs], tally: { ...tally } };
}

type Retold = ReturnType<typeof summary> & { readonly skulls: Map<string, number> };

function retell(told: Retold, event: Event): void {
  const { days, hands, discs, skulls } = told;
  switch (event.kind) {
    case 'moved':
      days[event.seat] = event.to;
      break;
    case 'skulls':
      for (const [zone, n] of [[event.from, -event.n] as const, [event.to, event.n] as const])
        skulls.set(nameOf(zone), skulls.get(nameOf(zone))! + n);
      if (typeof event.to === 'object' && 'lake' in event.to) told.tally[event.to.lake] += event.n;
      break;
    case 'disc-taken':
      discs[event.day - 1] = event.seat;
      break;
    case 'sacrificed':
      expect(told.tally[event.god]).toBe(event.tally);
      break;
    case 'card-offered':
      told.tally[event.god] += 1;
      hands[event.seat]! -= 1;
      break;
    case 'card-drawn':
    case 'card-taken':
      hands[event.seat]! += 1;
      break;
    case 'card-played':
    case 'card-discarded':
      hands[event.seat]! -= 1;
      break;
    case 'card-given':
      hands[event.from]! -= 1;
      hands[event.to]! += 1;
      break;
    default:
  }
}
