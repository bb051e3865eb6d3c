/**
 * Changes that no reader of one record can find, each with the reason: an honest server could have written the result.
 * docs/record.md says the same in short.
 */
export interface Undetectable {
  /** The names of such changes, as in `mutations.ts`. */
  readonly change: RegExp;
  readonly why: string;
}

export const UNDETECTABLE: readonly Undetectable[] = [
  {
    change: /^change [\w -]+\.at (earlier|later)$/,
    why: 'When something happened is the word of the server, as long as no deadline is broken.',
  },
  { change: /^(change|omit) [\w -]+\.id$/, why: 'The client makes the id of an action, and nobody else knows it.' },
  {
    change: /^(drop|repeat|insert|change) move (player|bot|wish)(\.(move|by|seat))?$/,
    why: 'Whoever moves chooses freely, and signs nothing: another lawful game was possible.',
  },
  { change: /^swap [\w -]+ and [\w -]+$/, why: 'Both orders were possible: each entry is lawful where it stands now.' },
  {
    change: /^(drop|repeat|insert|change) asks \w+(\.(what|seat))?$/,
    why: 'A person may wish anything at any time, and signs nothing.',
  },
  {
    change: /^(drop|repeat|insert|change|omit) agreement [\w -]+(\.(what|is|seat|minutes))?$/,
    why: 'A person may offer and answer anything lawful, and signs nothing.',
  },
  {
    change: /^(drop|repeat|insert|change) absence \w+(\.(what|seat|bot|player))?$/,
    why: 'Who comes and goes is the word of the server, as long as the patience with a player could end.',
  },
  {
    change: /^(drop|repeat|insert) clock$/,
    why: 'Where the time is over, the clock or the player may have been first.',
  },
  {
    change: /^(drop|repeat|insert|change) (resumed|restored)(\.(lost|entropy))?$/,
    why: 'Whether the server stood still or was restored is its own word; restores are counted.',
  },
  {
    change: /^(drop|repeat|insert|change|omit) temple [\w -]+(\.[\w.]+)?$/,
    why: 'What a temple counted, and what people say of beads, is the word of the server.',
  },
  {
    change: /^(drop|repeat|insert|change) seated (player|bot)?(\.(player|bot|seat|contribution))?$/,
    why: 'People are opaque ids, and only their clients know what they added; other dice follow from it where any are thrown.',
  },
  { change: /^change seated( player| bot)?\.(player|bot|contribution|seat)$/, why: 'The same.' },
  {
    change: /^(change|omit) created\.(host|rulesVersion|rematchOf|preset|match|format|options\.\w+|table(\.\w+)?)$/,
    why: 'What the maker of the match chose, and the version of the rules, where nothing in this record depends on it; format 1 may leave settings out.',
  },
  {
    change: /^change ended\.result(\.reason)?$/,
    why: 'Whoever runs the server may end a match at any time, and gives the reason.',
  },
];
