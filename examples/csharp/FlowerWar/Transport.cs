using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace FlowerWar
{
    public sealed class Request
    {
        public string Method;
        public string Url;
        /// <summary>JSON, or null.</summary>
        public string Body;
        public IReadOnlyDictionary<string, string> Headers;
    }

    public sealed class Answer
    {
        public int Status;
        public string Body = "";
        public TimeSpan Wait;
    }

    /// <summary>How requests travel. Where HttpClient cannot be used, write another one, such as over UnityWebRequest.</summary>
    public interface ITransport
    {
        /// <summary>Throws Unreachable without a whole answer, and sets no time limit: an answer may wait for another player.</summary>
        Task<Answer> Ask(Request request);

        /// <summary>Hands over each line that ends with a line feed. Returns when the stream has ended, or at once an answer other than 200.</summary>
        Task<Answer> Lines(Request request, Action<string> take, CancellationToken stop);
    }

    public sealed class HttpTransport : ITransport
    {
        /// <summary>No line and no answer is longer, in bytes.</summary>
        const int Longest = 4000000;
        static readonly HttpClient Client = NewClient();

        static HttpClient NewClient()
        {
            // A stream keeps its connection, and several answers may wait. Older runtimes read only the first of these limits.
            ServicePointManager.DefaultConnectionLimit = Math.Max(ServicePointManager.DefaultConnectionLimit, 64);
            return new HttpClient(new HttpClientHandler { MaxConnectionsPerServer = 64 }) { Timeout = Timeout.InfiniteTimeSpan };
        }

        public Task<Answer> Ask(Request request) => Send(request, (_, answer) => Task.FromResult(answer), CancellationToken.None);

        public Task<Answer> Lines(Request request, Action<string> take, CancellationToken stop) =>
            Send(request, async (body, answer) => { await Split(body, take); return answer; }, stop);

        /// <summary>`read` gets the body of a stream; any other body is read here.</summary>
        static async Task<Answer> Send(Request request, Func<Stream, Answer, Task<Answer>> read, CancellationToken stop)
        {
            try
            {
                using (var message = MessageOf(request))
                using (var response = await Client.SendAsync(message, HttpCompletionOption.ResponseHeadersRead, stop))
                using (stop.Register(response.Dispose))
                {
                    var answer = new Answer { Status = (int)response.StatusCode, Wait = WaitOf(response) };
                    var body = await response.Content.ReadAsStreamAsync();
                    var isStream = answer.Status == 200 && response.Content.Headers.ContentType?.MediaType == "application/x-ndjson";
                    if (isStream) return await read(body, answer);
                    answer.Body = await Whole(body);
                    return answer;
                }
            }
            catch (Exception cause) when (!(cause is FlowerWarException))
            {
                throw new Unreachable($"no answer from {request.Url}: {Innermost(cause).Message}", !FailedToConnect(cause), cause);
            }
        }

        static HttpRequestMessage MessageOf(Request request)
        {
            var message = new HttpRequestMessage(new HttpMethod(request.Method), request.Url);
            if (request.Body != null) message.Content = new StringContent(request.Body, Encoding.UTF8, "application/json");
            foreach (var header in request.Headers) message.Headers.Add(header.Key, header.Value);
            return message;
        }

        static TimeSpan WaitOf(HttpResponseMessage response) => response.Headers.RetryAfter?.Delta ?? TimeSpan.Zero;

        static async Task<string> Whole(Stream body)
        {
            var bytes = new MemoryStream();
            await Chunks(body, (chunk, length) => Append(bytes, chunk, 0, length));
            return Encoding.UTF8.GetString(bytes.ToArray());
        }

        static Task Split(Stream body, Action<string> take)
        {
            var line = new MemoryStream();
            return Chunks(body, (chunk, length) =>
            {
                var start = 0;
                for (var end = Array.IndexOf(chunk, (byte)'\n', 0, length); end >= 0; end = Array.IndexOf(chunk, (byte)'\n', start, length - start))
                {
                    Append(line, chunk, start, end - start);
                    take(Encoding.UTF8.GetString(line.ToArray()));
                    line.SetLength(0);
                    start = end + 1;
                }
                Append(line, chunk, start, length - start);
            });
        }

        static async Task Chunks(Stream body, Action<byte[], int> take)
        {
            var chunk = new byte[16384];
            for (var length = await body.ReadAsync(chunk, 0, chunk.Length); length > 0; length = await body.ReadAsync(chunk, 0, chunk.Length))
                take(chunk, length);
        }

        static void Append(MemoryStream to, byte[] chunk, int start, int length)
        {
            if (to.Length + length > Longest) throw new WrongAnswer($"More than {Longest} bytes came at once, so this is not an answer of Flower War.");
            to.Write(chunk, start, length);
        }

        static readonly WebExceptionStatus[] NotConnected = { WebExceptionStatus.ConnectFailure, WebExceptionStatus.NameResolutionFailure };
        static readonly SocketError[] NoSocket = { SocketError.ConnectionRefused, SocketError.HostNotFound, SocketError.HostUnreachable, SocketError.NetworkUnreachable };

        /// <summary>Then nothing was sent.</summary>
        static bool FailedToConnect(Exception cause)
        {
            for (; cause != null; cause = cause.InnerException)
            {
                if (cause is WebException web && NotConnected.Contains(web.Status)) return true;
                if (cause is SocketException socket && NoSocket.Contains(socket.SocketErrorCode)) return true;
            }
            return false;
        }

        static Exception Innermost(Exception cause) => cause.InnerException == null ? cause : Innermost(cause.InnerException);
    }
}
