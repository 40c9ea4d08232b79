/** What `process.versions` says where Electron runs. */
export const electronVersions = Object.freeze({ ...process.versions, electron: '45.3.4', chrome: '156.0.0.0' })
