/** The command line. */
export const usage = (url: string): string => `npm run play [-- options] plays or watches a match in this terminal.

  --game GAME          the game to play (the first game of the server)
  --bot NAME           the bot on the other seats: greedy or random; none waits for people (greedy)
  --seats N            how many seats the table has (the usual number of the game)
  --auto               watches bots play each other, saves the record, and ends
  --preset ID          a named set of options
  --options A=1,B=two  single options
  --clock TIME         60 (seconds for a turn), 600+5 (600 seconds in all, 5 more for each turn), 3d (days for a turn)
  --absence POLICY     how the match treats absent players: casual, fair or strict (casual)
  --habits PACE        which steps are played for the players: none, usual, brisk or swift (usual)
  --lobby              lists the open and running matches, and lets you choose one
  --quick              plays with the next people who come; bots take the seats that stay free
  --join MATCH         takes a seat in another player's match; MATCH is its id or its link
  --watch MATCH        watches a match
  --replay MATCH       shows a match again, step by step; p plays on from any position against bots
  --as SEAT|all        with --replay: shows what a seat saw, counted from 0, or all secrets (what a spectator saw)
  --code CODE          the code of a private match, with --join or --watch
  --temple ID          uses your temple for your seat: templo-7f3a; if it is not yours yet, it shows a code to type (instead of ID, the link in the QR code on its label)
  --temple-code CODE   the code that is printed on the temple
  --knock              finds your temple by the beads that you drop into it
  --temple-table       uses the temple for all players at the table, if you are the host
  --name NAME          your name for other players; this terminal stays the same player until --sign-out
  --guest              plays as a new player, this time only
  --lang LANGUAGE      en or es (the language of your system)
  --no-hints           does not explain what is new to you
  --out FILE           where the record is saved at the end (MATCH.jsonl in this folder)
  --url URL            the server (${url})
  --help               this text

Instead of playing:
  --rules GAME         the rules of a game or a preset; mexica/battle is one chapter, mexica/battle-3 one rule, mexica/W10 one card, mexica/cards all of them (cards need the server)
  --history            lists your matches, the newest first; with --game those of one game
  --leaderboard        lists the best players of a game (--game, --preset)
  --temples            lists your temples
  --temple-set A=1,B=2 with --temple: sets name, light (percent), debounceMs, swapped (true or false) of the device
  --temple-release     with --temple: gives your temple up, so that another player can claim it
  --link               shows a code that signs another device in as the same player
  --redeem CODE        signs this device in with that code
  --recovery-code      shows a new code for the day when you lose all your devices; the old code stops working
  --recover            asks for that code and signs you in
  --sign-out           signs this terminal out`;
