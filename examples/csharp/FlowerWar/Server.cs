using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace FlowerWar
{
    /// <summary>Calls routes as one player.</summary>
    public sealed class Server
    {
        /// <summary>The version of the protocol that this client speaks. A server of another one refuses with "other-protocol".</summary>
        const string Protocol = "1";
        static readonly TimeSpan FirstWait = TimeSpan.FromMilliseconds(100);
        static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(2);

        readonly string url;
        readonly ITransport transport;
        string token;
        string refresh;

        /// <summary>`token` is that of a program ("fwt_…") or of a player; without one, sign in.</summary>
        public Server(string url, string token = null, ITransport transport = null)
        {
            this.url = url.TrimEnd('/');
            this.token = token;
            this.transport = transport ?? new HttpTransport();
        }

        /// <summary>Hears of what passes by itself, while the client waits to ask again.</summary>
        public Action<FlowerWarException> Trouble = _ => { };

        /// <summary>Makes a new player.</summary>
        public async Task<SignedIn> SignIn(string name) =>
            Enter(await Careful(() => Ask("POST", "/api/guests", Body("name", name))));

        /// <summary>The newest matches with a free seat.</summary>
        public async Task<IReadOnlyList<MatchSummary>> OpenMatches(string game) =>
            new MatchList(await Patient(() => Call("GET", $"/api/matches?status=open&free=1&game={Uri.EscapeDataString(game)}"))).Matches;

        /// <summary>Makes a match for two; the other seat is a bot's, or free.</summary>
        public async Task<MatchSummary> Make(string game, string bot = null)
        {
            var bots = bot == null ? new object[0] : new object[] { Body("bot", bot) };
            var wish = new Dictionary<string, object> { ["game"] = game, ["seats"] = 2, ["bots"] = bots };
            return new MatchSummary(await Careful(() => Call("POST", "/api/matches", wish)));
        }

        /// <summary>Asks a route once. A token of a player ends after an hour; then the server gives a new one.</summary>
        public async Task<object> Call(string method, string path, object body = null)
        {
            try { return await Ask(method, path, body); }
            catch (Refused refused) when (refused.Code == "unauthorized" && refresh != null)
            {
                Enter(await Ask("POST", "/api/tokens", Body("refresh", refresh)));
                return await Ask(method, path, body);
            }
        }

        SignedIn Enter(object answer)
        {
            var signedIn = new SignedIn(answer);
            token = signedIn.Token;
            refresh = signedIn.Refresh;
            return signedIn;
        }

        async Task<object> Ask(string method, string path, object body)
        {
            var answer = await transport.Ask(RequestOf(method, path, body));
            if (answer.Status != 200) throw RefusalOf(answer);
            return Json.Read(answer.Body);
        }

        /// <summary>Reads a stream to its end, line by line.</summary>
        public async Task Lines(string path, Action<string> take, CancellationToken stop)
        {
            var answer = await transport.Lines(RequestOf("GET", path, null), take, stop);
            if (answer.Status != 200) throw RefusalOf(answer);
            if (answer.Body != "") throw new WrongAnswer("The stream does not hold lines.");
        }

        Request RequestOf(string method, string path, object body)
        {
            var headers = new Dictionary<string, string> { ["flower-war-protocol"] = Protocol };
            if (token != null) headers["Authorization"] = $"Bearer {token}";
            return new Request { Method = method, Url = url + path, Body = body == null ? null : Json.Write(body), Headers = headers };
        }

        /// <summary>A proxy before the server may answer without JSON: its status decides.</summary>
        static Refused RefusalOf(Answer answer)
        {
            try
            {
                var told = new Refusal(Json.Read(answer.Body));
                return new Refused(answer.Status, told.Code, told.Reason ?? "", told.Message, answer.Wait);
            }
            catch (WrongAnswer) { return new Refused(answer.Status, "", "", "", answer.Wait); }
        }

        internal static Dictionary<string, object> Body(string name, object value) => new Dictionary<string, object> { [name] = value };

        /// <summary>Asks again while what stands in the way passes by itself: no network, a restart, a limit.</summary>
        internal Task<T> Patient<T>(Func<Task<T>> ask) => Repeat(ask, error => error.Passes);

        /// <summary>For what would count twice, such as a new match: asks again only if the server surely has not done it.</summary>
        async Task<T> Careful<T>(Func<Task<T>> ask)
        {
            try { return await Repeat(ask, error => error.Passes && !error.MayHaveCounted); }
            catch (FlowerWarException error) when (error.MayHaveCounted)
            {
                throw new Unreachable($"this may have counted nevertheless: look before you make it again: {error.Message}", true, error);
            }
        }

        async Task<T> Repeat<T>(Func<Task<T>> ask, Func<FlowerWarException, bool> isWorthwhile)
        {
            for (var wait = FirstWait; ; wait = Longer(wait))
            {
                try { return await ask(); }
                catch (FlowerWarException error) when (isWorthwhile(error)) { await WaitAfter(error, wait); }
            }
        }

        internal static TimeSpan Longer(TimeSpan? wait) =>
            wait == null ? FirstWait : wait > TimeSpan.FromTicks(LongestWait.Ticks / 2) ? LongestWait : wait.Value + wait.Value;

        /// <summary>Waits a random part of the time, so that many clients do not come back at once.</summary>
        internal Task WaitAfter(FlowerWarException error, TimeSpan wait)
        {
            Trouble(error);
            var asked = error is Refused refused ? refused.Wait : TimeSpan.Zero;
            var share = TimeSpan.FromTicks((long)(wait.Ticks * (0.5 + new Random(Guid.NewGuid().GetHashCode()).NextDouble() / 2)));
            return Task.Delay(asked > wait ? asked : share);
        }
    }
}
