/**
 * What accounts of rated matches say together: the luck of a player and what the choices cost, each with its interval, and who loses least
 * by choices.
 */
import type { EditionLuck } from '@flower-war/protocol';
import { errorsWithin, NORMAL } from '@flower-war/rules/verdict';
import type { SeatAccountRow, SkilledPlayer, Sums } from '../../store/matchAccounts.ts';
import type { Stores } from '../../store/operations.ts';
import type { Edition } from '../../store/ratings.ts';

/** With fewer matches an interval is so wide, and so unsure itself, that no figure is told. */
export const ENOUGH_MATCHES = 10;

interface Mean {
  readonly value: number;
  /** Half of the 95 % interval. */
  readonly within: number;
}

/**
 * The mean of this many matches, at least two, in whole millionths. The spread of the matches holds what was sampled in each of them, so
 * it is not added once more; but the spread of a few matches, which are alike by chance, counts no less than that.
 */
export function meanOf({ sum, squares, sampled }: Sums, matches: number): Mean {
  const mean = sum / matches;
  const spread = (squares - sum * mean) / (matches - 1);
  const noise = sampled / matches / NORMAL ** 2;
  const error = Math.sqrt(Math.max(spread, noise, 0) / matches);
  return { value: Math.round(mean), within: Math.ceil(errorsWithin(matches - 1) * error) };
}

interface Skilled extends Pick<SkilledPlayer, 'player' | 'matches' | 'rating'> {
  /** Against the mean of all players. */
  readonly skill: Mean;
  /** What the player surely reaches: the lower end of the interval. */
  readonly careful: number;
}

interface SkillTable {
  /** What the choices cost all players of the edition, in the mean of their matches. Absent if there are none. */
  readonly all?: number;
  /** The best first. */
  readonly players: readonly Skilled[];
}

export type SkilledName = Skilled & { readonly name: string };

export interface SkillPage {
  readonly limit: number;
  /** The last player of the page before. */
  readonly before?: Pick<Skilled, 'careful' | 'player'>;
}

interface SkillTools {
  readonly accounts: Stores['matchAccounts'];
  readonly people: Stores['people'];
  readonly now: () => number;
}

/** A table reads what is kept of all matches of its edition, so it is made once for all who ask within this time. */
const FRESH_MS = 60_000;

export class Skill {
  private readonly tools: SkillTools;
  private readonly tables = new Map<string, { readonly at: number; readonly table: Promise<SkillTable> }>();

  constructor(tools: SkillTools) {
    this.tools = tools;
  }

  /** By edition: how much luck a player had, and what the choices cost. */
  async of(player: string): Promise<EditionLuck[]> {
    const editions = await this.tools.accounts.of(player);
    return Promise.all(
      editions.map(async ({ game, preset, matches, luck, own, others }) => {
        const edition = { game, preset, matches, enough: ENOUGH_MATCHES };
        if (matches < ENOUGH_MATCHES) return edition;
        const { all } = await this.tableOf({ game, preset });
        const means = { luck: meanOf(luck, matches), own: meanOf(own, matches), others: meanOf(others, matches) };
        return { ...edition, ...means, ...(all !== undefined && { all }) };
      }),
    );
  }

  /** All that is kept of a player. */
  rowsOf(player: string): Promise<readonly SeatAccountRow[]> {
    return this.tools.accounts.rowsOf(player);
  }

  /** Those who surely lose least by choices, with the names of today. A player who was deleted since the table was made is left out. */
  async page(edition: Edition, { limit, before }: SkillPage): Promise<{ players: SkilledName[]; next?: Skilled }> {
    const { players } = await this.tableOf(edition);
    const rest = before === undefined ? players : players.filter((one) => compare(before, one) < 0);
    const page = rest.slice(0, limit);
    const known = await this.tools.people.findAll(page.map(({ player }) => player));
    const names = new Map(known.map(({ player, name }) => [player, name]));
    const next = rest.length > limit ? page.at(-1) : undefined;
    const named = page.flatMap((one) => {
      const name = names.get(one.player);
      return name === undefined ? [] : [{ ...one, name }];
    });
    return { players: named, ...(next && { next }) };
  }

  private tableOf(edition: Edition): Promise<SkillTable> {
    const key = JSON.stringify([edition.game, edition.preset]);
    const known = this.tables.get(key);
    const now = this.tools.now();
    if (known !== undefined && now < known.at + FRESH_MS) return known.table;
    const table = this.readTable(edition);
    this.tables.set(key, { at: now, table });
    table.catch(() => this.tables.delete(key));
    return table;
  }

  private async readTable(edition: Edition): Promise<SkillTable> {
    const { accounts } = this.tools;
    const [all, each] = await Promise.all([
      accounts.skillOfAll(edition),
      accounts.skillOfEach(edition, ENOUGH_MATCHES),
    ]);
    if (all.matches === 0) return { players: [] };
    const mean = Math.round(all.sum / all.matches);
    return { all: mean, players: each.map((one) => skilled(one, mean)).toSorted(compare) };
  }
}

function skilled({ player, matches, rating, ...sums }: SkilledPlayer, all: number): Skilled {
  const { value, within } = meanOf(sums, matches);
  const skill = { value: value - all, within };
  return { player, matches, rating, skill, careful: skill.value - within };
}

/** The best first; equal ones by their ids. */
function compare(a: Pick<Skilled, 'careful' | 'player'>, b: Pick<Skilled, 'careful' | 'player'>): number {
  if (a.careful !== b.careful) return b.careful - a.careful;
  return Number(a.player < b.player) - Number(a.player > b.player);
}
