import { Button, Center, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useActiveProfile } from '../session/console-state.ts'
import { useTranslation } from './use-translation.ts'

type EmptyProps = { readonly title: string; readonly hint?: string; readonly action?: ReactNode }

/** Says that there is nothing, why that may be, and what would change it. */
export function Empty({ title, hint, action }: EmptyProps) {
  return (
    <Center py="xl">
      <Stack gap="xs" align="center" maw={420}>
        <Text fw={600}>{title}</Text>
        {hint && (
          <Text c="dimmed" size="sm" ta="center">
            {hint}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  )
}

/** The way to the import, where there is nothing yet in the server that this console runs. */
export function ImportLink() {
  const { t } = useTranslation()
  if (useActiveProfile()?.kind !== 'local') return null
  return (
    <Button component={Link} to="/this-machine" variant="default" size="xs">
      {t('toImport')}
    </Button>
  )
}
