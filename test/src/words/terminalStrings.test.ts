/** What a person reads in the terminal stands in the room words, and nowhere else. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const SOURCES = fileURLToPath(new URL('../../../terminal/src/', import.meta.url));

/** Commands that are typed in every language, names that only programs see, and pictures. */
const ALLOWED: Readonly<Record<string, readonly RegExp[]>> = {
  'play.ts': [/^npm run play -- --join $/, /^ --url $/],
  'session/account.ts': [/^npm run play -- --redeem $/],
  'session/replaySession.ts': [/^seat:$/],
  'session/playerLines.ts': [/^ {2}say \/$/],
  'screen.ts': [/^Problem$/],
  'draw/tieqchieq.ts': [/^[RYLryl\dFfSsHh\s│┌┐└┘┬┴┼─►◄+○☼]+$/],
};

const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !/\.(test|fixture)\.ts$/.test(file));

test.each(files)('terminal/src/%s', (file) => {
  const allowed = ALLOWED[file.replaceAll('\\', '/')] ?? [];
  const found = stringsForPeople(readFileSync(`${SOURCES}${file}`, 'utf8'));
  expect(found.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
});

test('a sentence is found where the program says it, and no import, key or error for developers', () => {
  const source = `import { say } from './with space.ts';
    say(\`You have \${left} left.\`, { 'offer takeback': 'Goodbye.' });
    throw new Error('the options are known');`;
  expect(stringsForPeople(source)).toEqual(['You have ', ' left.', 'Goodbye.']);
});

/** Reads the syntax tree. Comments, imports, types, names of properties and errors for developers do not count. */
function stringsForPeople(source: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && isForPeople(node.text) && !isForPrograms(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  return found;
}

/** A letter and a blank, or a word that begins like a sentence or ends like one. */
function isForPeople(text: string): boolean {
  return /\p{L}/u.test(text) && (/\s/.test(text) || /^\p{Lu}\p{Ll}/u.test(text) || /\p{L}[.:!?]$/u.test(text));
}

function isForPrograms(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  return ts.isNewExpression(parent) && parent.expression.getText() === 'Error';
}
