export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/*
 * Each asks `quarry complete -- <words>` for the candidates of the last word, so that a new version needs no new script. It prints
 * a line `word<TAB>note` for each, and last `:file` if names of files fit too, else `:none`.
 */

const BASH = String.raw`# Completion of quarry for bash. Load it with: source <(quarry completion bash)
_quarry() {
  local words=() glue='' word line last prefix mode
  # bash splits words at = and :, which belong to options and addresses here.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if ((\${#words[@]})) && [[ $word == [=:] || -n $glue ]]; then
      words[\${#words[@]}-1]+=$word
      glue=
    else
      words+=("$word")
    fi
    [[ $word == [=:] ]] && glue=1
  done
  last=\${words[\${#words[@]}-1]}
  prefix=\${last%"\${last##*[=:]}"}
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :file | :none) mode=$line ;;
      *)
        word=\${line%%$'\t'*}
        if [[ $word == *[!a-zA-Z0-9_./,:=@+-]* ]]; then printf -v word %q "$word"; fi
        COMPREPLY+=("\${word#"$prefix"}")
        ;;
    esac
  done < <("\${COMP_WORDS[0]}" complete -- "\${words[@]}" 2>/dev/null)
  # Without a candidate, readline completes names of files.
  if [[ $mode == :file ]]; then compopt -o default 2>/dev/null; fi
}
complete -F _quarry quarry
`;

const ZSH = String.raw`#compdef quarry
# Completion of quarry for zsh. Load it with: source <(quarry completion zsh)
_quarry() {
  local -a lines candidates
  local line
  lines=("\${(@f)$("\${words[1]}" complete -- "\${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
  for line in "\${(@)lines[1,-2]}"; do
    candidates+=("\${\${line%%$'\t'*}//:/\\:}:\${line#*$'\t'}")
  done
  (( $#candidates )) && _describe -V 'quarry' candidates
  if [[ \${lines[-1]} == :file ]]; then _files; fi
}
if [[ $funcstack[1] == _quarry ]]; then _quarry "$@"; else compdef _quarry quarry; fi
`;

const FISH = String.raw`# Completion of quarry for fish. Load it with: quarry completion fish | source
function __quarry_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines ($words[1] complete -- $words[2..-1] "$current" 2>/dev/null)
    set -l mode $lines[-1]
    set -e lines[-1]
    if test (count $lines) -gt 0
        printf '%s\n' $lines
    end
    if test "$mode" = ':file'
        __fish_complete_path "$current"
    end
end
complete -c quarry -f -a '(__quarry_complete)'
`;

// In a raw template \${ keeps its backslash, which the shells must not see.
const unescaped = (script: string): string => script.replaceAll('\\${', '${');

const SCRIPTS: Readonly<Record<Shell, string>> = { bash: unescaped(BASH), zsh: unescaped(ZSH), fish: unescaped(FISH) };

/** What a shell loads to complete `quarry`. */
export const completionScript = (shell: Shell): string => SCRIPTS[shell];
