import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A value under its name, to stand beside others. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </div>
  )
}
