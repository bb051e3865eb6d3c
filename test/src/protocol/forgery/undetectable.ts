/**
 * Changes that no reader of one record can find, each with the reason: an honest server could have written the result.
 * docs/record.md says the same in short.
 */
export interface Undetectable {
  /** The names of such changes, as in `mutations.test.ts`. */
  readonly change: RegExp;
  readonly why: string;
}

export const UNDETECTABLE: readonly Undetectable[] = [
  {
    change: /^change [\w -]+\.at (earlier|later)$/,
    why: 'Only the server says when something happened, as long as no deadline is broken.',
  },
  {
    change: /^(change|omit) [\w -]+\.id$/,
    why: 'The client chooses the id of an action, and no other party knows it.',
  },
  {
    change: /^(drop|repeat|insert|change) move (player|bot|wish|habit)(\.(move|by|seat))?$/,
    why: 'A player chooses moves freely and signs nothing, so another legal game was possible.',
  },
  { change: /^swap [\w -]+ and [\w -]+$/, why: 'Both orders were possible: each entry is legal at its new place.' },
  {
    change: /^(drop|repeat|insert|change) (asks \w+|habits)(\.(what|keeps|seat))?$/,
    why: 'A player may make any wish and keep any habits at any time, and signs nothing.',
  },
  {
    change: /^(drop|repeat|insert|change|omit) agreement [\w -]+(\.(what|is|seat|minutes))?$/,
    why: 'A player may make and answer any legal offer, and signs nothing.',
  },
  {
    change: /^(drop|repeat|insert|change) absence \w+(\.(what|seat|bot|player))?$/,
    why: 'Only the server says which players come and go, as long as the wait for a player could end.',
  },
  {
    change: /^(drop|repeat|insert) clock$/,
    why: 'When the time is over, either the clock or the player may have been first.',
  },
  {
    change: /^(drop|repeat|insert|change) (resumed|restored)(\.(lost|entropy))?$/,
    why: 'Only the server says whether it stood still or was restored. Restores are counted.',
  },
  {
    change: /^(drop|repeat|insert|change|omit) temple [\w -]+(\.[\w.]+)?$/,
    why: 'Only the server says what a temple counted and what players said about beads.',
  },
  {
    change: /^(drop|repeat|insert|change) seated (player|bot)?(\.(player|bot|seat|contribution))?$/,
    why: 'Players are opaque ids, and only their clients know their contributions. Other dice follow where any are thrown.',
  },
  {
    change: /^change seated( player| bot)?\.(player|bot|contribution|seat)$/,
    why: 'Players are opaque ids, as above.',
  },
  {
    change: /^(change|omit) created\.(host|rulesVersion|rematchOf|preset|match|format|options\.\w+|table(\.\w+)?)$/,
    why: 'The host chose these settings, and the server the rules version. Nothing in this record depends on them. Format 1 may omit settings.',
  },
  {
    change: /^change ended\.result(\.reason)?$/,
    why: 'The operator may end a match at any time, and gives the reason.',
  },
];
