import { fail } from '../../shared/failure.ts'
import type { Parsed } from '../../shared/operations.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Call } from '../context/call.ts'
import type { Parts } from '../context/parts.ts'
import type { Items, ItemValues } from '../store/items.ts'
import { changesItems } from './administer.ts'

type Update = Parsed<'wallets.update'> & { readonly metadataJson?: string }

export function administerWallets(parts: Parts) {
  const items = changesItems(
    {
      kind: 'wallet',
      idOf: ({ walletId }: Parsed<'wallets.get'>) => walletId,
      updated: ({ metadataJson, isTreasuryEnabled }: Update): Result<Partial<ItemValues['wallet']>> =>
        ok({
          ...(metadataJson !== undefined && { metadataJson }),
          ...(isTreasuryEnabled !== undefined && { isTreasuryEnabled }),
        }),
    },
    parts,
  )
  /** The label is a member of the stored metadata; the version keeps that as it is. */
  async function update(input: Parsed<'wallets.update'>, call: Call): Promise<Result<Items['wallet']>> {
    if (input.label === undefined) return items.update(input, call)
    const stored = await items.get(input, call)
    if (!stored.ok || stored.value.version !== input.version) return items.update(input, call)
    const metadataJson = withLabel(stored.value.metadataJson, input.label)
    if (metadataJson === null) return fail('ValidationError', { info: [noObject] })
    return metadataJson.length > mostMetadata
      ? fail('ValidationError', { info: [tooLong] })
      : items.update({ ...input, metadataJson }, call)
  }
  return { get: items.get, update }
}

const mostMetadata = 65_536
const noObject = 'label: the metadata of this wallet is no JSON object, so it has no label; import the wallet again'
const tooLong = `label: the metadata of this wallet would have more than ${mostMetadata} characters`

const raw = JSON as unknown as {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
  rawJSON(text: string): unknown
  isRawJSON(value: unknown): boolean
}

/** The metadata with another label; all else keeps its value, numbers their digits. Null where it is no object. */
function withLabel(metadataJson: string, label: string | null): string | null {
  const metadata = raw.parse(metadataJson, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined ? raw.rawJSON(source) : value,
  )
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata) || raw.isRawJSON(metadata))
    return null
  const { label: before, ...others } = metadata as { label?: unknown }
  if (before === (label ?? undefined)) return metadataJson
  return JSON.stringify(label === null ? others : { ...metadata, label })
}
