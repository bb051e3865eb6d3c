/** The list of the best players of an edition. */
import type { Leader, Leading, RatingTable } from '../../store/ratings.ts';
import { ESTABLISHED, GROWTH } from './glicko.ts';

type Asked = Omit<Leading, 'fewest' | 'bound' | 'growth'>;

/** Players who have played enough, the best first. */
export function leadersIn(table: RatingTable, asked: Asked): readonly Leader[] {
  const { matches: fewest, deviation } = ESTABLISHED;
  return table.leaders({ ...asked, fewest, bound: deviation ** 2, growth: GROWTH });
}
