import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { type Config, configOf, defaultDemoDir, keyFileIn } from '../config.ts'
import { DataFolderError } from '../platform/data-folder-error.ts'
import { type Serving, startServing } from '../serving.ts'
import { nameOfDatabase } from '../store/database-place.ts'
import { CommandError } from './command-error.ts'
import { withConfigFile } from './config-file.ts'
import { exitCodes } from './exit-codes.ts'
import { type GivenListen, listenConfigOf, withListenOptions } from './listen/listen-options.ts'
import { type FolderOptions, folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer } from './output.ts'
import { parseProcessId } from './parse.ts'
import { setting } from './settings.ts'
import { openSystemd } from './systemd.ts'
import { listenForStop, patienceMs } from './until-stopped.ts'

type Given = GivenFolder & GivenListen & { readonly demo?: boolean; readonly whileRuns?: number }

const addressesOf = ({ url, metricsUrl, simulatorUrl }: Serving) => ({
  url,
  trpcUrl: `${url}/trpc`,
  docsUrl: `${url}/docs`,
  ...(metricsUrl && { metricsUrl }),
  ...(simulatorUrl && { simulatorUrl }),
})

const textOf = ({ url, metricsUrl, simulatorUrl }: Serving, { dataDir, database }: FolderOptions) =>
  [
    `Strongroom is serving ${database ? nameOfDatabase(database) : dataDir}`,
    `  URL        ${url}`,
    `  API page   ${url}/docs`,
    ...(metricsUrl ? [`  metrics    ${metricsUrl}`] : []),
    ...(simulatorUrl ? [`  simulator  ${simulatorUrl}`] : []),
  ].join('\n')

/**
 * A demo has its own folder. Only the command line can choose another, or a database, so that no other setting points it
 * at real data.
 */
function demoOptionsOf({ store, ...given }: Given, command: Command): FolderOptions {
  const isGiven = (name: string) => command.getOptionValueSource(name) === 'cli'
  const options = folderOptionsOf({ ...given, ...(store !== undefined && isGiven('store') && { store }) })
  const dataDir = isGiven('data') ? options.dataDir : defaultDemoDir()
  return { ...options, dataDir, keyFile: isGiven('keyFile') ? options.keyFile : keyFileIn(dataDir) }
}

/** On a terminal, the printed commands must stay visible. */
const hidesRequests = (given: Given, command: Command): boolean =>
  given.demo === true && process.stderr.isTTY && command.getOptionValueSource('accessLog') === 'default'

async function start(given: Given, config: Partial<Config> & Pick<Config, 'dataDir' | 'keyFile'>) {
  if (!given.demo) return { serving: await startServing(configOf(config)), text: '' }
  // Loaded lazily, so that a server without a demo does not load its data.
  const { startDemo } = await import('./serve-demo.ts')
  return startDemo(config)
}

async function serve(given: Given, command: Command): Promise<void> {
  const drainMs = given.drain * 1_000
  const stop = listenForStop({ whileRuns: given.whileRuns, drainMs })
  const options = given.demo ? demoOptionsOf(given, command) : folderOptionsOf(given)
  const { dataDir, database, keyFile, keys = null } = options
  const config = {
    ...listenConfigOf(given),
    ...(hidesRequests(given, command) && { accessLog: false }),
    dataDir,
    database,
    keyFile,
    keys,
  }
  const { serving, text } = await start(given, config)
  await using _ = serving
  using systemd = openSystemd()
  answer(options, addressesOf(serving), () => `${textOf(serving, options)}${text && `\n\n${text}`}`)
  try {
    await systemd.ready(`Serving ${serving.url}`)
    await stop.untilStopped(serving.broken)
  } catch (error) {
    throw new CommandError(`the server stopped: ${(error as Error).message}`, {
      nextStep:
        error instanceof DataFolderError
          ? error.nextStep
          : 'Start it again; if that fails, run "strongroom doctor" with the same options.',
      exitCode: exitCodes.failed,
    })
  }
  serving.drain()
  await systemd.stopping(drainMs + patienceMs + 5_000)
  await pause(drainMs)
}

export const addServe = (program: Command): void =>
  void withConfigFile(withListenOptions(withFolderOptions(program.command('serve'))))
    .addOption(
      setting(
        '--demo',
        'serve a demo from a folder of its own or the database of --store, created on the first start, and print commands to try',
      ),
    )
    .addOption(setting('--while-runs <pid>', 'stop when the process with this ID has ended').argParser(parseProcessId))
    .action(serve)
