import { isCourse, loadCourse } from '@flower-war/rules/courses';

/** Of the first of these editions that has a course. A lesson whose moves show a rule goes before one that tells of it. */
export async function lessonsAbout(editions: readonly string[], rules: readonly string[]) {
  const course = editions.find(isCourse);
  if (course === undefined) return undefined;
  const { lessons } = await loadCourse(course);
  const shows = rules.map((rule) => lessons.find((lesson) => lesson.rules.includes(rule)));
  const tells = rules.map((rule) => lessons.find(({ more }) => Object.hasOwn(more, rule)));
  return { course, lesson: [...shows, ...tells].find((lesson) => lesson !== undefined) };
}
