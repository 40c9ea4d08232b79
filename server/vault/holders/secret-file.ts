import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { Secret } from '../../../shared/secret.ts'
import { DataFolderError } from '../../platform/data-folder-error.ts'
import { KeyError } from '../key-encryption-key.ts'
import { assertPrivate } from '../key-permissions.ts'

/** What a file of this user alone has, read each time: an agent may renew it. Throws a `KeyError`. */
export function readSecretFile(path: string): Secret {
  try {
    const file = openSync(path, 'r')
    try {
      assertPrivate(path, fstatSync(file))
      return new Secret(readFileSync(file, 'utf8').trim())
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (error instanceof DataFolderError) throw new KeyError('denied', `${path} is not private`, error.nextStep)
    const { code } = error as { readonly code?: string }
    throw new KeyError('denied', `${path} cannot be read (${code})`, 'Check its path, and that this user may read it.')
  }
}
