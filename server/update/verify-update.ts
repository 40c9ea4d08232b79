import { createHash, verify } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { OnProgress } from '../platform/progress.ts'
import { type Fit, fitOf, type Installation, packageOf, parseChecksums, type ReleasePackage } from './release-file.ts'
import type { ReleaseKey } from './release-keys.ts'
import { UpdateError } from './update-error.ts'

export type UpdateRequest = {
  /** A file of a release, with its SHA256SUMS and SHA256SUMS.sig in the same folder. */
  readonly file: string
  readonly keys: readonly ReleaseKey[]
  readonly installed: Installation
  /** A new folder for a copy of an update: what was verified stays what is installed, even if the medium changes. */
  readonly copyTo: string | null
  readonly onProgress: OnProgress
}

export type VerifiedUpdate = {
  readonly name: string
  readonly sha256: string
  /** Of the key that signed it. */
  readonly keyFingerprint: string
  readonly package: ReleasePackage | null
  readonly fit: Fit
  /** The verified copy; null where none was asked for, or the file is no update. */
  readonly copy: string | null
}

const sumsName = 'SHA256SUMS'
const signatureName = 'SHA256SUMS.sig'

/** Bytes; a package has about 100 MB. */
const mostBytes = { package: 2 * 1024 ** 3, sums: 64 * 1024, signature: 64 } as const

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/** Opens a plain file; a link, a device or a pipe on a medium is none. */
async function openPlain(path: string): Promise<{ readonly file: FileHandle; readonly size: number }> {
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? notPlain(path) : error
  })
  const stat = await file.stat()
  if (stat.isFile()) return { file, size: stat.size }
  await file.close()
  throw notPlain(path)
}

const notPlain = (path: string) =>
  new UpdateError(`${path} is not a plain file`, {
    cause: 'not-plain',
    nextStep: 'Copy the files of the release into one folder, and choose the package.',
  })

/** The whole of a small file of the release. */
async function readSmall(path: string, most: number): Promise<Buffer> {
  const { file, size } = await openPlain(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? notCarried(path) : error
  })
  try {
    if (size > most) throw tooLarge(`${path} has ${size} bytes, but at most ${most} are expected`)
    const bytes = Buffer.alloc(size)
    const { bytesRead } = await file.read(bytes, 0, size, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const copyAgain = 'Do not install it. Copy the files of the release again from their source.'

const tooLarge = (reason: string) => new UpdateError(reason, { cause: 'too-large', nextStep: copyAgain })

const notCarried = (path: string) =>
  new UpdateError(`${basename(path)} is not in ${dirname(path)}`, {
    cause: 'missing',
    nextStep: `Copy the package, ${sumsName} and ${signatureName} of the same release into one folder.`,
  })

type SignedSums = {
  readonly files: ReadonlyMap<string, string>
  readonly keyFingerprint: string
  readonly bytes: Buffer
  readonly signature: Buffer
}

/** Reads nothing out of the checksums before their signature is verified. */
async function readSignedSums(folder: string, keys: readonly ReleaseKey[]): Promise<SignedSums> {
  const bytes = await readSmall(join(folder, sumsName), mostBytes.sums)
  const signature = await readSmall(join(folder, signatureName), mostBytes.signature)
  const signer = keys.find(({ key }) => verify(null, bytes, key, signature))
  if (!signer) throw badSignature(keys)
  return { files: parseChecksums(bytes.toString('utf8')), keyFingerprint: signer.fingerprint, bytes, signature }
}

function badSignature(keys: readonly ReleaseKey[]): UpdateError {
  const expected = keys.map(({ fingerprint }) => fingerprint).join(' or ')
  return new UpdateError(
    `the signature of ${sumsName} is not valid: the file was changed, or another key signed it than ${expected}`,
    {
      cause: 'bad-signature',
      nextStep: `${copyAgain} If it happens again, report it to the person responsible for releases.`,
    },
  )
}

function checksumOf({ files }: SignedSums, name: string): string {
  const sum = files.get(name)
  if (sum !== undefined) return sum
  throw new UpdateError(`${name} is not listed in ${sumsName}`, {
    cause: 'not-listed',
    nextStep: `Give the file the name that it has in the release, and use the ${sumsName} of the same release and system.`,
  })
}

type Reading = { readonly path: string; readonly copy: FileHandle | null; readonly onProgress: OnProgress }

/** The SHA-256 of the bytes that were read, once; the same bytes are in the copy. */
async function readThrough({ path, copy, onProgress }: Reading): Promise<string> {
  const { file, size } = await openPlain(path)
  await using source = file
  if (size > mostBytes.package) throw tooLarge(`${path} is larger than any package: it has ${size} bytes`)
  const hash = createHash('sha256')
  let doneBytes = 0
  onProgress({ step: 'verifying', doneBytes, allBytes: size })
  for await (const chunk of source.createReadStream({ highWaterMark: 1024 ** 2, autoClose: false })) {
    doneBytes += chunk.length
    if (doneBytes > size) throw tooLarge(`${path} grew while it was read`)
    hash.update(chunk)
    await copy?.writeFile(chunk)
    onProgress({ step: 'verifying', doneBytes, allBytes: size })
  }
  return hash.digest('hex')
}

function assertSame(name: string, { found, listed }: { readonly found: string; readonly listed: string }): void {
  if (found !== listed)
    throw new UpdateError(
      `${name} was changed or is not complete: its SHA-256 is ${found}, but ${sumsName} has ${listed}`,
      { cause: 'changed', nextStep: copyAgain },
    )
}

/** Bytes that stay free on the disk of the copy. */
const spareBytes = 64 * 1024 ** 2

async function assertRoom(path: string, folder: string): Promise<void> {
  const { file, size } = await openPlain(path)
  await file.close()
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < size + spareBytes)
    throw new UpdateError(`there is no room for a copy of ${size} bytes in ${folder}`, {
      cause: 'no-room',
      nextStep: 'Free some space there, then try again.',
    })
}

type Copying = UpdateRequest & { readonly folder: string; readonly sums: SignedSums; readonly listed: string }

/** Fills a folder that only its owner may enter. The name of the copy is final once the whole of it is verified. */
async function copyInto({ file, folder, sums, listed, onProgress }: Copying): Promise<string> {
  const name = basename(file)
  const path = join(folder, name)
  const draft = `${path}.unverified`
  await writeFile(join(folder, sumsName), sums.bytes)
  await writeFile(join(folder, signatureName), sums.signature)
  const copy = await open(draft, 'wx', name.endsWith('.AppImage') ? 0o700 : 0o600)
  const found = await readThrough({ path: file, copy, onProgress }).finally(() => copy.close())
  assertSame(name, { found, listed })
  await rename(draft, path)
  return path
}

/** The folder must not exist: nothing that another program put there is taken for verified. */
async function copyVerified(copying: Copying): Promise<string> {
  const { file, folder } = copying
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  await assertRoom(file, dirname(folder))
  await mkdir(folder, { mode: 0o700 })
  try {
    return await copyInto(copying)
  } catch (error) {
    await rm(folder, { recursive: true })
    throw error
  }
}

/** Verifies signature and checksum of a release file; throws {@link UpdateError} where it cannot be trusted. */
export async function verifyUpdate(request: UpdateRequest): Promise<VerifiedUpdate> {
  const { file, keys, installed, copyTo, onProgress } = request
  const name = basename(file)
  const sums = await readSignedSums(dirname(file), keys)
  const listed = checksumOf(sums, name)
  const offered = packageOf(name)
  const fit = fitOf(offered, installed)
  const verified = { name, sha256: listed, keyFingerprint: sums.keyFingerprint, package: offered, fit }
  if (copyTo !== null && fit === 'newer')
    return { ...verified, copy: await copyVerified({ ...request, folder: copyTo, sums, listed }) }
  assertSame(name, { found: await readThrough({ path: file, copy: null, onProgress }), listed })
  return { ...verified, copy: null }
}
