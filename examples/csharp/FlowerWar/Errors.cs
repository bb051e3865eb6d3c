using System;

namespace FlowerWar
{
    /// <summary>What can go wrong between this client and the server.</summary>
    public abstract class FlowerWarException : Exception
    {
        protected FlowerWarException(string message, Exception cause = null) : base(message, cause) { }

        /// <summary>Whether the same request may succeed later.</summary>
        public abstract bool Passes { get; }

        /// <summary>Whether the server may have done what was asked, although no answer says so.</summary>
        public abstract bool MayHaveCounted { get; }
    }

    /// <summary>The server said no. Decide by Code; a status of 429 or from 500 on passes by itself.</summary>
    public sealed class Refused : FlowerWarException
    {
        public Refused(int status, string code, string reason, string message, TimeSpan wait)
            : base($"refused: {status} {code}{(message == "" ? "" : $" ({message})")}")
        {
            Status = status;
            Code = code;
            Reason = reason;
            Wait = wait;
        }

        public int Status { get; }
        /// <summary>Stable, such as "banned", "other-protocol" or "illegal-move"; empty if a proxy answered.</summary>
        public string Code { get; }
        /// <summary>The rule or the field that is meant; empty if there is none.</summary>
        public string Reason { get; }
        /// <summary>How long the server asks to wait.</summary>
        public TimeSpan Wait { get; }

        public override bool Passes => Status == 429 || Status >= 500;
        /// <summary>A limit refuses before anything is done.</summary>
        public override bool MayHaveCounted => Status >= 500;
    }

    /// <summary>There was no answer, or no whole one.</summary>
    public sealed class Unreachable : FlowerWarException
    {
        readonly bool wasSent;

        public Unreachable(string message, bool wasSent, Exception cause = null) : base(message, cause) { this.wasSent = wasSent; }

        public override bool Passes => true;
        public override bool MayHaveCounted => wasSent;
    }

    /// <summary>An answer is not JSON, too long, or of another form. Asking again does not help: look at the address.</summary>
    public sealed class WrongAnswer : FlowerWarException
    {
        public WrongAnswer(string message) : base(message) { }

        public override bool Passes => false;
        public override bool MayHaveCounted => true;
    }
}
