// @module-tag long
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { strongroom } from '../harness/cli.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/offline-machines.md'), 'utf8')

/** Each command line of the guide, from its first word after `strongroom` on. */
const commands = [...guide.matchAll(/(?:^|`)strongroom ((?!-)[^`\n]+)/gm)].map(([, line = '']) =>
  line.trim().split(/\s+/),
)

const isWord = (word: string | undefined) => word !== undefined && /^[a-z]+$/.test(word)

test('the guide for offline machines uses only existing commands and options', async () => {
  expect(commands.length).toBeGreaterThan(8)
  for (const [first = '', second, ...rest] of commands) {
    const isCredentials = ['token', 'backup', 'keys'].includes(first) && isWord(second)
    const { status, stdout } = await strongroom([first, ...(isCredentials && second ? [second] : []), '--help'])
    const line = `strongroom ${[first, second, ...rest].join(' ')}`
    expect({ line, status, usage: stdout.split('\n')[0] }).toMatchObject({
      status: 0,
      usage: expect.stringContaining(isCredentials ? `${first} ${second}` : first),
    })
    for (const option of [second, ...rest].filter((word) => word?.startsWith('--')))
      expect(`${line}: ${stdout}`).toContain(`${option} `)
  }
})
