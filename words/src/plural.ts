/** Counted things: `1 skull`, `2 skulls`. `Intl.PluralRules` knows which form a language uses for a number. */

/** `other` serves for every form that a language does not list. `#` stands for the number. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

export type Count = (n: number, forms: Forms) => string;

export function counting(language: string): Count {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (n, forms) => (forms[rules.select(n)] ?? forms.other).replaceAll('#', numbers.format(n));
}

/** A clause as a sentence, with a capital and a full stop. */
export function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
