// Plays a match with random legal moves over the plain door, and prints a JSON line for each thing that the seat was shown.
//
//   mono client.exe --game tieqchieq            against a bot
//   mono client.exe --match 7KQ2M9XA            in a match with a free seat
//
// The environment may say it too: FLOWER_WAR_URL, FLOWER_WAR_TOKEN, FLOWER_WAR_MATCH. docs/clients.md tells the lines.
using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using FlowerWar;

static class Program
{
    static int Main(string[] words)
    {
        try
        {
            Play(words).GetAwaiter().GetResult();
            return 0;
        }
        catch (Exception error) when (error is FlowerWarException || error is ArgumentException)
        {
            Console.Error.WriteLine(error.Message);
            return 1;
        }
        finally
        {
            // At its end, Mono 6.8 waits up to a minute for a thread of its pool that falls asleep at the same moment.
            Thread.Sleep(100);
        }
    }

    static async Task Play(string[] words)
    {
        var wanted = Wanted(words);
        var server = new Server(wanted["url"], wanted["token"]) { Trouble = error => Console.Error.WriteLine($"not now: {error.Message}") };
        if (wanted["token"] == null) await server.SignIn("Xochitl");
        var match = wanted["match"] ?? (await server.Make(wanted["game"], "random")).Match;
        var chance = wanted["seed"] == null ? new Random() : new Random(int.Parse(wanted["seed"]));
        var seat = new Seat(server, match)
        {
            Choose = at => Task.FromResult(at.Legal[chance.Next(at.Legal.Count)]),
            Shown = at => Say("shown", at),
            Rejected = (move, why) => Console.Error.WriteLine($"rejected: {move}: {why.Message}"),
        };
        await seat.Sit();
        await seat.Play();
        Say("over", seat);
    }

    static Dictionary<string, string> Wanted(string[] words)
    {
        var wanted = new Dictionary<string, string> { ["game"] = "flower-war", ["seed"] = null };
        foreach (var name in new[] { "url", "token", "match" })
            wanted[name] = Environment.GetEnvironmentVariable($"FLOWER_WAR_{name.ToUpperInvariant()}");
        for (var at = 0; at < words.Length; at += 2)
        {
            var name = words[at].TrimStart('-');
            if (!wanted.ContainsKey(name) || at + 1 == words.Length)
                throw new ArgumentException($"{words[at]} is not understood: --url, --token, --match, --game or --seed, each with a value");
            wanted[name] = words[at + 1];
        }
        wanted["url"] = wanted["url"] ?? "http://127.0.0.1:2567";
        return wanted;
    }

    static void Say(string kind, Seat seat)
    {
        var line = new Dictionary<string, object> { ["kind"] = kind, ["step"] = seat.Step, ["view"] = seat.View };
        if (kind == "over") line["result"] = seat.Table["result"];
        Console.WriteLine(Json.Write(line));
    }
}
