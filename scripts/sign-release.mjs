// Signs the checksums of a release with the Ed25519 key on standard input:
//   node scripts/sign-release.mjs FOLDER=SHA256... < KEY.pem
// Each FOLDER holds SHA256SUMS and the files it lists; SHA256 is what the build job recorded for that SHA256SUMS.
// If STRONGROOM_RELEASE_PUBLIC_KEY holds the public keys that the packages carry, the key must be one of them.
// Plain Node 18 or later, no packages: nothing that a build downloads runs next to the key.
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Why nothing is signed; its message is for the person who runs this. */
class Refusal extends Error {}

const sha256Of = (bytes) => createHash('sha256').update(bytes).digest('hex')

async function sha256OfFile(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Name to SHA-256, as `sha256sum` writes them. A name is one plain file of the folder. */
function parseSums(text, folder) {
  const lines = text.split('\n')
  const isComplete = lines.pop() === '' && lines.length > 0
  const entries = lines.map((line) => /^(?<sum>[0-9a-f]{64}) {2}(?<name>\w[\w.+-]*)$/.exec(line)?.groups)
  const files = new Map(entries.map((entry) => [entry?.name, entry?.sum]))
  if (!isComplete || files.has(undefined) || files.size !== lines.length)
    throw new Refusal(`${folder}/SHA256SUMS cannot be read: it must have lines of "SHA256  NAME", each name once.`)
  return files
}

/** The bytes of SHA256SUMS, once it is the recorded one and the folder holds exactly the files it lists. */
async function checkedSums({ folder, recorded }) {
  const bytes = readFileSync(join(folder, 'SHA256SUMS'))
  if (sha256Of(bytes) !== recorded)
    throw new Refusal(
      `${folder}/SHA256SUMS is not the one that the build job recorded: its SHA-256 is ${sha256Of(bytes)}.`,
    )
  const files = parseSums(bytes.toString('utf8'), folder)
  const found = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'SHA256SUMS')
  const added = found.find((entry) => !entry.isFile() || !files.has(entry.name))
  if (added) throw new Refusal(`${folder}/${added.name} is not listed in SHA256SUMS, or is not a plain file.`)
  const missing = [...files.keys()].find((name) => !found.some((entry) => entry.name === name))
  if (missing) throw new Refusal(`${folder}/${missing} is missing, but is listed in SHA256SUMS.`)
  for (const [name, expected] of files)
    if ((await sha256OfFile(join(folder, name))) !== expected)
      throw new Refusal(`${folder}/${name} was changed: its SHA-256 is not the one in SHA256SUMS.`)
  return bytes
}

/** Never repeats what it was given: that may be the key. */
function readKey() {
  try {
    const key = createPrivateKey(readFileSync(0))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Answered below.
  }
  throw new Refusal('Standard input holds no Ed25519 private key in PEM.')
}

const publicKeys = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g

/** Packages verify the next release with the keys they carry: a release that another key signs ends their updates. */
function assertCarried(publicKey) {
  const { STRONGROOM_RELEASE_PUBLIC_KEY: carried } = process.env
  if (carried && !carried.match(publicKeys)?.some((pem) => createPublicKey(pem).equals(publicKey)))
    throw new Refusal('The key is none of those that the packages carry, which STRONGROOM_RELEASE_PUBLIC_KEY holds.')
}

function parseArguments(words) {
  const folders = words.map((word) => /^(?<folder>.+)=(?<recorded>[0-9a-f]{64})$/.exec(word)?.groups)
  if (folders.length > 0 && !folders.includes(undefined)) return folders
  throw new Refusal('Usage: node scripts/sign-release.mjs FOLDER=SHA256... < KEY.pem')
}

/** Checks every folder before the key is read, so that a refused release never meets it. */
async function signRelease(words) {
  const folders = parseArguments(words)
  const release = []
  for (const each of folders) release.push({ ...each, sums: await checkedSums(each) })
  const key = readKey()
  const publicKey = createPublicKey(key)
  assertCarried(publicKey)
  for (const { folder, sums } of release) {
    const signature = sign(null, sums, key)
    if (!verify(null, sums, publicKey, signature)) throw new Refusal(`The signature of ${folder} does not verify.`)
    writeFileSync(join(folder, 'SHA256SUMS.sig'), signature, { flag: 'wx' })
    console.log(`Signed ${folder}/SHA256SUMS`)
  }
  console.log(`SHA-256 of the public key: ${sha256Of(publicKey.export({ type: 'spki', format: 'der' }))}`)
}

try {
  await signRelease(process.argv.slice(2))
} catch (error) {
  const isKnown = error instanceof Refusal || error.syscall !== undefined
  console.error(isKnown ? `The release was not signed: ${error.message}` : error)
  process.exitCode = 1
}
