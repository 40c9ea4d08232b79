import { spawn } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DataFolderError } from '../../server/platform/data-folder-error.ts'
import { createKeyFile, readKeyFile } from '../../server/vault/key-file.ts'

const isRoot = process.geteuid?.() === 0
const foreigner = 65_534

let root: string
let folder: string
let file: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'strongroom-key-'))
  folder = join(root, 'keys')
  file = join(folder, 'kek')
  createKeyFile(file)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

const refusal = (path = file): string => {
  try {
    readKeyFile(path)
  } catch (error) {
    if (error instanceof DataFolderError) return `${error.message} ${error.nextStep}`
    throw error
  }
  return ''
}

test('a key file of this user in a folder of this user is read (control)', () => {
  expect(refusal()).toBe('')
})

test.each(['0440', '0404', '0460', '0666'])('a key file with mode %s is refused', (mode) => {
  chmodSync(file, mode)
  expect(refusal()).toContain(`its key file permissions are too open (${file}). Run: chmod 0400 ${file}`)
})

test.each(['0770', '0720', '0702', '0777'])('a key file in a folder with mode %s is refused', (mode) => {
  chmodSync(folder, mode)
  expect(refusal()).toContain(
    `other users can write to the folder of its key file (${folder}). Run: chmod go-w ${folder}`,
  )
})

test.each(['0755', '0750', '1777'])('a folder with mode %s is accepted', (mode) => {
  chmodSync(folder, mode)
  expect(refusal()).toBe('')
})

test('for a link, both its own folder and the folder of the file count', () => {
  const link = join(root, 'link')
  symlinkSync(file, link)
  expect(refusal(link)).toBe('')
  chmodSync(root, 0o777)
  expect(refusal(link)).toContain(`the folder of its key file (${root})`)
  chmodSync(root, 0o700)
  chmodSync(folder, 0o770)
  expect(refusal(link)).toContain(`the folder of its key file (${folder})`)
})

test('a key from a pipe needs no folder', async () => {
  const reader = `
    import { readKeyFile } from ${JSON.stringify(new URL('../../server/vault/key-file.ts', import.meta.url).href)}
    console.log(readKeyFile('/dev/fd/3').id)`
  const child = spawn('bash', ['-c', '"$0" --input-type=module -e "$1" 3< <(cat "$2")', process.execPath, reader, file])
  const output = await new Promise<string>((resolve) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.once('close', () => resolve(text))
  })
  expect(output.trim()).toBe(readKeyFile(file).id)
})

describe('as root', () => {
  beforeEach(({ skip }) => skip(!isRoot, 'root alone gives a file away'))

  test('a key file of another user is refused', () => {
    chownSync(file, foreigner, 0)
    expect(refusal()).toContain(`its key file belongs to another user (uid ${foreigner}, ${file}). Run the command as`)
  })

  test('a folder of another user is refused', () => {
    chownSync(folder, foreigner, 0)
    expect(refusal()).toContain(`the folder of its key file belongs to another user (uid ${foreigner}, ${folder})`)
  })

  test('a file of root with mode 0440 is accepted only in the credentials folder of systemd', () => {
    const credentials = join(root, 'credentials')
    mkdirSync(credentials, { mode: 0o550 })
    const credential = join(credentials, 'kek')
    copyFileSync(file, credential)
    chmodSync(credential, 0o440)
    chmodSync(file, 0o440)
    vi.stubEnv('CREDENTIALS_DIRECTORY', credentials)
    expect(refusal(credential)).toBe('')
    expect(refusal(), 'elsewhere').toContain('too open')
    chmodSync(credential, 0o444)
    expect(refusal(credential), 'for everybody').toContain('too open')
    chmodSync(credential, 0o440)
    chownSync(credential, foreigner, 0)
    expect(refusal(credential), 'of another user').toContain('belongs to another user')
    chownSync(credential, 0, 0)
    vi.stubEnv('CREDENTIALS_DIRECTORY', '')
    expect(refusal(credential), 'without the variable').toContain('too open')
  })
})
