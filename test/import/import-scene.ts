import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RefusedLine } from '../../server/import/detect.ts'
import type { FileResult } from '../../server/import/import-file.ts'
import { type ImportOptions, importFiles } from '../../server/import/import-files.ts'
import type { Store } from '../../server/store/store.ts'
import type { StoredFolder } from '../store/engine.ts'
import { dataOf } from '../store/engines.ts'

/** A real store and a folder for files to import into it; both go away with the test. */
export type ImportScene = AsyncDisposable & {
  readonly path: string
  readonly dataDir: string
  readonly data: StoredFolder
  readonly store: Store
  /** Where a file of that name is or would be. */
  at(name: string): string
  write(name: string, content: string | Uint8Array): string
  /** Writes one file and imports it. */
  take(name: string, content: string | Uint8Array, options?: ImportOptions): Promise<FileResult>
}

export async function openImportScene(): Promise<ImportScene> {
  const path = await mkdtemp(join(tmpdir(), 'strongroom-import-'))
  const dataDir = join(path, 'data')
  const data = dataOf(dataDir)
  const store = await data.open()
  const at = (name: string) => join(path, name)
  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(at(name), content)
    return at(name)
  }
  return {
    path,
    dataDir,
    data,
    store,
    at,
    write,
    async take(name, content, options) {
      const [result] = await importFiles(store, [write(name, content)], options)
      return result as FileResult
    },
    async [Symbol.asyncDispose]() {
      await store.close()
      await rm(path, { recursive: true })
    },
  }
}

/** The refused lines of a file; none when there is no such file. */
export function refusedIn(file: string): RefusedLine[] {
  const name = `${file}.rejected.ndjson`
  if (!existsSync(name)) return []
  const lines = readFileSync(name, 'utf8').split('\n')
  return lines.filter(Boolean).map((line) => JSON.parse(line) as RefusedLine)
}

export const csv = (...lines: readonly string[]): string => `${lines.join('\n')}\n`

export const address = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`

export const tenantsCsv = csv('tenantId,name', '1,First Trust', '2,Second Trust')
export const networksCsv = csv('blockchainId,network', '1,Ethereum', '2,Polygon')
export const custodiansCsv = csv(
  'custodianId,tenantId,name,provider,baseUrl',
  '11,1,Vault,fireblocks,',
  '12,1,Desk,copper,https://copper.example',
  '21,2,Other,fireblocks,',
)
export const walletsCsv = csv(
  'walletId,tenantId,custodianId,blockchainId,address',
  `101,1,11,1,${address(101)}`,
  `102,1,12,2,${address(102)}`,
  `201,2,21,1,${address(201)}`,
)
/** Tokens 1 to 3 live on Ethereum, 4 on Polygon. */
export const tokensCsv = csv(
  'tokenId,tokenSymbol,blockchainId,contractAddress,decimals',
  `1,AAA,1,${address(0xa1)},18`,
  `2,BBB,1,${address(0xa2)},6`,
  '3,CCC,1,,0',
  `4,AAA,2,${address(0xa1)},18`,
)
/** Accounts 1 to 3 live on Ethereum, 4 on Polygon. */
export const accountsCsv = csv(
  'reserveAccountId,blockchainId,address,name',
  `1,1,${address(0xb1)},One`,
  `2,1,${address(0xb2)},Two`,
  `3,1,${address(0xb3)},Three`,
  `4,2,${address(0xb1)},Four`,
)
export const transactionsHeader = 'source,position,index,tokenId,amount,at,fromReserveAccountId,toReserveAccountId'

/** Everything that other files refer to. */
export async function furnish({ store, write }: ImportScene): Promise<void> {
  const results = await importFiles(store, [
    write('base-accounts.csv', accountsCsv),
    write('base-tokens.csv', tokensCsv),
    write('base-wallets.csv', walletsCsv),
    write('base-custodians.csv', custodiansCsv),
    write('base-networks.csv', networksCsv),
    write('base-tenants.csv', tenantsCsv),
  ])
  if (results.some(({ refused }) => refused > 0)) throw new Error(`the base was refused: ${JSON.stringify(results)}`)
}
