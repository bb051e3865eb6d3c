// Reads lines of JSON, {"type": the name of a class, "json": an object}, and writes what the properties of that class read, as JSON.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using FlowerWar;

static class EveryField
{
    static void Main()
    {
        for (var text = Console.ReadLine(); text != null; text = Console.ReadLine())
        {
            var line = Json.Object(Json.Read(text));
            Console.WriteLine(Json.Write(AsJson(Made((string)line["type"], line["json"]))));
        }
    }

    static object Made(string name, object json)
    {
        var type = typeof(Node).Assembly.GetType(name, true);
        var of = type.GetMethod("Of");
        return of == null ? Activator.CreateInstance(type, json) : of.Invoke(null, new[] { json });
    }

    static object AsJson(object read)
    {
        if (read is Node node) return Fields(node);
        if (read is string || read == null) return read;
        if (read is System.Collections.IDictionary map)
            return map.Keys.Cast<string>().ToDictionary(key => key, key => AsJson(map[key]));
        if (read is System.Collections.IEnumerable list) return list.Cast<object>().Select(AsJson).ToList();
        return read;
    }

    static object Fields(Node node)
    {
        var fields = new Dictionary<string, object>();
        foreach (var property in node.GetType().GetProperties().Where(one => one.Name != "Json"))
        {
            var name = node.Json.Keys.FirstOrDefault(key => IsNamed(property, key));
            var value = property.GetValue(node);
            if (name != null) fields[name] = AsJson(value);
            else if (value != null) throw new Exception($"{property.Name} of {node.GetType()} is read although it did not come");
        }
        return fields;
    }

    static bool IsNamed(MemberInfo property, string field)
    {
        var name = char.ToUpperInvariant(field[0]) + field.Substring(1);
        return property.Name == name || property.Name == $"The{name}";
    }
}
