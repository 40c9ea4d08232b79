import { Group, Text } from '@mantine/core'
import { BusyButton } from './busy-button.tsx'

type Paged = {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
}

type LoadMoreProps = { readonly query: Paged; readonly count: string; readonly label: string }

/** How many rows are loaded, and a button for the next ones. */
export function LoadMore({ query, count, label }: LoadMoreProps) {
  return (
    <Group gap="md">
      <Text size="sm" c="dimmed" role="status">
        {count}
      </Text>
      {query.hasNextPage && (
        <BusyButton
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {label}
        </BusyButton>
      )}
    </Group>
  )
}
