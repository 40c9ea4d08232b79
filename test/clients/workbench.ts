import { type ExecFileException, execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Parts } from '../../server/context/parts.ts'
import { id } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

const here = import.meta.dirname
const root = join(here, '..', '..')
const tools = join(here, 'node_modules')

/** Runs a program to its end and gives what it printed; what it said of a failure is in the error. */
export async function run(program: string, args: readonly string[], options: { cwd?: string; env?: object } = {}) {
  const env = { ...process.env, ...options.env }
  const running = promisify(execFile)(program, [...args], { ...options, env, maxBuffer: 16 * 1024 * 1024 })
  const { stdout } = await running.catch(({ message, stdout: said }: ExecFileException) => {
    throw new Error(`${message}\n${said}`)
  })
  return stdout
}

const networkFaults = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ENOTCACHED|ERR_SOCKET_TIMEOUT/

/** Runs npm, which fetches packages; the reason where no registry can be reached, null when it went well. */
export async function runNpm(args: readonly string[], cwd: string): Promise<string | null> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=0']
  try {
    await run('npm', [...args, ...quiet], { cwd })
    return null
  } catch (error) {
    if (networkFaults.test(`${error}`)) return `the package registry cannot be reached: npm ${args[0]} failed`
    throw error
  }
}

/** Why the generators, and the TypeScript 5 that they need, cannot be run here, or null. */
export const missingTools: string | null = existsSync(tools)
  ? null
  : 'the generators are not installed; "npm run test:clients" installs and runs them'

/** A folder for what is generated and compiled, with the packages of this folder or of the checkout in reach. */
export async function openWorkbench(packages: 'own' | 'none') {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-clients-'))
  if (packages === 'own') await symlink(tools, join(folder, 'node_modules'), 'dir')
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'a-client', private: true, type: 'module' }))
  return {
    folder,
    add: (program: string) => cp(join(here, 'programs', program), join(folder, program)),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

/** A program of the generators' packages. */
export const tool = (name: string) => join(tools, '.bin', name)

/** TypeScript 5, which the generators need, and the one of the checkout. */
export const compilers = {
  'TypeScript 5': join(tools, 'typescript', 'lib', 'tsc.js'),
  'TypeScript 7': join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
} as const

/** Compiles a program as strictly as there is; `checkLibraries` looks into the declarations of packages too. */
export async function compile(
  folder: string,
  program: string,
  options: { checkLibraries?: boolean; compiler?: keyof typeof compilers } = {},
) {
  const { checkLibraries = false, compiler = 'TypeScript 5' } = options
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--skipLibCheck', `${!checkLibraries}`]
  const modules = ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--target', 'es2023']
  const libraries = ['--lib', 'esnext,dom,dom.iterable,dom.asynciterable']
  await run(process.execPath, [compilers[compiler], ...strict, ...modules, ...libraries, program], { cwd: folder })
}

/** Asks a server by a compiled program, and gives what that printed. */
export async function execute(folder: string, program: string, env: object): Promise<unknown> {
  return JSON.parse(await run(process.execPath, [join(folder, program.replace(/\.ts$/, '.js'))], { env }))
}

export const tenantId = id(9_007_199_254_740_993n)
/** What a double makes of that one. */
export const neighbourId = id(9_007_199_254_740_992n)
export const custodianId = id(9_007_199_254_740_995n)

/** A server whose ids and amounts no double holds, and whose tenant has a neighbour that a double would ask for. */
export async function startExactServer(parts: Partial<Parts> = {}): Promise<TestServer> {
  const server = await startTestServer({}, parts)
  const { store } = server.app
  await store.putTenants([
    { tenantId, name: 'Exact Trust' },
    { tenantId: neighbourId, name: 'Neighbour Trust' },
  ])
  await store.putCustodians([{ custodianId, tenantId, name: 'Exact', provider: 'copper', baseUrl: 'simulator:' }])
  await store.putWallets([
    {
      walletId: id(9_223_372_036_854_775_807n),
      tenantId,
      custodianId,
      blockchainId: id(1),
      address: '0x1',
      metadataJson: '{}',
      isVisible: true,
      isActive: true,
      isTreasuryEnabled: false,
      isGasStationEnabled: false,
    },
  ])
  const token = { symbol: 'AAA', blockchainId: id(1), contractAddress: `0x${'b'.repeat(40)}`, decimals: 9 }
  await store.putTokens([{ tokenId: id(3), ...token }])
  const deposit = { fromAccountId: null, toAccountId: id(1), at: Date.UTC(2026, 0, 2) }
  await store.appendReserveTransactions({
    source: 'exact',
    transactions: [
      { position: 9n, index: 0n, tokenId: id(3), amount: '90071992547409931234567890123456789', ...deposit },
    ],
  })
  return server
}

/** What is left of the amount in a double. */
export const roundedAmount = Number('90071992547409931234567890.123456789')

/** What every exact client reads from that server. */
export const exactReading = {
  amount: '90071992547409931234567890.123456789',
  count: 1,
  custodianId,
  tenantId,
  walletId: '9223372036854775807',
  error: 'NotFound',
  status: 404,
  type: 'application/json; charset=utf-8; numbers=string',
}
