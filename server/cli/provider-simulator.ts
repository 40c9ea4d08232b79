import type { Command } from 'commander'
import { simulatorFileIn } from '../config.ts'
import { openLog } from '../platform/log.ts'
import { hasSimulator, startFolderSimulator } from '../serving.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer } from './output.ts'
import { parsePort } from './parse.ts'
import { listenForStop } from './until-stopped.ts'

async function simulateProviders(given: GivenFolder & { readonly port: number }): Promise<void> {
  const stop = listenForStop()
  const options = folderOptionsOf(given)
  const file = simulatorFileIn(options.dataDir)
  if (!hasSimulator(options.dataDir))
    throw new CommandError(`there is no ${file}`, {
      nextStep: 'Choose a folder that has one with --data; "strongroom demo" creates one.',
      exitCode: exitCodes.notFound,
    })
  await using log = openLog('info')
  await using simulator = await startFolderSimulator(options.dataDir, { log: log.log, port: given.port })
  const { url } = simulator
  answer(options, { url }, () => `The provider simulator answers for the keys of ${file}\n  URL  ${url}`)
  await stop.untilStopped(new Promise(() => {}))
}

export const addProviderSimulator = (program: Command): void =>
  void withFolderOptions(program.command('provider-simulator'))
    .option('--port <number>', 'port to listen on, 0 for any free one', parsePort, 0)
    .action(simulateProviders)
