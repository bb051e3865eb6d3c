/** A card as a screen can print it: what it is called, when it is played, what it costs, what it does. */
export interface CardWords {
  readonly id: string;
  readonly title: string;
  readonly deck: string;
  readonly timing: string;
  readonly cost: number;
  readonly text: string;
}
