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

const everyCommand = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(everyCommand)]

test('the program, each group and each command have examples', async () => {
  const paths = everyCommand(await createProgram()).map(pathOf)
  expect(paths.filter((path) => !examples[path])).toEqual([])
  expect(Object.keys(examples).filter((path) => !paths.includes(path))).toEqual([])
  for (const args of [['--help'], ['tokens', '--help']])
    expect((await strongroom(args)).stdout, args.join(' ')).toMatch(/\nExamples:\n {2}strongroom /)
})

test('each example is a command with its own options', async () => {
  const nodes = allNodes(nodeOf(await createProgram()))
  const named = (line: string) => nodes.filter(({ path }) => path && new RegExp(`strongroom ${path}\\b`).test(line))
  for (const [path, lists] of Object.entries(examples))
    for (const [line] of lists) {
      expect(line).toContain(['strongroom', path].filter(Boolean).join(' '))
      const command = named(line).toSorted((one, other) => other.path.length - one.path.length)[0]
      const options = command?.options.map(({ long }) => long)
      expect(options, line).toBeDefined()
      for (const [option] of line.matchAll(/--[a-z-]+/g)) expect(options, line).toContain(option)
    }
})
