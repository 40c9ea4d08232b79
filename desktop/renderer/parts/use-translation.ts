// biome-ignore lint/style/noRestrictedImports: the one place that gives the hook its types
import { useTranslation as useAnyTranslation } from 'react-i18next'
import type { TableName, Translate } from '../../words/translate.ts'

/** The texts of a table, `common` unless one is named; the component is rendered again when the language changes. */
export const useTranslation = useAnyTranslation as unknown as <Table extends TableName = 'common'>(
  table?: Table,
) => { readonly t: Translate<Table> }
