import type { Command } from 'commander'
import { configOf } from '../config.ts'
import { type Serving, startServing } from '../serving.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { type GivenListen, listenConfigOf, withListenOptions } from './listen-options.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer } from './output.ts'
import { untilStopped } from './until-stopped.ts'

type Given = GivenFolder & GivenListen

const addressesOf = ({ url, simulatorUrl }: Serving) => ({
  url,
  trpcUrl: `${url}/trpc`,
  docsUrl: `${url}/docs`,
  ...(simulatorUrl && { simulatorUrl }),
})

const textOf = ({ url, simulatorUrl }: Serving, dataDir: string) =>
  [
    `Strongroom serves ${dataDir}`,
    `  URL        ${url}`,
    `  API page   ${url}/docs`,
    ...(simulatorUrl ? [`  simulator  ${simulatorUrl}`] : []),
  ].join('\n')

async function serve(given: Given): Promise<void> {
  const options = folderOptionsOf(given)
  const { dataDir, keyFile } = options
  await using serving = await startServing(configOf({ dataDir, keyFile, ...listenConfigOf(given) }))
  answer(options, addressesOf(serving), () => textOf(serving, dataDir))
  try {
    await untilStopped(serving.broken)
  } catch (error) {
    throw new CommandError(`the server had to stop: ${(error as Error).message}`, {
      nextStep: 'Start it again; if that fails, run "strongroom doctor" with the same --data.',
      exitCode: exitCodes.failed,
    })
  }
}

export const addServe = (program: Command): void =>
  void withListenOptions(
    withFolderOptions(program.command('serve').description('serve the API of a data folder until it is told to stop')),
  ).action(serve)
