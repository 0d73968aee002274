import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Asks java.util.regex, by find(). In and out as match.py says. */
public class Match {
  public static void main(String[] arguments) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    StringBuilder answers = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      answers.append(answer(line.split(" "))).append('\n');
    }
    System.out.print(answers);
  }

  static String answer(String[] tokens) {
    Pattern pattern;
    try {
      pattern = Pattern.compile(text(tokens[0]));
    } catch (PatternSyntaxException error) {
      return "!" + error.getDescription();
    }
    StringBuilder verdicts = new StringBuilder();
    for (int index = 1; index < tokens.length; index += 1) {
      verdicts.append(pattern.matcher(text(tokens[index])).find() ? '1' : '0');
    }
    return verdicts.toString();
  }

  static String text(String token) {
    return new String(Base64.getDecoder().decode(token.substring(1)), StandardCharsets.UTF_8);
  }
}
