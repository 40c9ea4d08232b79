import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Command, Option } from 'commander'
import { modernTls } from '../../shared/tls.ts'
import { withConfigFile } from './config-file.ts'
import { type GivenListen, listenConfigOf, withListenOptions } from './listen/listen-options.ts'
import { type GivenFolder, withFolderOptions } from './options.ts'
import { answer } from './output.ts'
import { databaseOf } from './store-options.ts'
import { table } from './table.ts'

type Given = GivenFolder & GivenListen

const sources: Readonly<Record<string, string>> = { cli: 'command line', env: 'environment', config: 'file' }

const textOf = (value: unknown): string => (Array.isArray(value) ? value.map(textOf).join(',') : String(value))

/** What "serve" uses where the option is not set; null where it does without. */
function defaultOf(option: Option, { key, keyFd }: GivenFolder): string | null {
  const isReplaced = option.long === '--key-file' && (key ?? keyFd) !== undefined
  if (isReplaced) return null
  return option.isBoolean() ? 'false' : (option.defaultValueDescription ?? null)
}

/** Every option with the value that "serve" would use, or a description of it, and where it is from. */
const settingsOf = (command: Command) =>
  command.options
    .filter(({ long }) => long !== '--json' && long !== '--config')
    .map((option) => {
      const value: unknown = command.getOptionValue(option.attributeName())
      const source = command.getOptionValueSource(option.attributeName()) ?? 'default'
      return {
        option: option.long?.slice(2) ?? '',
        value: value === undefined ? defaultOf(option, command.opts()) : textOf(value),
        source: sources[source] ?? 'default',
      }
    })

/** Throws what "serve" would throw for these options. */
function assertUsable(given: Given): void {
  const { tls } = listenConfigOf(given)
  databaseOf(given)
  if (tls) createSecureContext({ ...modernTls, cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) })
}

function check(given: Given, command: Command): void {
  assertUsable(given)
  const settings = settingsOf(command)
  answer({ json: given.json ?? false }, { settings }, () =>
    table([
      ['OPTION', 'VALUE', 'FROM'],
      ...settings.map(({ option, value, source }) => [option, value ?? '-', source]),
    ]),
  )
}

export const addConfigCheck = (config: Command): void =>
  void withConfigFile(withListenOptions(withFolderOptions(config.command('check')))).action(check)
