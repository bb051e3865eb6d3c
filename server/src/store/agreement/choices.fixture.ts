import { type Chance, fastChance } from '@flower-war/rules';

/** Random choices out of few, so that operations meet what others have left. */
export class Choices {
  private readonly chance: Chance;
  private time = 1000;

  constructor(seed: number) {
    this.chance = fastChance(seed);
  }

  below(n: number): number {
    return this.chance.die(n) - 1;
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  maybe<T>(value: T): T | undefined {
    return this.below(2) === 0 ? undefined : value;
  }

  /** Later than all before, so that no order is left open. */
  now(): number {
    this.time += 1 + this.below(5);
    return this.time;
  }

  earlier(): number {
    return this.below(this.time + 10);
  }

  /** One of the last moments, so that an operation meets what was made just before it. */
  lately(): number {
    return this.time - this.below(12);
  }

  player = () => `p-${this.below(5)}`;
  match = () => `M${this.below(6)}`;
  session = () => `s-${this.below(12)}`;
  webhook = () => `w-${this.below(6)}`;
  text = () => this.of(['', 'hello', 'Xōchitl 💀', 'it\'s \\ "so"', '%_', 'p-1']);
}
