import { forkOf } from '../../../desktop/main/local/child.ts'
import { commandLineOf, runCommandLine } from '../../../desktop/main/local/command-line.ts'
import { forkWithNode } from './fork-with-node.ts'

/** Plays a console of a system that was started with a command: `PLATFORM ENTRY ARGUMENT...`. */
const [platform, entry = '', ...argv] = process.argv.slice(2)
const args = commandLineOf(argv)
if (!args) throw new Error('a window is asked for')
process.exitCode = await runCommandLine({
  fork: forkOf(forkWithNode, entry),
  args,
  platform: platform as NodeJS.Platform,
})
