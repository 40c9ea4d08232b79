const causes: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read by this user',
  EISDIR: 'it is a folder',
}

/** A file named for import cannot be read; nothing was imported. */
export class UnreadableFile extends Error {
  readonly code: string

  constructor(file: string, code: string) {
    super(`${file} cannot be read: ${causes[code] ?? code}. Nothing was imported.`)
    this.code = code
  }
}
