import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { sbomOf } from '../../scripts/package/sbom.ts'
import { thirdParty } from '../../scripts/third-party.ts'
import { loadVendor, missingVendors } from './packages.ts'

beforeEach(({ skip }) => skip(missingVendors !== null, missingVendors ?? undefined))

type Component = {
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses?: readonly { readonly license?: { readonly id: string }; readonly expression?: string }[]
}

const packages = thirdParty()
const program = { name: 'strongroom', version: '0.1.0', license: 'Apache-2.0' }
const ours = sbomOf({ program, platform: 'linux-x64', packages })

/** What the tool of the CycloneDX project says of everything that npm installed here. */
async function theirs(): Promise<ReadonlyMap<string, Component>> {
  const tool = fileURLToPath(new URL('node_modules/.bin/cyclonedx-npm', import.meta.url))
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const options = ['--flatten-components', '--output-reproducible', '--ignore-npm-errors', '--output-file', '-']
  const { stdout } = await promisify(execFile)(process.execPath, [tool, ...options], { cwd, maxBuffer: 2 ** 26 })
  const { components } = JSON.parse(stdout) as { components: readonly Component[] }
  return new Map(components.map((each) => [nameOf(each), each]))
}

const nameOf = ({ group, name, version }: Component) => `${group ? `${group}/` : ''}${name} ${version}`

const licenceOf = ({ licenses }: Component) => licenses?.[0]?.license?.id ?? licenses?.[0]?.expression

test('the SBOM is valid by the strict schema of CycloneDX 1.6', async () => {
  const { Spec, Validation } = loadVendor('@cyclonedx/cyclonedx-library')
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
  expect(await validator.validate(JSON.stringify(ours))).toBeNull()
  const broken = JSON.stringify({ ...ours, components: [{ name: 'without a type' }] })
  expect(await validator.validate(broken), 'the control').not.toBeNull()
})

test('cyclonedx-npm knows each package of the SBOM by the same purl and licence', async () => {
  const known = await theirs()
  const { components } = ours as { components: readonly Component[] }
  expect(components.length).toBe(packages.length)
  const differing = components.filter((each) => {
    const same = known.get(nameOf(each))
    return same?.purl.split('?')[0] !== each.purl || licenceOf(same) !== licenceOf(each)
  })
  expect(differing).toEqual([])
})
