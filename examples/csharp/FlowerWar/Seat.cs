using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;

namespace FlowerWar
{
    /// <summary>
    /// Plays in one seat of a match. All that changes here changes in the loop of Play, one thing after the other, so in Unity on the main
    /// thread. Table, View, Legal, Decision and Step belong together.
    /// </summary>
    public sealed class Seat
    {
        /// <summary>The server's usual pace. An operator may choose another one, which the first heartbeat of a stream shows.</summary>
        static readonly TimeSpan UsualPace = TimeSpan.FromSeconds(25);

        readonly Server server;
        readonly string path;
        readonly Inbox inbox = new Inbox();
        readonly HashSet<long> answered = new HashSet<long>();
        int stream;
        bool isShown;
        TimeSpan pace;
        DateTime beat;

        public Seat(Server server, string match)
        {
            this.server = server;
            path = $"/api/matches/{Uri.EscapeDataString(match)}";
        }

        /// <summary>Answers one of Legal. It may take its time: if the question is another one by then, the answer is dropped.</summary>
        public Func<Seat, Task<string>> Choose = seat => Task.FromResult(seat.Legal[0]);
        /// <summary>The seat was shown something new.</summary>
        public Action<Seat> Shown = _ => { };
        /// <summary>What just happened, for animation: read it with the Event of the game.</summary>
        public Action<object> Happened = _ => { };
        /// <summary>A move was not taken. Nothing happened, and Choose is asked again.</summary>
        public Action<string, Refused> Rejected = (move, why) => { };

        /// <summary>The fields of the table and of the view; read the view with the View of the game.</summary>
        public Dictionary<string, object> Table { get; private set; } = new Dictionary<string, object>();
        public Dictionary<string, object> View { get; private set; } = new Dictionary<string, object>();
        public long Step { get; private set; }
        public IReadOnlyList<string> Legal { get; private set; } = new string[0];
        public long Decision { get; private set; }

        public string Status => Table.TryGetValue("status", out var status) ? Json.Text(status) : "open";
        public bool IsOver => Status == "ended";

        /// <summary>Comes back to the seat that the player holds, or takes one. 16 random bytes become part of the dice.</summary>
        public async Task Sit()
        {
            try { await server.Patient(async () => new Seated(await server.Call("POST", $"{path}/connect")).Seat); }
            catch (Refused refused) when (refused.Code == "not-seated")
            {
                var contribution = new byte[16];
                using (var chance = RandomNumberGenerator.Create()) chance.GetBytes(contribution);
                await server.Patient(() => Take(BitConverter.ToString(contribution).Replace("-", "").ToLowerInvariant()));
            }
        }

        async Task<long> Take(string contribution)
        {
            var match = new MatchSummary(await server.Call("GET", path));
            var body = new Dictionary<string, object> { ["commitment"] = match.Commitment, ["contribution"] = contribution };
            return new Seated(await server.Call("POST", $"{path}/seat", body)).Seat;
        }

        /// <summary>Plays to the end of the match, over as many streams as that takes.</summary>
        public async Task Play(CancellationToken stop = default(CancellationToken))
        {
            TimeSpan? wait = null;
            while (!IsOver)
            {
                var before = Step;
                try { await Listen(stop); }
                catch (FlowerWarException error) when (error.Passes && !IsOver)
                {
                    wait = Server.Longer(Step > before ? null : wait);
                    await server.WaitAfter(error, wait.Value);
                }
            }
        }

        /// <summary>Reads one stream until it ends, falls silent, or the match is over.</summary>
        async Task Listen(CancellationToken stop)
        {
            var mine = ++stream;
            beat = DateTime.UtcNow;
            using (var end = CancellationTokenSource.CreateLinkedTokenSource(stop))
            {
                _ = Read(mine, end.Token);
                try
                {
                    while (!IsOver)
                    {
                        var silence = TimeSpan.FromTicks(2 * (pace == TimeSpan.Zero ? UsualPace : pace).Ticks);
                        (await inbox.Take(silence, stop) ?? throw new Unreachable("the stream has fallen silent", true))();
                    }
                }
                finally { end.Cancel(); }
            }
        }

        async Task Read(int mine, CancellationToken stop)
        {
            Exception why = new Unreachable("the stream has ended", true);
            try { await server.Lines(path + (isShown ? $"/stream?from={Step}" : "/stream"), line => Tell(mine, () => Hear(mine, line)), stop); }
            catch (Exception error) { why = error; }
            Tell(mine, () => throw why);
        }

        /// <summary>What an older stream has to say no longer counts.</summary>
        void Tell(int mine, Action what) => inbox.Put(() => { if (mine == stream) what(); });

        /// <summary>Lines of other kinds are passed over: a newer server may have more.</summary>
        void Hear(int mine, string text)
        {
            var line = Json.Object(Json.Read(text));
            switch (line.TryGetValue("kind", out var kind) ? kind as string : null)
            {
                case "state":
                    Table = new Dictionary<string, object>();
                    View = new Dictionary<string, object>();
                    Legal = new string[0];
                    Decision = 0;
                    Learn(line);
                    break;
                case "step": Learn(line); break;
                case "table": Put(line, "table", Table); break;
                case "heartbeat":
                    var now = DateTime.UtcNow;
                    if (now - beat > pace) pace = now - beat;
                    beat = now;
                    _ = SayHere(mine);
                    break;
            }
        }

        void Learn(IReadOnlyDictionary<string, object> line)
        {
            Put(line, "table", Table);
            Put(line, "view", View);
            if (line.TryGetValue("gone", out var gone)) foreach (var field in Json.List(Json.Text)(gone)) View.Remove(field);
            Step = Json.Whole(line["step"]);
            isShown = true;
            if (line.TryGetValue("legal", out var legal))
            {
                Legal = Json.List(Json.Text)(legal);
                Decision = line.TryGetValue("decision", out var decision) ? Json.Whole(decision) : 0;
            }
            if (line.TryGetValue("events", out var events)) foreach (var happened in Json.List(Json.Any)(events)) Happened(happened);
            if (Status == "open") return;
            Shown(this);
            Answer();
        }

        static void Put(IReadOnlyDictionary<string, object> line, string part, Dictionary<string, object> into)
        {
            if (!line.TryGetValue(part, out var news)) return;
            foreach (var field in Json.Object(news)) into[field.Key] = field.Value;
        }

        /// <summary>Answers a heartbeat. Without answers the seat counts as absent. If no answer can be had, the next one will do.</summary>
        async Task SayHere(int mine)
        {
            try
            {
                var heard = Json.Object(await server.Call("POST", $"{path}/here"));
                if (heard.ContainsKey("streams") && Equals(heard["streams"], 0L))
                    Tell(mine, () => throw new Unreachable("the server has lost the stream", true));
            }
            catch (FlowerWarException) { }
        }

        void Answer()
        {
            if (Decision != 0 && Legal.Count > 0 && answered.Add(Decision)) _ = Act(Decision);
        }

        /// <summary>
        /// Sends a move with its one id until the outcome is known. The stream is read on meanwhile: the outcome may wait for a hidden window
        /// that asks this very seat.
        /// </summary>
        async Task Act(long decision)
        {
            var move = "";
            try
            {
                move = await Choose(this);
                if (decision != Decision) return;
                var id = Guid.NewGuid().ToString();
                var action = new Dictionary<string, object> { ["id"] = id, ["decision"] = decision, ["move"] = move };
                await server.Patient(() => Sent(action));
            }
            catch (Refused late) when (late.Code == "stale-decision" || late.Code == "match-over") { }
            catch (Refused refused)
            {
                await Task.Delay(250);
                inbox.Put(() => { Rejected(move, refused); answered.Remove(decision); Answer(); });
            }
            catch (Exception bug) { inbox.Put(() => throw bug); }
        }

        async Task<object> Sent(object action)
        {
            var answer = Json.Object(await server.Call("POST", $"{path}/act", action));
            if (!answer.ContainsKey("kind") || !Equals(answer["kind"], "accepted"))
                throw new Unreachable("the outcome is not known yet", true);
            return answer;
        }

        /// <summary>What is to be done in the loop, in order.</summary>
        sealed class Inbox
        {
            readonly ConcurrentQueue<Action> waiting = new ConcurrentQueue<Action>();
            readonly SemaphoreSlim count = new SemaphoreSlim(0);

            public void Put(Action what)
            {
                waiting.Enqueue(what);
                count.Release();
            }

            /// <summary>Null if nothing comes for so long.</summary>
            public async Task<Action> Take(TimeSpan longest, CancellationToken stop)
            {
                Action what = null;
                if (await count.WaitAsync(longest, stop)) waiting.TryDequeue(out what);
                return what;
            }
        }
    }
}
