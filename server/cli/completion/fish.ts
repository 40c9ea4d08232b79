import { allNodes, type CommandNode, nameOf, type OptionNode } from './command-tree.ts'

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const at = (path: string) => `complete -c strongroom -n ${quoted(`__strongroom_at "${path}"`)}`

function optionLine({ path }: CommandNode, { long, description, takesValue, takesFile, choices }: OptionNode): string {
  const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesFile ? ' -r -F' : ' -x'
  return `${at(path)} -l ${long.slice(2)}${takesValue ? value : ''} -d ${quoted(description)}`
}

const linesOf = (node: CommandNode): readonly string[] => [
  ...node.commands.map((each) => `${at(node.path)} -f -a ${nameOf(each)} -d ${quoted(each.description)}`),
  ...(node.choices.length > 0 ? [`${at(node.path)} -f -a ${quoted(node.choices.join(' '))}`] : []),
  ...node.options.map((option) => optionLine(node, option)),
]

/** A script for fish that knows every command and option; nothing is started to complete a word. */
export function fishCompletion(program: CommandNode): string {
  const nodes = allNodes(program)
  const paths = nodes.filter(({ path }) => path !== '').map(({ path }) => quoted(path))
  return `# fish completion for strongroom
function __strongroom_at
    set -l path
    for word in (commandline -opc)[2..-1]
        if contains -- (string join ' ' -- $path $word) ${paths.join(' ')}
            set -a path $word
        end
    end
    test "$path" = "$argv[1]"
end
${nodes.flatMap(linesOf).join('\n')}
`
}
