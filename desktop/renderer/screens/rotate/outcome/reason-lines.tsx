import { List } from '@mantine/core'
import { PlainText } from '../../../parts/plain-text.tsx'

/** The reasons as the server gives them, for whoever looks further. */
export function ReasonLines({ lines }: { readonly lines: readonly string[] }) {
  if (!lines.length) return null
  return (
    <List size="xs" c="dimmed" ff="monospace">
      {[...new Set(lines)].map((line) => (
        <List.Item key={line}>
          <PlainText text={line} />
        </List.Item>
      ))}
    </List>
  )
}
