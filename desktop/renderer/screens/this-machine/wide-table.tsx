import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

type WideTableProps = { readonly name: string; readonly minWidth: number; readonly children: ReactNode }

/** A table that scrolls sideways where the window is narrow, with the keyboard too. */
export const WideTable = ({ name, minWidth, children }: WideTableProps) => (
  <Table.ScrollContainer
    minWidth={minWidth}
    scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': name } }}
  >
    <Table>{children}</Table>
  </Table.ScrollContainer>
)
