/** The list of the best players of an edition. */
import type { Stores } from '../../store/operations.ts';
import type { Leader, Leading } from '../../store/ratings.ts';
import { ESTABLISHED, GROWTH } from './glicko.ts';

type Asked = Omit<Leading, 'fewest' | 'bound' | 'growth'>;

/** Players who have played enough, the best first. */
export function leadersIn(table: Stores['ratings'], asked: Asked): Promise<readonly Leader[]> {
  const { matches: fewest, deviation } = ESTABLISHED;
  return table.leaders({ ...asked, fewest, bound: deviation ** 2, growth: GROWTH });
}
