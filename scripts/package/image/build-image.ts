import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { program, stageProgram } from '../server/build-server-package.ts'

const project = fileURLToPath(new URL('../../../package.json', import.meta.url))
const architecture = () => (process.arch === 'x64' ? 'amd64' : process.arch)

/** The user of the image; Containerfile names it by number, so that "runAsNonRoot" of Kubernetes can check it. */
const user = 65_532

/** Builds the image of the server with buildah, as root and without a container engine, and answers its OCI archive. */
export async function buildImage(output: string): Promise<string> {
  const { version } = JSON.parse(readFileSync(project, 'utf8')) as { version: string }
  const file = join(output, `strongroom-server_${version}_${architecture()}.oci.tar`)
  const work = mkdtempSync(join(tmpdir(), 'strongroom-image-'))
  try {
    await stageRoot(join(work, 'root'))
    mkdirSync(join(work, 'state/strongroom'), { recursive: true })
    mkdirSync(output, { recursive: true })
    rmSync(file, { force: true })
    runBuildah(work, { file, version })
    return file
  } finally {
    rmSync(work, { recursive: true })
  }
}

async function stageRoot(root: string): Promise<void> {
  await stageProgram(root)
  stageLibraries(root, [
    join(root, program, 'node'),
    join(root, program, `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`),
  ])
  stageUser(root)
}

/** Copies the shared libraries that the programs load, as this machine has them, with their copyright. */
function stageLibraries(root: string, programs: readonly string[]): void {
  const listed = execFileSync('ldd', programs, { encoding: 'utf8' })
  const libraries = new Set([...listed.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path))
  for (const path of libraries) {
    for (const wanted of [path, `/usr/share/doc/${packageOf(path)}/copyright`]) {
      mkdirSync(dirname(join(root, wanted)), { recursive: true })
      copyFileSync(wanted, join(root, wanted))
    }
  }
}

/** The Debian package of a file, which dpkg may know by its place below /usr alone. */
function packageOf(path: string): string {
  for (const place of [path, `/usr${path}`])
    if (existsSync(place)) {
      const owner = findOwner(place)
      if (owner) return owner
    }
  throw new Error(`No Debian package has ${path}. Build the image on Debian or Ubuntu.`)
}

function findOwner(place: string): string | undefined {
  try {
    const found = execFileSync('dpkg-query', ['--search', place], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return found.split(':')[0]
  } catch {
    return undefined
  }
}

/** Only names that the server looks up, and folders to mount. */
function stageUser(root: string): void {
  const texts = {
    'etc/passwd': `strongroom:x:${user}:${user}::/var/lib/strongroom:/sbin/nologin\n`,
    'etc/group': `strongroom:x:${user}:\n`,
    'etc/nsswitch.conf': 'hosts: files dns\n',
  }
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const folder of ['var/lib', 'run/credentials', 'tmp']) mkdirSync(join(root, folder), { recursive: true })
}

function runBuildah(work: string, { file, version }: { readonly file: string; readonly version: string }): void {
  const storage = ['--storage-driver=vfs', `--root=${join(work, 'storage')}`, `--runroot=${join(work, 'run')}`]
  const buildah = (...args: readonly string[]) =>
    execFileSync('buildah', [...storage, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  const name = `strongroom-server:${version}`
  const containerfile = join(import.meta.dirname, 'Containerfile')
  const labels = { title: 'strongroom-server', version, licenses: 'Apache-2.0' }
  const labelled = Object.entries(labels).map(([key, value]) => `--label=org.opencontainers.image.${key}=${value}`)
  // The same files give the same image.
  const built = ['--isolation=chroot', '--timestamp=0', ...labelled, `--file=${containerfile}`, `--tag=${name}`, work]
  buildah('build', '--quiet', ...built)
  buildah('push', '--quiet', name, `oci-archive:${file}:${name}`)
}
