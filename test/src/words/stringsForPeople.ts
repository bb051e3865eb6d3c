/** Finds the strings of a program that people would read, so that none of them stands outside of the room words. */
import ts from 'typescript';

export interface Found {
  readonly line: number;
  readonly text: string;
}

/** Reads the syntax tree. Comments, imports, types, names of properties and errors for developers do not count. */
export function stringsForPeople(source: string): readonly Found[] {
  const tree = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined && isForPeople(text) && !isForPrograms(node))
      found.push({ line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, text });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function textOf(node: ts.Node): string | undefined {
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  return isText ? node.text : undefined;
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
