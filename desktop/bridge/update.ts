/** Whether a package is an update of this console; `newer` alone can be installed. */
export type UpdateFit =
  | 'newer'
  | 'same-version'
  | 'older'
  | 'other-system'
  | 'other-architecture'
  | 'other-program'
  | 'no-package'

/** A file of a release that was chosen as an update. Its signature and its checksum are valid. */
export type CheckedUpdate = {
  readonly file: string
  readonly fit: UpdateFit
  /** That of the package; null where the file is none. */
  readonly version: string | null
  readonly installedVersion: string
  readonly sha256: string
  /** SHA-256 of the key that signed the release. */
  readonly keyFingerprint: string
  /** What a backup can save first: the operator's own data, not those of the demo. Null where there are none. */
  readonly data: { readonly lastBackup: { readonly file: string; readonly at: string } | null } | null
}

/** An update that is ready to be installed; the local server is stopped. */
export type PreparedUpdate = {
  readonly version: string
  readonly format: 'deb' | 'appimage' | 'exe' | 'dmg'
  /** The verified copy of the package. */
  readonly copy: string
  /** Installs the copy, in a shell; null where the copy is opened or put in place by hand. */
  readonly command: string | null
  /** The file of the backup that was made before; null where none was. */
  readonly backup: string | null
}
