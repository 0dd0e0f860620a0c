import type { Command } from "commander";

export type Shell = "bash" | "zsh" | "fish";

interface Flag {
  /** "-v", "--verbose". */
  readonly names: readonly string[];
  readonly help: string;
  readonly takes: boolean;
  readonly choices: readonly string[];
}

interface Known {
  readonly name: string;
  readonly help: string;
  readonly flags: readonly Flag[];
  /** Words that its arguments can be; none: files. */
  readonly words: readonly string[];
}

/** The command that `vcr FILE` is. */
const DEFAULT = "tui";

/** A script that completes commands, options, their choices and files; made from the program's own description. */
export function completionScript(program: Command, shell: Shell): string {
  const commands = program.commands.map(knownOf);
  return { bash, zsh, fish }[shell](commands);
}

function knownOf(command: Command): Known {
  const flags = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ short, long, description, required, optional, argChoices = [] }) => ({
      names: [short, long].filter((name) => name !== undefined && name !== null),
      help: description,
      takes: required || optional,
      choices: argChoices,
    }));
  return {
    name: command.name(),
    help: command.description(),
    flags: [...flags, { names: ["-h", "--help"], help: "display help for command", takes: false, choices: [] }],
    words: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  };
}

function namesOf(commands: readonly Known[]): readonly string[] {
  return [...commands.map(({ name }) => name), "help"];
}

function bash(commands: readonly Known[]): string {
  const cases = commands.flatMap(({ name, flags }) =>
    flags
      .filter(({ choices }) => choices.length > 0)
      .map(
        ({ names, choices }) =>
          `    ${names.map((flag) => `${name}:${flag}`).join("|")}) words="${choices.join(" ")}" ;;`,
      ),
  );
  const options = commands.map(
    ({ name, flags }) => `      ${name}) words="${flags.flatMap(({ names }) => names).join(" ")}" ;;`,
  );
  const words = commands
    .filter(({ words }) => words.length > 0)
    .map(({ name, words }) => `    case $command in ${name}) words="${words.join(" ")}" ;; esac`);
  return `# Completion of vcr in bash. In ~/.bashrc: eval "$(vcr completion bash)"
_vcr() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=${DEFAULT} words= i
  COMPREPLY=()
  if [[ $cur == = ]]; then cur=
  elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ \${COMP_WORDS[i]} == -- ]] && return 0
  done
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      ${namesOf(commands).join("|")}) command=\${COMP_WORDS[i]}; break ;;
      -*) ;;
      *) break ;;
    esac
  done
  case $command:$prev in
${cases.join("\n")}
  esac
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    return 0
  fi
  if [[ $cur == -* ]]; then
    case $command in
${options.join("\n")}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    return 0
  fi
  if ((COMP_CWORD == 1)); then words="${namesOf(commands).join(" ")}"
  elif [[ $command == help ]]; then words="${namesOf(commands).join(" ")}"
  else
${words.join("\n")}
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [[ -z $words ]] || ((COMP_CWORD == 1)); then
    local IFS=$'\\n'
    COMPREPLY+=($(compgen -f -- "$cur"))
    compopt -o filenames 2>/dev/null
  fi
  return 0
}
complete -F _vcr vcr
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function zsh(commands: readonly Known[]): string {
  const described = commands.map(({ name, help }) => `    ${quoted(`${name}:${help.replaceAll(":", "\\:")}`)}`);
  const rest = commands.map(
    ({ name, flags, words }) =>
      `        ${name}) _arguments ${[...flags.map(zshFlag), zshArgument(words)].join(" ")} ;;`,
  );
  const first = commands.find(({ name }) => name === DEFAULT);
  return `#compdef vcr
# Completion of vcr in zsh. In ~/.zshrc, behind compinit: eval "$(vcr completion zsh)"
_vcr() {
  local -a commands
  commands=(
${described.join("\n")}
  )
  local curcontext="$curcontext" state line
  _arguments -C '1: :->first' '*:: :->rest'
  case $state in
    first)
      if [[ $words[CURRENT] == -* ]]; then
        _arguments ${first?.flags.map(zshFlag).join(" ") ?? ""}
      else
        _describe -t commands 'vcr command' commands
        _files
      fi ;;
    rest)
      case $words[1] in
${rest.join("\n")}
        *) _files ;;
      esac ;;
  esac
}
if [[ $funcstack[1] == _vcr ]]; then _vcr "$@"; else compdef _vcr vcr; fi
`;
}

function zshFlag({ names, help, takes, choices }: Flag): string {
  const text = help.replace(/[[\]:\\]/g, "\\$&");
  const value = takes ? `:value:${choices.length > 0 ? `(${choices.join(" ")})` : "_files"}` : "";
  const spec = quoted(`[${text}]${value}`);
  return names.length > 1 ? `'(${names.join(" ")})'{${names.join(",")}}${spec}` : `${names[0]}${spec}`;
}

function zshArgument(words: readonly string[]): string {
  return words.length > 0 ? `'1:word:(${words.join(" ")})'` : "'*:file:_files'";
}

function fish(commands: readonly Known[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const lines = commands.flatMap(({ name, help, flags, words }) => {
    const here =
      name === DEFAULT
        ? `not __fish_seen_subcommand_from ${names.replace(DEFAULT, "").trim()}`
        : `__fish_seen_subcommand_from ${name}`;
    return [
      `complete -c vcr -n __fish_use_subcommand -a ${name} -d ${quoted(help)}`,
      ...flags.map((flag) => `complete -c vcr -n ${quoted(here)} ${fishFlag(flag)}`),
      ...(words.length > 0 ? [`complete -c vcr -f -n ${quoted(here)} -a ${quoted(words.join(" "))}`] : []),
    ];
  });
  return `# Completion of vcr in fish. vcr completion fish > ~/.config/fish/completions/vcr.fish\n${lines.join("\n")}\n`;
}

function fishFlag({ names, help, takes, choices }: Flag): string {
  const spelled = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(" "))}` : takes ? " -r" : "";
  return `${spelled.join(" ")}${value} -d ${quoted(help)}`;
}
