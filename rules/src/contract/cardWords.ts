/** A card as a screen can print it: its title, when it is played, its cost and its effect. */
export interface CardWords {
  readonly id: string;
  readonly title: string;
  readonly deck: string;
  readonly timing: string;
  readonly cost: number;
  readonly text: string;
  /** What the card says, as data. Each game has its own form of it. */
  readonly face: Readonly<Record<string, unknown>>;
}
