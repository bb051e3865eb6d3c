/** The flat schemas hold every field, and `schema-codegen` makes the same fields of them in other languages. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { classesIn, fieldsIn, itemOf, STATES, schemaFile } from './schemaFiles.ts';

const FILES = fileURLToPath(new URL('../../docs/schemas/', import.meta.url));
const CODEGEN = join(dirname(createRequire(import.meta.url).resolve('@colyseus/schema')), '../bin/schema-codegen');
const folder = mkdtempSync(join(tmpdir(), 'codegen-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A field as one line: `winners array uint8`. */
type Line = string;
type Reader = (text: string) => readonly Line[];

const pascal = (snake: string) => snake.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
const lined = (...words: readonly (string | undefined)[]) => words.filter((word) => word !== undefined).join(' ');

/** How each language writes the fields of a class. */
const READERS: Readonly<Record<string, Reader>> = {
  csharp: (text) => {
    const fields = /Type\(\d+, "(\w+)"(?:, typeof\(([^)]+)\))?(?:, "(\w+)")?\)\]\s+public \S+ @?(\w+) =/g;
    return [...text.matchAll(fields)].map(([, type, held, item, name]) =>
      lined(name, type, item ?? held?.replace(/^.*<(\w+)>$/, '$1')),
    );
  },
  gdscript: (text) =>
    [...text.matchAll(/Field\.new\("(\w+)", Colyseus\.Schema\.(\w+)(?:, (?:Colyseus\.Schema\.)?(\w+))?\)/g)].map(
      ([, name, type = '', item]) =>
        lined(
          name,
          type.toLowerCase(),
          item?.replace(/^[A-Z\d]+$/, (word) => word.toLowerCase()),
        ),
    ),
  lua: (text) =>
    [...text.matchAll(/\["([a-z]\w*)"\] = (?:"(\w+)"|\{ (\w+) = "?(\w+)"? \}|(\w+)),/g)].map(
      ([, name, plain, list, item, held]) => lined(name, plain ?? list ?? 'ref', item ?? held),
    ),
  haxe: (text) =>
    [...text.matchAll(/@:type\("(\w+)"(?:, "?(\w+)"?)?\)\s+public var (\w+):/g)].map(([, type, item, name]) =>
      lined(name, type, item),
    ),
  c: (text) =>
    [...text.matchAll(/\{\d+, "(\w+)", \w+, "(\w+)", [^{}]+\), (?:NULL|&(\w+)_vtable), (?:NULL|"(\w+)"), NULL\}/g)].map(
      ([, name, type, held, item]) => lined(name, type, item ?? (held === undefined ? undefined : pascal(held))),
    ),
};

const expected = (schema: Parameters<typeof fieldsIn>[0]): readonly Line[] =>
  fieldsIn(schema).map(({ name, type }) => {
    const item = itemOf(type);
    const held = typeof item === 'string' ? item : item.name;
    if (typeof type === 'string') return lined(name, type);
    return lined(name, typeof type === 'function' ? 'ref' : 'array' in type ? 'array' : 'map', held);
  });

test.each(Object.entries(STATES))('docs/schemas/%s.ts is made from the state; if not: npm run docs', (name, schema) => {
  expect(readFileSync(join(FILES, `${name}.ts`), 'utf8')).toBe(schemaFile(schema));
});

test('no file is left of a state that is no more', () => {
  expect(readdirSync(FILES).toSorted()).toEqual(
    Object.keys(STATES)
      .map((name) => `${name}.ts`)
      .toSorted(),
  );
});

const cases = Object.keys(STATES).flatMap((name) => Object.keys(READERS).map((language) => [name, language] as const));

test.each(cases)('schema-codegen makes every field of %s in %s', (name, language) => {
  const output = join(folder, language, name);
  mkdirSync(output, { recursive: true });
  execFileSync(process.execPath, [CODEGEN, join(FILES, `${name}.ts`), '--output', output, `--${language}`], {
    stdio: 'pipe',
  });
  const texts = readdirSync(output).map((file) => readFileSync(join(output, file), 'utf8'));
  const made = texts.map((text) => READERS[language]?.(text) ?? []).filter((lines) => lines.length > 0);
  const wanted = classesIn(STATES[name] ?? Object).map(expected);
  const told = (lists: readonly (readonly Line[])[]) => lists.map((lines) => lines.join('\n')).toSorted();
  expect(wanted.length).toBeGreaterThan(1);
  expect(told(made)).toEqual(told(wanted));
});
