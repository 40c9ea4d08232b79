import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { allNodes, nodeOf } from '../../server/cli/completion/command-tree.ts'
import { completions } from '../../server/cli/completion/completion.ts'
import { examples, pathOf } from '../../server/cli/examples.ts'
import { createProgram } from '../../server/cli/run.ts'
import { strongroom } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const isInstalled = (shell: string) => spawnSync(shell, ['--version']).error === undefined

/** What a shell does to complete the last of the words, with the script in `$1`. */
const asks: Readonly<Record<string, (words: readonly string[]) => string>> = {
  bash: (words) =>
    `source "$1"; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _strongroom; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (words) =>
    `compdef() { :; }; compadd() { shift; print -l -- "$@"; }; _describe() { print -l -- $(print -l -- \${(P)@[-1]} | cut -d: -f1); }; ` +
    '_files() { :; }; _message() { :; }; source "$1"; ' +
    `words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}; PREFIX='${words.at(-1)}'; _strongroom`,
  fish: (words) => `source $argv[1]; complete -C '${words.join(' ')}' | string replace -r '\\t.*' ''`,
}

const lines = [
  { words: ['strongroom', ''], has: ['serve', 'rotate', 'custodians'], hasNot: ['create'] },
  { words: ['strongroom', 'token', ''], has: ['create', 'list', 'revoke'], hasNot: ['serve'] },
  { words: ['strongroom', 'serve', '--log-level', ''], has: ['debug', 'silent'], hasNot: ['--port'] },
  { words: ['strongroom', 'rotate', '--'], has: ['--credentials', '--idempotency-key'], hasNot: ['--kind'] },
] as const

test.for(Object.keys(completions))('%s completes commands, options and choices', async (shell, { skip }) => {
  skip(!isInstalled(shell), `not installed here: ${shell}`)
  await using folder = await temporaryFolder()
  const script = join(folder.path, 'script')
  writeFileSync(script, completions[shell]?.(nodeOf(await createProgram())) ?? '')
  for (const { words, has, hasNot } of lines) {
    const arguments_ = ['-c', asks[shell]?.(words) ?? '', ...(shell === 'fish' ? [] : [shell]), script]
    const offered = execFileSync(shell, arguments_, { encoding: 'utf8', cwd: folder.path }).split(/\s+/)
    const fitting = shell === 'zsh' ? offered : offered.filter((word) => word.startsWith(words.at(-1) ?? ''))
    expect(fitting, words.join(' ')).toEqual(expect.arrayContaining([...has]))
    for (const word of hasNot) expect(fitting, words.join(' ')).not.toContain(word)
  }
})

test('the command prints the script of all commands', async () => {
  const { status, stdout } = await strongroom(['completion', 'fish'])
  expect(status).toBe(0)
  expect(stdout).toBe(completions.fish?.(nodeOf(await createProgram())))
})

const leaves = (command: Command): readonly Command[] =>
  command.commands.length > 0 ? command.commands.flatMap(leaves) : [command]

test('each command has examples, and each example is a command with its own options', async () => {
  const program = await createProgram()
  expect(
    leaves(program)
      .map(pathOf)
      .filter((path) => !examples[path]),
  ).toEqual([])
  const nodes = allNodes(nodeOf(program))
  for (const [path, lists] of Object.entries(examples)) {
    const options = nodes.find((node) => node.path === path)?.options.map(({ long }) => long)
    expect(options, path).toBeDefined()
    for (const [line] of lists) {
      expect(line).toContain(`strongroom ${path}`)
      for (const [option] of line.matchAll(/--[a-z-]+/g)) expect(options).toContain(option)
    }
  }
})
