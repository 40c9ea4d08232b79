import { allNodes, type CommandNode, nameOf, type OptionNode } from './command-tree.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const key = (path: string) => (path === '' ? '' : ` ${path}`)

/** A word and its description, as \`_describe\` takes them. */
const described = (word: string, description: string) => quoted(`${word.replaceAll(':', '\\:')}:${description}`)

const valueCase = ({ path }: CommandNode, { long, takesFile, choices }: OptionNode) => {
  const reply = choices.length > 0 ? `compadd -- ${choices.join(' ')}` : takesFile ? '_files' : '_message value'
  return `    ${quoted(`${key(path)} ${long}`)}) ${reply}; return ;;`
}

function wordCase({ path, commands, options, choices }: CommandNode): string {
  const subjects = [
    ...commands.map((each) => described(nameOf(each), each.description)),
    ...choices.map((choice) => described(choice, choice)),
  ]
  const flags = options.map(({ long, description }) => described(long, description))
  return `    ${quoted(key(path))})
      subjects=(${subjects.join(' ')})
      flags=(${[...flags, described('--help', 'display help for command')].join(' ')}) ;;`
}

/** A script for zsh that knows every command and option; nothing is started to complete a word. */
export function zshCompletion(program: CommandNode): string {
  const nodes = allNodes(program)
  const paths = nodes.filter(({ path }) => path !== '').map(({ path }) => quoted(key(path)))
  const values = nodes.flatMap((node) =>
    node.options.filter(({ takesValue }) => takesValue).map((option) => valueCase(node, option)),
  )
  return `#compdef strongroom
_strongroom() {
  local at='' i
  local -a subjects flags
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
    ${paths.join(' | ')}) at="$at \${words[i]}" ;;
    esac
  done
  case "$at \${words[CURRENT - 1]}" in
${values.join('\n')}
  esac
  case "$at" in
${nodes.map(wordCase).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option flags
  elif (( \${#subjects} )); then
    _describe command subjects
  else
    _files
  fi
}
if [ "$funcstack[1]" = _strongroom ]; then _strongroom "$@"; else compdef _strongroom strongroom; fi
`
}
