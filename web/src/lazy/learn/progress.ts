import { type Setting, setting } from '../../app/setting.ts';

/** The lessons that this browser's person has done, each with its course. */
export const DONE: Setting<readonly string[]> = setting('flower-war-lessons', {
  read: (text = ''): readonly string[] => text.split(' ').filter(Boolean),
  write: (lessons) => lessons.join(' '),
});

export const doneName = (course: string, lesson: string): string => `${course}/${lesson}`;

export function noteDone(course: string, lesson: string): void {
  const name = doneName(course, lesson);
  if (!DONE.value().includes(name)) DONE.choose([...DONE.value(), name]);
}
