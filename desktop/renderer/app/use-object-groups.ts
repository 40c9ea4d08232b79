import { useNavigate } from '@tanstack/react-router'
import { Building2, History, KeySquare, type LucideIcon, ScrollText, UsersRound, Wallet, Webhook } from 'lucide-react'
import { useMemo } from 'react'
import { SearchKind, type SearchResults } from '../../../shared/search.ts'
import { nameText } from '../parts/plain-text.tsx'
import { localOf } from '../parts/time-text.ts'
import { useTranslation } from '../parts/use-translation.ts'
import { everything } from '../screens/audit/audit-view.ts'
import { useAuditView } from '../screens/audit/use-audit-view.ts'
import { useMay } from '../session/session.ts'
import type { PaletteEntry, PaletteGroup } from './palette-filter.ts'

/** What opens each kind of object. */
type Opening = {
  readonly [Kind in SearchKind]: (found: SearchResults[Kind][number]) => void
}

/** What the server found, each kind in a group of its own, in the order of its answer. */
export function useObjectGroups(results: SearchResults | undefined, query: string): readonly PaletteGroup[] {
  const { t } = useTranslation('palette')
  const entries = useObjectEntries()
  const opening = useOpening(query)
  if (!results) return []
  return SearchKind.options
    .map((kind) => ({ title: t(`found.${kind}`), entries: entries[kind](results, opening) }))
    .filter((group) => group.entries.length > 0)
}

type Entries = { readonly [Kind in SearchKind]: (results: SearchResults, opening: Opening) => readonly PaletteEntry[] }

type Words = Pick<PaletteEntry, 'id' | 'label'> & { readonly about: string }

/** The entries of one kind. */
const listed =
  <Kind extends SearchKind>(kind: Kind, icon: LucideIcon, wordsOf: (found: SearchResults[Kind][number]) => Words) =>
  (results: SearchResults, opening: Opening): readonly PaletteEntry[] =>
    results[kind].map((found: SearchResults[Kind][number]) => ({
      ...wordsOf(found),
      icon,
      go: () => opening[kind](found),
    }))

/** How each kind is named: by what is searched for first, so that it is recognized. */
function useObjectEntries(): Entries {
  const { t } = useTranslation('palette')
  return useMemo(
    () => ({
      custodians: listed('custodians', Building2, ({ id, name }) => ({ id, label: nameText(name), about: id })),
      wallets: listed('wallets', Wallet, ({ id, address, label, network, custodianName }) => ({
        id: `wallet ${id}`,
        label: nameText(label === null ? address : `${label} · ${address}`),
        about: nameText(`${custodianName} · ${network}`),
      })),
      tenants: listed('tenants', UsersRound, ({ id, name }) => ({
        id: `tenant ${id}`,
        label: nameText(name),
        about: id,
      })),
      tokens: listed('tokens', KeySquare, ({ id, name }) => ({
        id: `operator token ${id}`,
        label: nameText(name),
        about: id,
      })),
      webhooks: listed('webhooks', Webhook, ({ id, name, url }) => ({
        id: `webhook ${id}`,
        label: nameText(`${name} · ${url}`),
        about: id,
      })),
      rotations: listed('rotations', History, ({ rotationId, operator, startedAt }) => ({
        id: `rotation ${rotationId}`,
        label: rotationId,
        about: nameText(`${operator} · ${localOf(startedAt)}`),
      })),
      auditRecords: listed('auditRecords', ScrollText, ({ sequence, kind, actor, at }) => ({
        id: `audit record ${sequence}`,
        label: `${t(`audit:kinds.${kind}`, { defaultValue: kind })} · ${sequence}`,
        about: nameText(`${actor} · ${localOf(at)}`),
      })),
    }),
    [t],
  )
}

/** The audit is filtered by the query: an ID by which its records were found. */
function useOpening(query: string): Opening {
  const navigate = useNavigate()
  const [, showAudit] = useAuditView()
  const mayList = useMay('custodians:read') !== false
  return {
    custodians: ({ id }) => void navigate({ to: '/custodians/$custodianId', params: { custodianId: id } }),
    wallets: ({ custodianId, tenantId, address }) =>
      mayList
        ? void navigate({ to: '/custodians/$custodianId/wallets', params: { custodianId }, search: { address } })
        : void navigate({
            to: '/tenants/$tenantId/custodians/$custodianId/wallets',
            params: { tenantId, custodianId },
            search: { address },
          }),
    tenants: () => void navigate({ to: '/administration/tenants' }),
    tokens: () => void navigate({ to: '/administration/tokens' }),
    webhooks: ({ id: webhookId }) =>
      void navigate({ to: '/administration/webhooks/$webhookId', params: { webhookId } }),
    rotations: ({ custodianId, rotationId: rotation }) =>
      void navigate({ to: '/custodians/$custodianId/history', params: { custodianId }, search: { rotation } }),
    auditRecords: () => {
      showAudit({ ...everything, traceId: query })
      void navigate({ to: '/audit' })
    },
  }
}
