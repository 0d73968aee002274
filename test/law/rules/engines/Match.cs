using System;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

/// <summary>Asks .NET's Regex, by IsMatch. In and out as match.py says.</summary>
public static class Match
{
    public static void Main()
    {
        var answers = new StringBuilder();
        for (var line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            answers.Append(Answer(line.Split(' ').Select(Text).ToArray())).Append('\n');
        }
        Console.Write(answers);
    }

    static string Answer(string[] texts)
    {
        try
        {
            var expression = new Regex(texts[0]);
            return string.Concat(texts.Skip(1).Select(value => expression.IsMatch(value) ? '1' : '0'));
        }
        catch (ArgumentException error)
        {
            return "!" + error.Message.Replace('\n', ' ');
        }
    }

    static string Text(string token)
    {
        return Encoding.UTF8.GetString(Convert.FromBase64String(token.Substring(1)));
    }
}
