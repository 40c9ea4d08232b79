import { electronVersions } from '../electron-versions.ts'

/** Makes the process look to the app as Electron's own does: versions, arguments, and no Node parent to talk to. */
export function disguise(type: 'browser' | 'utility', argv: readonly string[]): void {
  Object.defineProperty(process, 'versions', { value: electronVersions, enumerable: true })
  Object.assign(process, { type, argv: [process.execPath, ...argv] })
  Object.defineProperty(process, 'send', { value: undefined })
}
