import { Badge } from '@mantine/core'
import type { Environment } from '../../bridge/profiles.ts'

/** The environment as the header shows it. */
export function EnvironmentBadge({ environment }: { readonly environment: Omit<Environment, 'isProduction'> }) {
  return (
    <Badge color={environment.colour} variant="filled" autoContrast flex="none">
      {environment.label}
    </Badge>
  )
}
