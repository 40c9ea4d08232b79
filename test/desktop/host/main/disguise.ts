import { electronVersions } from '../electron-versions.ts'

type Guise = {
  readonly type: 'browser' | 'utility'
  readonly argv: readonly string[]
  readonly platform?: NodeJS.Platform
}

/** Makes the process look to the app as Electron's own does: versions, arguments, and no Node parent to talk to. */
export function disguise({ type, argv, platform = process.platform }: Guise): void {
  Object.defineProperty(process, 'platform', { value: platform, enumerable: true })
  Object.defineProperty(process, 'versions', { value: electronVersions, enumerable: true })
  Object.assign(process, { type, argv: [process.execPath, ...argv] })
  Object.defineProperty(process, 'send', { value: undefined })
}
