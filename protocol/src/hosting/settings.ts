/** Reads the settings of a program from its environment: once, frozen, with a clear message for each bad value. */
import * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

export class BadConfig extends Error {}

/** An empty value counts as absent. `secret` names the settings whose values no message ever shows. */
export function readSettings<T extends z.ZodObject>(
  settings: T,
  environment: Environment,
  secret: readonly string[] = [],
): Readonly<z.infer<T>> {
  const given = Object.fromEntries(
    Object.keys(settings.shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = settings.safeParse(given);
  if (parsed.success) return Object.freeze(parsed.data);
  const lines = parsed.error.issues.map(({ path: [key], message }) => {
    const name = String(key);
    const isHidden = secret.includes(name) && given[name] !== undefined;
    return `  ${name}=${isHidden ? '(hidden)' : (given[name] ?? '')}: ${message}`;
  });
  throw new BadConfig(`These settings cannot be used; correct or unset them:\n${lines.join('\n')}`);
}

/** One line for each setting, with its meaning and default, for `--help` and the documentation. */
export function describeSettings(settings: z.ZodObject, width = 20): string {
  const { properties = {} } = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(properties).map(([name, property]) => {
    const { description, default: fallback } = property as { description?: string; default?: unknown };
    return `  ${name.padEnd(width)} ${description ?? ''} (${String(fallback ?? '') || 'none'})`;
  });
  return rows.join('\n');
}
