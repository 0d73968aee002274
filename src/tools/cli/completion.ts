import { type Command, type CommandTable, EXIT, optionsOf, UsageError } from './command.js';

const SHELLS: Readonly<Record<string, (words: readonly Words[]) => string>> = {
  bash: bash,
  // Zsh can read the completions of bash.
  zsh: (words) => `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`,
  fish,
};

export const completion = (table: CommandTable): Command => ({
  usage: `<${Object.keys(SHELLS).join('|')}>`,
  help: `Prints a script that completes commands and options:
  bash  source <(npx dtospec completion bash), in .bashrc
  zsh   source <(npx dtospec completion zsh), in .zshrc
  fish  npx dtospec completion fish | source, in config.fish`,
  options: {},
  examples: ['bash'],
  positionals: [1, 1],
  run: async ([shell = ''], _options, { print }) => {
    const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (write === undefined)
      throw new UsageError(
        `The shell must be one of ${Object.keys(SHELLS).join(', ')}, not ${JSON.stringify(shell)}.`,
      );
    print(write(await wordsOf(table, [])));
    return EXIT.done;
  },
});

interface Words {
  readonly path: readonly string[];
  readonly commands: readonly (readonly [name: string, summary: string])[];
  readonly options: readonly (readonly [name: string, description: string])[];
}

async function wordsOf(table: CommandTable, path: readonly string[]): Promise<Words[]> {
  const commands = Object.entries(table).map(([name, { summary }]) => [name, summary] as const);
  const inner = await Promise.all(
    Object.entries(table).map(async ([name, entry]) => {
      const place = [...path, name];
      if ('commands' in entry) return wordsOf(entry.commands, place);
      const options = optionsOf(await entry.load()).map((one) => [one.name, one.description] as const);
      return [{ path: place, commands: [], options }];
    }),
  );
  return [{ path, commands, options: [] }, ...inner.flat()];
}

function bash(all: readonly Words[]): string {
  const cases = all.map(({ path, commands, options }) => {
    const words = [...commands.map(([name]) => name), ...options.map(([name]) => `--${name}`)];
    return `    ${JSON.stringify(path.join(' '))}) words=${JSON.stringify(words.join(' '))} ;;`;
  });
  return `_dtospec() {
  local word path="" words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) case " ${all.map(({ path }) => path.join('/')).join(' ')} " in
      *" \${path:+\${path// //}/}$word "*) path="\${path:+$path }$word" ;;
    esac ;; esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _dtospec dtospec
`;
}

function fish(all: readonly Words[]): string {
  const lines = all.flatMap(({ path, commands, options }) => {
    const names = commands.map(([name]) => name).join(' ');
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
    const none = names === '' ? [] : [`not __fish_seen_subcommand_from ${names}`];
    const condition = [...seen, ...none].join('; and ');
    const when = condition === '' ? '' : ` -n ${quote(condition)}`;
    return [
      ...commands.map(([name, summary]) => `complete -c dtospec${when} -a ${name} -d ${quote(summary)}`),
      ...options.map(
        ([name, description]) => `complete -c dtospec${when} -l ${name} -d ${quote(description)}`,
      ),
    ];
  });
  return `${lines.join('\n')}\n`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
