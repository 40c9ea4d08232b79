import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildShippedServer } from '../../build-server-bundle.ts'
import { onlyListedPackages } from '../../bundled-packages.ts'
import { thirdParty } from '../../third-party.ts'
import { buildDeb } from '../deb/build-deb.ts'
import { packageDocuments } from '../documents/documents.ts'
import { noticesText } from '../notices.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const here = import.meta.dirname
export const program = 'usr/lib/strongroom-server'
const maintainer = 'Strongroom maintainers'

const description = `admin desk of a custody platform, as a service
Rotates the API keys of custodians, reports reserves to the last digit and lists wallets. The server and its command
line, with a systemd unit and without a desktop; the package strongroom has the console.`

const architecture = () => (process.arch === 'x64' ? 'amd64' : process.arch)

/** Files of the native packages; the second is compiled, so not every machine has it. */
const nativeFiles = {
  'better-sqlite3': ['package.json', 'LICENSE', 'lib', `prebuilds/linux-${process.arch}.node`],
  pkcs11js: ['package.json', 'LICENSE', 'index.js', 'build/Release/pkcs11.node'],
} as const

function stageNative(folder: string): void {
  for (const [name, files] of Object.entries(nativeFiles)) {
    const paths = files.map((file) => join('node_modules', name, file))
    if (name === 'pkcs11js' && !paths.every((path) => existsSync(join(root, path)))) {
      process.stderr.write('pkcs11js is not built here, so the package cannot use hardware modules.\n')
      continue
    }
    for (const path of paths) {
      cpSync(join(root, path), join(folder, path), { recursive: true })
      // A library is no program, although a compiler marks it as one.
      if (path.endsWith('.node')) chmodSync(join(folder, path), 0o644)
    }
  }
}

/** Puts the program together: the bundle, the Node that runs it, and the native packages. */
export async function stageProgram(stage: string): Promise<void> {
  const folder = join(stage, program)
  await buildShippedServer(folder, [onlyListedPackages()], { tracing: 'server/tracing/preload.ts' })
  const node = join(root, 'node_modules', `node-linux-${process.arch}`)
  cpSync(join(node, 'bin/node'), join(folder, 'node'))
  stageNative(folder)
  const documents = join(stage, 'usr/share/doc/strongroom-server')
  mkdirSync(documents, { recursive: true })
  cpSync(join(node, 'LICENSE'), join(documents, 'LICENSE.node.txt'))
  writeFileSync(join(documents, 'THIRD-PARTY-NOTICES.txt'), noticesText(thirdParty()))
}

const files = {
  strongroom: 'usr/bin/strongroom',
  'strongroom-admin': 'usr/sbin/strongroom-admin',
  'strongroom-server.service': 'lib/systemd/system/strongroom-server.service',
  'strongroom.conf': 'etc/strongroom/strongroom.conf',
  copyright: 'usr/share/doc/strongroom-server/copyright',
  'lintian-overrides': 'usr/share/lintian/overrides/strongroom-server',
} as const

/** Builds the deb of the server without the console, packed by xz or gzip, and answers its path. */
export async function buildServerPackage(output: string, compression = 'xz'): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const name = 'strongroom-server'
  const file = join(output, `${name}_${version}_${architecture()}.deb`)
  const stage = mkdtempSync(join(tmpdir(), 'strongroom-server-'))
  try {
    await stageProgram(stage)
    mkdirSync(output, { recursive: true })
    const options = {
      name,
      version,
      maintainer,
      description,
      architecture: architecture(),
      section: 'admin',
      priority: 'optional',
      homepage: '',
      depends: ['adduser', 'libc6 (>= 2.34)', 'libstdc++6 (>= 11)'],
      recommends: ['systemd (>= 250)'],
      conflicts: ['strongroom'],
      conffiles: ['/etc/strongroom/strongroom.conf'],
      compression,
      postinst: join(here, 'postinst.sh'),
      prerm: join(here, 'prerm.sh'),
      postrm: join(here, 'postrm.sh'),
      mappings: [`${stage}/=/`, ...Object.entries(files).map(([source, target]) => `${join(here, source)}=/${target}`)],
      output: file,
    }
    buildDeb(options, root, await packageDocuments({ name, version, maintainer }))
    return file
  } finally {
    rmSync(stage, { recursive: true })
  }
}
