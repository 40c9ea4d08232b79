import type { Command } from 'commander'
import { examineFolder } from '../doctor/examine-folder.ts'
import type { Finding } from '../doctor/finding.ts'
import { exitCodes } from './exit-codes.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer } from './output.ts'

const toText = ({ name, status, message, nextStep }: Finding) =>
  `${status.padEnd(5)} ${name.padEnd(11)} ${message}${nextStep ? `\n${' '.repeat(18)}${nextStep}` : ''}`

async function examine(given: GivenFolder): Promise<void> {
  const options = folderOptionsOf(given)
  const checks = await Array.fromAsync(examineFolder(options))
  const ok = checks.every(({ status }) => status !== 'fail')
  answer(options, { ok, checks }, () => checks.map(toText).join('\n'))
  if (!ok) process.exitCode = exitCodes.failed
}

export const addDoctor = (program: Command): void => void withFolderOptions(program.command('doctor')).action(examine)
