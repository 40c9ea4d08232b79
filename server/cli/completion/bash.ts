import { allNodes, type CommandNode, nameOf, type OptionNode } from './command-tree.ts'

const quoted = (text: string) => `'${text}'`

/** A path of words as the script keeps it: with a space in front of each. */
const key = (path: string) => (path === '' ? '' : ` ${path}`)

const valueCase = ({ path }: CommandNode, { long, takesFile, choices }: OptionNode) => {
  const reply = choices.length > 0 ? `words=${quoted(choices.join(' '))}` : `${takesFile ? 'files=1' : 'return'}`
  return `    ${quoted(`${key(path)} ${long}`)}) ${reply} ;;`
}

const wordsOf = ({ commands, options, choices }: CommandNode) =>
  [...commands.map(nameOf), ...choices, ...options.map(({ long }) => long), '--help'].join(' ')

/** A script for bash that knows every command and option; nothing is started to complete a word. */
export function bashCompletion(program: CommandNode): string {
  const nodes = allNodes(program)
  const paths = nodes.filter(({ path }) => path !== '').map(({ path }) => quoted(key(path)))
  const values = nodes.flatMap((node) =>
    node.options.filter(({ takesValue }) => takesValue).map((option) => valueCase(node, option)),
  )
  return `# bash completion for strongroom
_strongroom() {
  local path='' words='' files='' i
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path \${COMP_WORDS[i]}" in
    ${paths.join(' | ')}) path="$path \${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$path $previous" in
${values.join('\n')}
  esac
  if [ -n "$files" ]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$current"))
    return
  fi
  if [ -z "$words" ]; then
    case "$path" in
${nodes.map((node) => `    ${quoted(key(node.path))}) words=${quoted(wordsOf(node))} ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _strongroom strongroom
`
}
