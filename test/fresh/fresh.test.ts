// @module-tag long
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { freePort, isFree } from '../harness/free-port.ts'
import { type BareDebian, bareDebian, bareDebianProblem, type Toolchain } from './bare-debian.ts'

/** What people have: Debian 12, and the Node of each line with an npm that came with it. */
const machines: readonly (readonly [string, Toolchain])[] = [
  ['Node 20 and npm 10.8', { node: '20.20.2', npm: '10.8.2' }],
  ['Node 18 and npm 9.2 of Debian', 'debian'],
  ['Node 22 and npm 11', { node: '22.23.2', npm: '11.21.2' }],
  ['Node 24 and npm 11', { node: '24.21.0', npm: '11.21.2' }],
]
const tried = process.env.STRONGROOM_FRESH === 'long' ? machines : machines.slice(0, 1)

const minutes = 60_000
const megabyte = 2 ** 20

/** Shell commands of the README in their order, one for each statement. */
function readmeCommands(): readonly string[] {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  return blocks
    .join('')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter(Boolean)
}

async function ended(machine: BareDebian, script: string) {
  const child = machine.start(script)
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status: status as number, stdout, stderr }
}

/** The README's commands, on another port where something else has theirs. */
async function commandsHere(): Promise<readonly string[]> {
  const port = (await isFree(8420)) ? 8420 : await freePort()
  return readmeCommands().map((line) =>
    line === 'npm start' && port !== 8420 ? `npm start -- --port ${port}` : line.replace(':8420', `:${port}`),
  )
}

/** Starts the demo with the README's own command and waits until it serves. */
async function startDemo(machine: BareDebian, command: string) {
  const child = machine.start(`${command} 2>&1`)
  const said: string[] = []
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) {
    said.push(line)
    if (/^ +URL +http/.test(line)) break
  }
  lines.close()
  child.stdout.resume()
  const stop = async () => {
    const gone = once(child, 'close')
    child.kill('SIGKILL')
    await gone
  }
  return { said: said.join('\n'), [Symbol.asyncDispose]: stop }
}

/** The answers of a machine to the README's requests, with what each was asked. */
async function askAsReadme(machine: BareDebian, commands: readonly string[]) {
  const isRequest = (line: string) => /^(TRY=|URL=|curl )/.test(line)
  const script = commands.filter(isRequest).map((line) => (line.startsWith('curl ') ? `${line} && echo` : line))
  const { stdout } = await ended(machine, script.join('\n'))
  const answers = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { isSuccess: boolean })
  return script
    .filter((line) => line.startsWith('curl '))
    .map((line, at) => ({ line, isSuccess: answers[at]?.isSuccess }))
}

describe.each(tried)('a bare Debian with %s', (_name, toolchain) => {
  test(
    'runs the commands of the README, without a compiler and as a user who is not root',
    async ({ skip }) => {
      skip(bareDebianProblem !== null, bareDebianProblem ?? undefined)
      await using machine = await bareDebian(toolchain)
      const user = await ended(machine, 'id -u; command -v cc gcc c++ g++ make')
      expect(user).toMatchObject({ stdout: '1000\n', stderr: '' })
      const commands = await commandsHere()
      const start = commands.find((line) => line.startsWith('npm start')) ?? ''
      {
        await using demo = await startDemo(machine, start)
        expect(demo.said).toMatch(/Installing \d+ packages \(.+\)\. This takes/)
        expect(demo.said).not.toMatch(/gyp|EBADENGINE|npm (warn|error|WARN|ERR)/)
        const answers = await askAsReadme(machine, commands)
        expect(answers.length).toBeGreaterThan(3)
        expect(answers).toEqual(answers.map(({ line }) => ({ line, isSuccess: !line.includes('wrong') })))
      }
      expect(await ended(machine, 'npx strongroom --version')).toEqual({
        status: 0,
        stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
        stderr: '',
      })
      const { stdout: size } = await ended(machine, 'du -s --block-size=1 node_modules')
      expect(Number.parseInt(size, 10)).toBeLessThan(250 * megabyte)
      await using again = await startDemo(machine, start)
      expect(again.said).not.toContain('Installing')
      const lockfile = 'package-lock.json'
      expect(readFileSync(join(machine.clone, lockfile), 'utf8')).toBe(readFileSync(lockfile, 'utf8'))
    },
    30 * minutes,
  )
})
