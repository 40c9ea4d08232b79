import { notifications } from '@mantine/notifications'
import { fileNameOf } from '../../parts/export-file.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import type { ListedWallet } from './listed-wallet.ts'
import { walletFormats, walletsText } from './wallet-export.ts'

type WalletsExportProps = {
  readonly count: number
  readonly rowAt: (index: number) => ListedWallet
  readonly custodianId: string
  /** Epoch milliseconds. */
  readonly readAt: number
  /** Whether all wallets are read, and what is shown is what was asked for. */
  readonly isReady: boolean
}

/** Writes the wallets that are shown, in their order. */
export function WalletsExport({ count, rowAt, custodianId, readAt, isReady }: WalletsExportProps) {
  const { t } = useTranslation('wallets')
  const fileOf = (format: keyof typeof walletFormats) => async () => {
    const text = await walletsText(rowsOf(count, rowAt), walletFormats[format])
    if (text !== null)
      return { name: fileNameOf(`wallets-${custodianId}`, new Date(readAt).toISOString(), format), text }
    notifications.show({ color: 'red', title: t('export:notSaved'), message: t('exportTooLarge') })
    return null
  }
  return (
    <ExportMenu
      disabled={!isReady}
      formats={[
        { label: t('export:csv'), file: fileOf('csv') },
        { label: t('export:ndjson'), file: fileOf('ndjson') },
      ]}
    />
  )
}

function* rowsOf(count: number, rowAt: WalletsExportProps['rowAt']): Generator<ListedWallet> {
  for (let index = 0; index < count; index += 1) yield rowAt(index)
}
