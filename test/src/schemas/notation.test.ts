/** docs/notation.md tells the moves of every game: all legal moves of random matches, and why the rules refuse others. */
import { readFileSync } from 'node:fs';
import { type AnyGame, fastChance, GAMES, type Options, type OptionValue } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { randomMatch } from './randomMatch.ts';

const MOST_MOVES = 1500;
const SEEDS = Array.from({ length: 9 }, (_, index) => index + 1);
const PAGE = readFileSync(new URL('../../../docs/notation.md', import.meta.url), 'utf8');

/** Words that are not a closed list. */
const OPEN: Readonly<Record<string, string>> = {
  CARD: '[A-Z][A-Z0-9]{2,3}|[PYBG]-[A-Z]{1,2}[0-9]{1,2}|X[0-9]',
  TEMPLE: '[PYBG]-T[0-9]',
  COUNT: '[0-9]{1,2}',
  SIGNED: '[+-][1-9]',
};

/** Forms that only a few cards need. */
const RARE = ['choose DAY', 'choose SIGNED'];

const PAGES: readonly (readonly [title: string, games: readonly string[]])[] = [
  ['Flower War, Mexica and early Flower War', ['flower-war', 'mexica']],
  ['Space Aztecs', ['space-aztecs']],
  ['Tieqchieq', ['tieqchieq']],
];

interface Form {
  readonly form: string;
  readonly pattern: RegExp;
  readonly phases: readonly string[];
}

function rowsOf(section: string, head: string): readonly (readonly string[])[] {
  const [, rest = ''] = section.split(`\n| ${head} |`);
  const [table = ''] = rest.split('\n\n');
  return table
    .split('\n')
    .slice(2)
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| |\|$/g, '').trim()));
}

function formsOf(section: string): readonly Form[] {
  const words = new Map(
    rowsOf(section, 'word').map(([name = '', list = '']) => [plain(name), listed(plain(name), list)]),
  );
  return rowsOf(section, 'form').map(([form = '', , when = '']) => {
    const pattern = plain(form)
      .split(' ')
      .map((word, index) => patternOf(word, index === 0, words))
      .join('');
    return { form: plain(form), pattern: new RegExp(`^${pattern}$`), phases: when.split(', ') };
  });
}

const plain = (cell: string) => cell.replaceAll('`', '');

function listed(name: string, list: string): string {
  const open = OPEN[name];
  if (open !== undefined) return open;
  return [...list.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word.replace('+', '\\+')).join('|');
}

function patternOf(word: string, isVerb: boolean, words: ReadonlyMap<string, string>): string {
  if (isVerb) return word;
  const [, optional, name = ''] = /^(\[?)([A-Z]+)\]?$/.exec(word) ?? [];
  const choices = words.get(name);
  if (choices === undefined) throw new Error(`the page does not say what ${word} stands for`);
  return optional === '[' ? `( (${choices}))?` : ` (${choices})`;
}

function sectionOf(title: string): string {
  const [, rest = ''] = PAGE.split(`\n## ${title}\n`);
  return rest.split('\n## ')[0] ?? '';
}

describe.each(PAGES)('%s', (title, games) => {
  const section = sectionOf(title);
  const forms = formsOf(section);
  const met = new Set<string>();

  test.each(games)('every legal move of %s has a form for its phase', (id) => {
    expect(forms.length).toBeGreaterThan(4);
    const { game } = GAMES.get(id)!;
    for (const seed of SEEDS)
      for (const { id: preset } of game.presets) {
        const options = seed % 2 === 0 ? {} : drawn(game, seed);
        for (const { state } of randomMatch(game, { preset, options, seed, mostMoves: MOST_MOVES }))
          for (const seat of game.toMove(state)) {
            const { phase } = game.view(state, seat) as { readonly phase: string };
            for (const legal of game.legalMoves(state, seat)) {
              const move = game.format(legal);
              const fitting = forms.filter(({ pattern, phases }) => pattern.test(move) && phases.includes(phase));
              expect(fitting.length, `${move}, while ${phase}`).toBeGreaterThan(0);
              met.add(fitting[0]!.form);
            }
          }
      }
  });

  test('every form but the rare ones was met', () => {
    const unmet = forms.map(({ form }) => form).filter((form) => !met.has(form));
    expect(unmet.filter((form) => !RARE.includes(form))).toEqual([]);
  });

  test('every reason of a refusal has its sentence', () => {
    const told = rowsOf(section, 'refusal').map(([reason = '']) => plain(reason));
    for (const id of games) expect(told.toSorted()).toEqual(reasonsOf(id).toSorted());
  });
});

function reasonsOf(game: string): readonly string[] {
  const schema = JSON.parse(readFileSync(new URL(`../../../docs/schemas/${game}.json`, import.meta.url), 'utf8')) as {
    readonly $defs: { readonly reason: { readonly enum: readonly string[] } };
  };
  return schema.$defs.reason.enum;
}

/** Some value of every choice and every flag. */
function drawn({ options }: AnyGame, seed: number): Options {
  const chance = fastChance(seed);
  const chosen: Record<string, OptionValue> = {};
  for (const option of options) {
    if (option.type === 'flag') chosen[option.name] = chance.coin();
    if (option.type === 'choice') chosen[option.name] = chance.pick(option.values);
  }
  return chosen;
}
