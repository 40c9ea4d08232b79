import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, type Option } from 'commander'
import { type CommandError, usageError } from './command-error.ts'
import { parsePath } from './parse.ts'
import { parseSwitch, setting } from './settings.ts'

type Line = { readonly name: string; readonly value: string; readonly where: string }

const wrong = (where: string, reason: string, nextStep: string): CommandError =>
  usageError(`${where}: ${reason}`, nextStep)

/** The error of a folder has no path. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw Object.assign(error as Error, { path: file })
  }
}

/** The settings of a file: one `name = value` a line, as the option without its dashes; `#` begins a comment line. */
function linesOf(file: string): readonly Line[] {
  const lines = textOf(file).split(/\r?\n/)
  return lines.flatMap((text, index) => {
    const where = `${file}, line ${index + 1}`
    if (/^\s*(#|$)/.test(text)) return []
    const [, name, value] = /^\s*([a-z][a-z-]*)\s*=\s*(.*?)\s*$/.exec(text) ?? []
    if (name === undefined || value === undefined)
      throw wrong(where, 'it is not "name = value"', 'Correct the line, or begin it with # to disable it.')
    return [{ name, value, where }]
  })
}

function valueFor(option: Option, { name, value, where }: Line): unknown {
  if (option.isBoolean()) {
    const isOn = parseSwitch(value)
    if (isOn === undefined) throw wrong(where, `${name} must be true or false`, 'Correct the value.')
    return isOn
  }
  try {
    return option.parseArg ? option.parseArg(value, undefined) : value
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw wrong(where, `the value of ${name} is invalid`, error.message)
  }
}

/** The command line has priority, then the environment, then the file, then the default. */
function applyFile(command: Command, file: string): void {
  const options = command.options.filter(({ long, envVar }) => envVar && long !== '--config')
  const seen = new Set<string>()
  for (const line of linesOf(file)) {
    const option = options.find(({ long }) => long === `--${line.name}`)
    if (!option)
      throw wrong(line.where, `there is no option ${line.name}`, `See "strongroom serve --help" for the options.`)
    if (seen.has(line.name)) throw wrong(line.where, `${line.name} is set twice`, 'Remove one of the lines.')
    seen.add(line.name)
    const value = valueFor(option, line)
    const source = command.getOptionValueSource(option.attributeName())
    if (source === undefined || source === 'default')
      command.setOptionValueWithSource(option.attributeName(), value, 'config')
  }
}

/** Adds `--config`, whose file may set every option that the environment may. */
export const withConfigFile = (command: Command): Command =>
  command
    .addOption(setting('--config <file>', 'file with options, one "name = value" a line').argParser(parsePath))
    .hook('preAction', (_, acting) => {
      const { config } = acting.opts<{ config?: string }>()
      if (config !== undefined) applyFile(acting, config)
    })
