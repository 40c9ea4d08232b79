import { keyFileIn } from '../../server/config.ts'
import { examineFolder } from '../../server/doctor/examine-folder.ts'

export const findings = (dataDir: string, keyFile = keyFileIn(dataDir)) =>
  Array.fromAsync(examineFolder({ dataDir, keyFile }))

export const named = async (dataDir: string, name: string) =>
  (await findings(dataDir)).find((finding) => finding.name === name)

export const failures = async (dataDir: string) => (await findings(dataDir)).filter(({ status }) => status === 'fail')
