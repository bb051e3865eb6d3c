/** A schema as its file holds it. */
export function textOf(schema: object | undefined): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
