import { useTranslation } from 'react-i18next'
import type { AuditRecord } from '../../../../shared/audit.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { fileNameOf } from '../../parts/file-name.ts'
import { auditCsv, auditNdjson } from './audit-export.ts'

type AuditExportProps = { readonly records: readonly AuditRecord[]; readonly asOf: string | null }

/** Writes the records that are shown. */
export function AuditExport({ records, asOf }: AuditExportProps) {
  const { t } = useTranslation('export')
  if (!asOf) return <ExportMenu formats={[]} disabled />
  return (
    <ExportMenu
      formats={[
        { label: t('csv'), file: () => ({ name: fileNameOf('audit', asOf, 'csv'), text: auditCsv(records) }) },
        { label: t('ndjson'), file: () => ({ name: fileNameOf('audit', asOf, 'ndjson'), text: auditNdjson(records) }) },
      ]}
    />
  )
}
