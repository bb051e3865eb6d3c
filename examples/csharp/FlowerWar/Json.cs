using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

namespace FlowerWar
{
    /// <summary>An object of the server, as it came: also with fields that this client does not know.</summary>
    public abstract class Node
    {
        protected Node(object json) { Json = FlowerWar.Json.Object(json); }

        public IReadOnlyDictionary<string, object> Json { get; }

        protected T Get<T>(string name, Func<object, T> read)
        {
            if (!Json.ContainsKey(name)) throw new WrongAnswer($"{GetType().Name} came without \"{name}\".");
            return Optional(name, read);
        }

        protected T Optional<T>(string name, Func<object, T> read)
        {
            if (!Json.TryGetValue(name, out var value)) return default(T);
            try { return read(value); }
            catch (WrongAnswer wrong) { throw new WrongAnswer($"{GetType().Name}.{name}: {wrong.Message}"); }
        }
    }

    /// <summary>
    /// JSON as text, long, double, bool, null, lists and dictionaries. Unity has no System.Text.Json, and its JsonUtility knows neither
    /// maps nor absent fields.
    /// </summary>
    public static class Json
    {
        /// <summary>No answer of a server is nested as deep as this.</summary>
        const int Deepest = 64;

        public static string Text(object value) => As<string>(value, "text");
        public static bool Flag(object value) => As<bool>(value, "true or false");
        public static long Whole(object value) => As<long>(value, "a whole number");
        public static double Number(object value) => value is long whole ? whole : As<double>(value, "a number");
        public static object Any(object value) => value;

        public static IReadOnlyDictionary<string, object> Object(object value) =>
            As<IReadOnlyDictionary<string, object>>(value, "an object");

        public static Func<object, IReadOnlyList<T>> List<T>(Func<object, T> read) =>
            value => As<IReadOnlyList<object>>(value, "a list").Select(read).ToArray();

        public static Func<object, IReadOnlyDictionary<string, T>> Map<T>(Func<object, T> read) =>
            value => Object(value).ToDictionary(field => field.Key, field => read(field.Value));

        static T As<T>(object value, string wanted)
        {
            if (value is T read) return read;
            var text = Write(value);
            throw new WrongAnswer($"{wanted} was to come, not {(text.Length > 40 ? text.Substring(0, 40) + "…" : text)}");
        }

        public static object Read(string text)
        {
            var reader = new Reader(text);
            var value = reader.Value(0);
            reader.End();
            return value;
        }

        public static string Write(object value)
        {
            var text = new StringBuilder();
            Write(value, text);
            return text.ToString();
        }

        static void Write(object value, StringBuilder text)
        {
            if (value == null) text.Append("null");
            else if (value is bool flag) text.Append(flag ? "true" : "false");
            else if (value is string words) Quote(words, text);
            else if (value is double number) text.Append(number.ToString("R", CultureInfo.InvariantCulture));
            else if (value is long || value is int) text.Append(Convert.ToString(value, CultureInfo.InvariantCulture));
            else if (value is Node node) Write(node.Json, text);
            else if (value is IReadOnlyDictionary<string, object> fields)
                Items('{', fields, field => { Quote(field.Key, text); text.Append(':'); Write(field.Value, text); }, '}', text);
            else if (value is IEnumerable<object> list) Items('[', list, item => Write(item, text), ']', text);
            else throw new ArgumentException($"JSON has no {value.GetType().Name}");
        }

        static void Items<T>(char open, IEnumerable<T> items, Action<T> write, char close, StringBuilder text)
        {
            text.Append(open);
            var first = true;
            foreach (var item in items)
            {
                if (!first) text.Append(',');
                first = false;
                write(item);
            }
            text.Append(close);
        }

        /// <summary>Plain ASCII, so that the encoding of a console does no harm.</summary>
        static void Quote(string words, StringBuilder text)
        {
            text.Append('"');
            foreach (var letter in words)
            {
                if (letter == '"' || letter == '\\') text.Append('\\').Append(letter);
                else if (letter < ' ' || letter > '~') text.Append("\\u").Append(((int)letter).ToString("x4"));
                else text.Append(letter);
            }
            text.Append('"');
        }

        sealed class Reader
        {
            readonly string text;
            int at;

            public Reader(string text) { this.text = text; }

            public object Value(int depth)
            {
                if (depth > Deepest) throw Wrong("it is nested too deep");
                switch (Next())
                {
                    case '{': return Fields(depth);
                    case '[': return Items(depth);
                    case '"': return Words();
                    case 't': return Word("true", true);
                    case 'f': return Word("false", false);
                    case 'n': return Word("null", null);
                    default: return Number();
                }
            }

            public void End()
            {
                while (at < text.Length && IsSpace(text[at])) at++;
                if (at < text.Length) throw Wrong("more follows");
            }

            object Fields(int depth)
            {
                var fields = new Dictionary<string, object>();
                at++;
                if (Is('}')) return fields;
                do
                {
                    if (Next() != '"') throw Wrong("a name is missing");
                    var name = Words();
                    if (!Is(':')) throw Wrong("':' is missing");
                    fields[name] = Value(depth + 1);
                } while (Is(','));
                if (!Is('}')) throw Wrong("'}' is missing");
                return fields;
            }

            object Items(int depth)
            {
                var items = new List<object>();
                at++;
                if (Is(']')) return items;
                do items.Add(Value(depth + 1)); while (Is(','));
                if (!Is(']')) throw Wrong("']' is missing");
                return items;
            }

            string Words()
            {
                var words = new StringBuilder();
                for (at++; ; at++)
                {
                    if (at >= text.Length) throw Wrong("it ends in a text");
                    if (text[at] == '"') break;
                    words.Append(text[at] == '\\' ? Escaped() : text[at]);
                }
                at++;
                return words.ToString();
            }

            char Escaped()
            {
                at++;
                var letter = at < text.Length ? text[at] : '\0';
                var known = "\"\\/bfnrt".IndexOf(letter);
                if (known >= 0) return "\"\\/\b\f\n\r\t"[known];
                if (letter != 'u' || at + 4 >= text.Length) throw Wrong("an escape is not known");
                var digits = text.Substring(at + 1, 4);
                if (!ushort.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var code))
                    throw Wrong("an escape is not known");
                at += 4;
                return (char)code;
            }

            object Word(string word, object value)
            {
                if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw Wrong("a word is not known");
                at += word.Length;
                return value;
            }

            object Number()
            {
                var start = at;
                while (at < text.Length && "+-.eE0123456789".IndexOf(text[at]) >= 0) at++;
                var digits = text.Substring(start, at - start);
                var invariant = CultureInfo.InvariantCulture;
                if (long.TryParse(digits, NumberStyles.AllowLeadingSign, invariant, out var whole)) return whole;
                if (double.TryParse(digits, NumberStyles.Float, invariant, out var number)) return number;
                throw Wrong("a value is missing");
            }

            char Next()
            {
                while (at < text.Length && IsSpace(text[at])) at++;
                if (at >= text.Length) throw Wrong("it ends too early");
                return text[at];
            }

            bool Is(char wanted)
            {
                if (Next() != wanted) return false;
                at++;
                return true;
            }

            static bool IsSpace(char letter) => letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t';

            WrongAnswer Wrong(string why) => new WrongAnswer($"This is not JSON: {why}, at letter {at}.");
        }
    }
}
