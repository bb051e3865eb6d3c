/** The courses, each loaded alone. `npm run docs` makes them of rules/lessons. */
import type { Course, Scene } from './lesson.ts';

interface Loads {
  readonly course: () => Promise<{ readonly default: unknown }>;
  readonly examples: () => Promise<{ readonly default: unknown }>;
}

const LOADS = {
  'flower-war': {
    course: () => import('./made/flower-war.json', { with: { type: 'json' } }),
    examples: () => import('./made/flower-war.examples.json', { with: { type: 'json' } }),
  },
  mexica: {
    course: () => import('./made/mexica.json', { with: { type: 'json' } }),
    examples: () => import('./made/mexica.examples.json', { with: { type: 'json' } }),
  },
  'flower-war-early': {
    course: () => import('./made/flower-war-early.json', { with: { type: 'json' } }),
    examples: () => import('./made/flower-war-early.examples.json', { with: { type: 'json' } }),
  },
  'space-aztecs': {
    course: () => import('./made/space-aztecs.json', { with: { type: 'json' } }),
    examples: () => import('./made/space-aztecs.examples.json', { with: { type: 'json' } }),
  },
  tieqchieq: {
    course: () => import('./made/tieqchieq.json', { with: { type: 'json' } }),
    examples: () => import('./made/tieqchieq.examples.json', { with: { type: 'json' } }),
  },
} as const satisfies Readonly<Record<string, Loads>>;

export type CourseId = keyof typeof LOADS;
export const COURSES = Object.keys(LOADS) as readonly CourseId[];

export const isCourse = (id: string): id is CourseId => Object.hasOwn(LOADS, id);

export const loadCourse = async (id: CourseId): Promise<Course> => (await LOADS[id].course()).default as Course;

/** The examples of a course, by their ids. */
export const loadExamples = async (id: CourseId): Promise<Readonly<Record<string, Scene>>> =>
  (await LOADS[id].examples()).default as unknown as Readonly<Record<string, Scene>>;
