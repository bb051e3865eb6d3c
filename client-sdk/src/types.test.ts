/**
 * What the compiler knows of each game. `npm run check -- types` judges the lines of this file; nothing here runs against a
 * server.
 */
import { describe, expectTypeOf, test } from 'vitest';
import type {
  AnyGame,
  Code,
  EventOf,
  FlowerWarClient,
  GameEvent,
  GameId,
  HostedGameOf,
  LiveLobby,
  LiveMatch,
  LiveMatchOf,
  LobbyEntry,
  MatchSummary,
  OtherGame,
  PlayedMatch,
  ViewOf,
} from './index.ts';

type Options = Readonly<Record<string, string | number | boolean>>;
type View = Readonly<Record<string, unknown>>;

/** The compiler reads such a function, and no test calls it. */
type Written = (client: FlowerWarClient, text: string) => unknown;
const written = (_: Written) => {};

describe('the game goes', () => {
  test('from a new match to its view, events, options, seats and answers', () =>
    written(async (client) => {
      const live = await client.join(await client.create({ game: 'flower-war' }));
      expectTypeOf(live).toEqualTypeOf<LiveMatch<'flower-war'>>();
      expectTypeOf(live.game).toEqualTypeOf<'flower-war'>();
      expectTypeOf(live.view.warTally).toEqualTypeOf<number>();
      expectTypeOf(live.table.view.omens).toEqualTypeOf<readonly number[]>();
      expectTypeOf(live.options.apocFlavor).toEqualTypeOf<'least' | 'most' | 'off'>();
      expectTypeOf(live.options.refill).toEqualTypeOf<boolean>();
      expectTypeOf(live.options.countdown).toEqualTypeOf<number>();
      expectTypeOf(live.preset).toEqualTypeOf<'flower-war' | 'flower-war-rules-of-play'>();
      expectTypeOf(live.seatNames).toEqualTypeOf<
        readonly ('EAST' | 'NORTH' | 'WEST' | 'SOUTH' | 'CENTER' | 'ZENITH')[]
      >();
      live.on('events', (events) => expectTypeOf(events).toEqualTypeOf<readonly EventOf<'flower-war'>[]>());
      const answer = await live.play('roll');
      if (answer.kind === 'rejected') expectTypeOf(answer.code).toEqualTypeOf<Code>();
      // @ts-expect-error a view has no field of this name
      live.view.warTaly;
    }));

  test('through quick matches, watching, rematches, and new matches from old positions', () =>
    written(async (client) => {
      const mexica = await client.quickPlay('mexica', { preset: 'flower-war-early', seats: 3 });
      expectTypeOf(mexica).toEqualTypeOf<LiveMatch<'mexica'>>();
      expectTypeOf(await mexica.rematch()).toEqualTypeOf<LiveMatch<'mexica'>>();
      const summary = await client.create({ game: 'tieqchieq' });
      expectTypeOf(summary).toEqualTypeOf<MatchSummary<'tieqchieq'>>();
      expectTypeOf(await client.watch(summary)).toEqualTypeOf<LiveMatch<'tieqchieq'>>();
      expectTypeOf(await client.rematch(summary)).toEqualTypeOf<LiveMatch<'tieqchieq'>>();
      expectTypeOf(await client.addBot(summary, 'greedy')).toEqualTypeOf<MatchSummary<'tieqchieq'>>();
      expectTypeOf(await client.history.continue(summary, { seq: 3 })).toEqualTypeOf<MatchSummary<'tieqchieq'>>();
      const replay = client.history.replay(summary, { viewer: 'all' });
      const moment = await replay.next();
      expectTypeOf(moment?.view).toEqualTypeOf<ViewOf<'tieqchieq'> | undefined>();
      expectTypeOf(moment?.events).toEqualTypeOf<readonly EventOf<'tieqchieq'>[] | undefined>();
    }));

  test('through lists of one game', () =>
    written(async (client) => {
      const [open] = await client.list({ game: 'space-aztecs', free: 1 });
      expectTypeOf(open).toEqualTypeOf<MatchSummary<'space-aztecs'> | undefined>();
      const lobby = await client.lobby({ game: 'mexica' });
      expectTypeOf(lobby).toEqualTypeOf<LiveLobby<'mexica'>>();
      const [entry] = lobby.matches;
      expectTypeOf(entry).toEqualTypeOf<LobbyEntry<'mexica'> | undefined>();
      if (entry !== undefined) expectTypeOf(await client.join(entry)).toEqualTypeOf<LiveMatch<'mexica'>>();
      const { matches } = await client.history.mine({ game: 'mexica' });
      expectTypeOf(matches).toEqualTypeOf<readonly PlayedMatch<'mexica'>[]>();
      await client.history.leaderboard('mexica', { preset: 'flower-war-early' });
      // @ts-expect-error this preset is of another game
      await client.history.leaderboard('mexica', { preset: 'tieqchieq-young' });
    }));
});

describe('of any game', () => {
  test('a link, a list, an id: `game` says which', () =>
    written(async (client, text) => {
      const live = await client.joinByLink(text);
      expectTypeOf(live).toEqualTypeOf<LiveMatchOf<AnyGame>>();
      expectTypeOf(await client.join(text)).toEqualTypeOf<LiveMatchOf<AnyGame>>();
      expectTypeOf(await client.join(await client.match(text))).toEqualTypeOf<LiveMatchOf<AnyGame>>();
      if (live.game === 'mexica') {
        expectTypeOf(live).toEqualTypeOf<LiveMatch<'mexica'>>();
        expectTypeOf(live.options.weekBonuses).toEqualTypeOf<'on' | 'off'>();
      }
      for (const { game, preset } of await client.list())
        if (game === 'tieqchieq')
          expectTypeOf(preset).toEqualTypeOf<'tieqchieq' | 'tieqchieq-fortress' | 'tieqchieq-young'>();
      const lobby = await client.lobby();
      const ours = lobby.matches.filter(({ game }) => game === 'flower-war');
      expectTypeOf(ours[0]?.match).toEqualTypeOf<string | undefined>();
      const { matches } = await client.history.mine();
      for (const match of matches)
        if (match.game === 'flower-war') expectTypeOf(match.options.dog).toEqualTypeOf<'one' | 'all'>();
      for (const game of await client.games())
        if (game.id === 'tieqchieq')
          expectTypeOf(game.bots).toEqualTypeOf<readonly ('greedy' | 'random' | 'strong' | 'easy')[]>();
    }));

  test('it is played, heard and waited for before its game is known', () =>
    written(async (client, text) => {
      const live = await client.joinByLink(text);
      live.on('change', () => {});
      live.on('events', (events) => {
        for (const event of events) expectTypeOf(event.kind).toExtend<string>();
      });
      await live.until(({ isOver, legal }) => isOver || legal.length > 0);
      const answer = await live.play(live.legal[0] ?? 'pass');
      expectTypeOf(answer.kind).toEqualTypeOf<'accepted' | 'rejected' | 'retry'>();
      const again: LiveMatch = await live.rematch();
      again.close();
    }));

  test('every comparison of `game` leaves the games that this client does not know', () => {
    const fieldsOf = (live: LiveMatchOf<AnyGame>): readonly string[] => {
      switch (live.game) {
        case 'flower-war':
          return [live.view.ending];
        case 'mexica':
          return [live.view.ending];
        case 'space-aztecs':
          return [live.view.removed];
        case 'tieqchieq':
          return [live.view.board];
        default:
          expectTypeOf(live).toEqualTypeOf<LiveMatch<OtherGame>>();
          return Object.keys(live.view);
      }
    };
    written(async (client, text) => fieldsOf(await client.joinByLink(text)));
  });

  test('a function that takes any match takes one of a known game', () => {
    const play = (live: LiveMatch) => {
      live.on('events', (events) => expectTypeOf(events).toEqualTypeOf<readonly GameEvent[]>());
      expectTypeOf(live.view).toEqualTypeOf<View>();
      return live.play(live.legal[0] ?? 'pass');
    };
    const list = (matches: readonly MatchSummary[]) => matches.map(({ options }) => options);
    written(async (client, text) => {
      await play(await client.join(await client.create({ game: 'flower-war' })));
      await play(await client.joinByLink(text));
      list([await client.create({ game: 'space-aztecs' })]);
      list(await client.list());
    });
  });
});

describe('a game that this client does not know', () => {
  test('takes any preset, options and bots, and has plain records', () =>
    written(async (client) => {
      const wanted = { game: 'chess-960', preset: 'young', options: { clock: 3 }, bots: [{ bot: 'deep' }] } as const;
      const live = await client.join(await client.create(wanted), { seat: 'WHITE' });
      expectTypeOf(live.view).toEqualTypeOf<View>();
      expectTypeOf(live.options).toEqualTypeOf<Options>();
      expectTypeOf(live.seatNames).toEqualTypeOf<readonly string[]>();
      live.on('events', (events) => expectTypeOf(events).toEqualTypeOf<readonly GameEvent[]>());
    }));

  test('also if only the program knows its name', () =>
    written(async (client, game) => {
      const live = await client.quickPlay(game, 'any-preset');
      expectTypeOf(live).toEqualTypeOf<LiveMatch<string>>();
      await client.create({ game, options: { anything: true } });
      await client.create<string>({ game: 'flower-war', options: { newOption: 1 } });
    }));
});

describe('what a game does not have is an error', () => {
  test('in a new match', () =>
    written(async (client) => {
      await client.create({ game: 'flower-war', preset: 'flower-war', options: { mode: 'epic', turnOrder: 'ESNCZW' } });
      // @ts-expect-error the option is called countdown
      await client.create({ game: 'flower-war', options: { countDown: 3 } });
      // @ts-expect-error there is no such mode
      await client.create({ game: 'flower-war', options: { mode: 'slow' } });
      // @ts-expect-error there is no such order: each compass point comes once
      await client.create({ game: 'flower-war', options: { turnOrder: 'ENNCZW' } });
      // @ts-expect-error this preset is of Mexica
      await client.create({ game: 'flower-war', preset: 'flower-war-early' });
      // @ts-expect-error there is no such bot
      await client.create({ game: 'flower-war', bots: [{ bot: 'gredy' }] });
      // @ts-expect-error no tribe of Mexica comes from the zenith
      await client.join(await client.create({ game: 'mexica' }), { seat: 'ZENITH' });
    }));

  test('in events and phrases', () =>
    written(async (client) => {
      const live = await client.join(await client.create({ game: 'flower-war' }));
      live.on('events', (events) => {
        for (const event of events) {
          if (event.kind === 'disc-taken') expectTypeOf(event.day).toEqualTypeOf<number>();
          // @ts-expect-error week cards are of Mexica
          if (event.kind === 'week-taken') return;
        }
      });
      await live.phrase('well-played');
      // @ts-expect-error no such phrase
      await live.phrase('bad-game');
      // @ts-expect-error no such agreement
      await live.offer('undo');
    }));
});

test('the games are those of the rules', () => {
  expectTypeOf<GameId>().toEqualTypeOf<'flower-war' | 'mexica' | 'space-aztecs' | 'tieqchieq'>();
  expectTypeOf<HostedGameOf<AnyGame>['id']>().toEqualTypeOf<AnyGame>();
});
