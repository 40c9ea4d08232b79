import { type ColumnDef, type RowData, rowSortingFeature, tableFeatures } from '@tanstack/react-table'

/** Sorting is only told: whoever owns the rows puts them in order, for it knows them all. */
export const gridFeatures = tableFeatures({ rowSortingFeature })

export type GridColumn<Row extends RowData> = ColumnDef<typeof gridFeatures, Row>
