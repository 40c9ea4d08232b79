import { type Command, Option } from 'commander'

/** An option that can also be set in the environment: `--log-level` as `STRONGROOM_LOG_LEVEL`. The flag wins. */
export function setting(flags: string, description: string): Option {
  const option = new Option(flags, description)
  return option.env(`STRONGROOM_${option.name().replaceAll('-', '_').toUpperCase()}`)
}

const switches: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false }

/** What a switch says that is set by a text; undefined where it is neither on nor off. */
export const parseSwitch = (text: string): boolean | undefined => switches[text.toLowerCase()]

/** Reads one switch; commander itself treats any value of the variable, even `false`, as on. */
function readSwitch(command: Command, option: Option): void {
  const key = option.attributeName()
  if (!option.envVar || !option.isBoolean() || command.getOptionValueSource(key) !== 'env') return
  const value = process.env[option.envVar] ?? ''
  const isOn = parseSwitch(value)
  if (isOn === undefined)
    command.error(
      `option '${option.flags}' value '${value}' from env '${option.envVar}' is invalid. It must be true or false.`,
    )
  command.setOptionValueWithSource(key, isOn, 'env')
}

/** Lets the variables of switches say `true`, `false`, `1` or `0`. */
export const readSwitches = (program: Command): void =>
  void program.hook('preAction', (_, command) => {
    for (const option of command.options) readSwitch(command, option)
  })

/** Whether the command line or the environment asks for JSON, even if parsing failed. */
export const wantsJson = (argv: readonly string[]): boolean =>
  argv.includes('--json') || parseSwitch(process.env.STRONGROOM_JSON ?? '') === true
