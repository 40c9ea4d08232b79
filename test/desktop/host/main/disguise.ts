/** Makes the process look to the app as Electron's own does: versions, arguments, and no Node parent to talk to. */
export function disguise(type: 'browser' | 'utility', argv: readonly string[]): void {
  const versions = { ...process.versions, electron: '45.3.4', chrome: '156.0.0.0' }
  Object.defineProperty(process, 'versions', { value: Object.freeze(versions), enumerable: true })
  Object.assign(process, { type, argv: [process.execPath, ...argv] })
  Object.defineProperty(process, 'send', { value: undefined })
}
