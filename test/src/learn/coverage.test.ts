/** Each rule of each rulebook is shown by a lesson, or by an example beside one. */
import { gameById, playStep, type Step, scriptedChance } from '@flower-war/rules';
import { COURSES, loadCourse, loadExamples } from '@flower-war/rules/courses';
import type { Scene } from '@flower-war/rules/lesson';
import { ruleOf, ruleOfEvent } from '@flower-war/words';
import { wordsFor } from '@flower-war/words/all';
import { rulebook } from '@flower-war/words/rulebook';
import { describe, expect, test } from 'vitest';

interface Claim {
  readonly rule: string;
  /** The lesson or the example that is said to show it. */
  readonly by: string;
  readonly scene: Scene;
}

const courses = await Promise.all(
  COURSES.map(async (id) => ({ ...(await loadCourse(id)), examples: await loadExamples(id) })),
);

const claims = courses.flatMap(({ id, game, lessons, examples }) =>
  lessons.flatMap((lesson): readonly (Claim & { readonly game: string })[] => [
    ...lesson.rules.map((rule) => ({ game, rule, by: `${id} ${lesson.id}`, scene: lesson })),
    ...Object.entries(lesson.more).map(([rule, by]) => ({ game, rule, by, scene: sceneNamed(examples, by) })),
  ]),
);

function sceneNamed(examples: Readonly<Record<string, Scene>>, name: string): Scene {
  const scene = examples[name];
  if (scene === undefined) throw new Error(`there is no example ${name}`);
  return scene;
}

interface Shown {
  /** The rules behind its events. */
  readonly byEvents: readonly string[];
  /** The rules behind what is refused in it. */
  readonly byRefusals: readonly string[];
}

/** What a scene shows. It throws if the rules play it otherwise. */
function shownBy(id: string, { given, luck, steps }: Scene): Shown {
  const game = gameById(id);
  if (game === undefined) throw new Error(`there is no game ${id}`);
  const chance = scriptedChance(luck);
  const [byEvents, byRefusals]: [string[], string[]] = [[], []];
  let state = given;
  for (const { refused, ...step } of steps) {
    const played = playStep(game, state, { step: step as Step, chance });
    expect(played.ok ? undefined : played.reason).toBe(refused);
    if (played.ok) {
      state = played.state;
      byEvents.push(...played.events.flatMap(({ kind }: { readonly kind: string }) => ruleOfEvent(id, kind) ?? []));
    } else byRefusals.push(ruleOf(id, played.reason) ?? '');
  }
  expect(chance.rest()).toEqual([]);
  return { byEvents, byRefusals };
}

/** The book also lists its editions and options, which are not rules. */
const isRule = (anchor: string): boolean => !/^(edition|option)-/.test(anchor);

describe.each([...new Set(courses.map(({ game }) => game))])('%s', (game) => {
  const own = claims.filter((claim) => claim.game === game);
  const anchors = rulebook(wordsFor('en'), game).chapters.flatMap(({ rules }) =>
    rules.map(({ anchor }) => anchor).filter(isRule),
  );
  const without = courses.filter((course) => course.game === game).flatMap((course) => Object.keys(course.without));

  test('each rule is shown, or stands in the list of those that are not', () => {
    const claimed = new Set(own.map(({ rule }) => rule));
    expect(anchors.filter((anchor) => !claimed.has(anchor)).toSorted()).toEqual(without.toSorted());
    expect([...claimed].filter((rule) => !anchors.includes(rule))).toEqual([]);
  });

  // Of a rule that no event tells, only a person can say where it is shown.
  test('a rule that events tell is told by an event of what is said to show it', () => {
    const shown = own.map((claim) => ({ ...claim, ...shownBy(game, claim.scene) }));
    const eventful = new Set(shown.flatMap(({ byEvents }) => byEvents));
    const empty = shown.filter(
      ({ rule, byEvents, byRefusals }) => eventful.has(rule) && ![...byEvents, ...byRefusals].includes(rule),
    );
    expect(empty.map(({ rule, by }) => `${rule}: ${by}`)).toEqual([]);
  });
});
