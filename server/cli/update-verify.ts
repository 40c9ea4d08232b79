import { type Command, Option } from 'commander'
import { serverVersion } from '../platform/version.ts'
import type { Fit } from '../update/release-file.ts'
import { carriedReleaseKeys, readReleaseKeys } from '../update/release-keys.ts'
import { type VerifiedUpdate, verifyUpdate } from '../update/verify-update.ts'
import { answer } from './output.ts'
import { parsePath } from './parse.ts'
import { createProgress, type GivenProgress, progressOption } from './progress.ts'
import { sayingWhy } from './saying-why.ts'
import { setting } from './settings.ts'

type Given = GivenProgress & {
  readonly publicKey?: string
  readonly copyTo?: string
  readonly json?: boolean
}

const { platform, arch } = process

const meanings: Readonly<Record<Fit, string>> = {
  newer: `It is newer than this version, ${serverVersion}.`,
  'same-version': `It is the same version as this one, ${serverVersion}.`,
  older: `It is older than this version, ${serverVersion}, whose data it refuses.`,
  'other-system': `It is for another system than this one, ${platform}.`,
  'other-architecture': `It is for another processor than that of this machine, ${arch}.`,
  'no-package': 'It is not a package that can be installed.',
}

const toText = ({ name, sha256, keyFingerprint, fit, copy }: VerifiedUpdate): string =>
  [
    `${name} is unchanged, and its signature is valid.`,
    `SHA-256 of the file:        ${sha256}`,
    `SHA-256 of the release key: ${keyFingerprint}`,
    meanings[fit],
    ...(copy === null ? [] : [`The verified copy is ${copy}.`]),
  ].join('\n')

async function verify(file: string, { publicKey, copyTo, json = false, progress: form }: Given): Promise<void> {
  const progress = createProgress({ json, progress: form })
  const verified = await sayingWhy(async () => {
    const keys = publicKey === undefined ? carriedReleaseKeys() : readReleaseKeys(publicKey)
    const installed = { version: serverVersion, platform, arch }
    return verifyUpdate({ file, keys, installed, copyTo: copyTo ?? null, onProgress: progress.show })
  }).finally(progress.stop)
  answer({ json }, { ...verified, installedVersion: serverVersion }, () => toText(verified))
}

export const addUpdateVerify = (update: Command): void =>
  void update
    .command('verify')
    .argument('<file>', 'a file of a release, such as a package', parsePath)
    .addOption(
      new Option('--public-key <file>', 'public key of the releases')
        .default(undefined, 'that of this build')
        .argParser(parsePath),
    )
    .addOption(
      new Option('--copy-to <dir>', 'also copy the verified files of a newer version into this new folder').argParser(
        parsePath,
      ),
    )
    .addOption(progressOption())
    .addOption(setting('--json', 'print exactly one JSON value on standard output'))
    .action(verify)
