import { readdirSync, readFileSync } from 'node:fs'

type Process = { readonly pid: number; readonly commandLine: string }

/** The processes of Linux that name a folder in their command lines, whose words end in NUL. */
export const processesNaming = (folder: string): readonly Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), commandLine: commandLineOf(name) }))
    .filter(({ commandLine }) => commandLine.includes(folder))

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // ended meanwhile
  }
}
