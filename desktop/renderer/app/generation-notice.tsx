import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { contractVersion } from '../../../shared/session.ts'
import { api } from '../api.ts'
import { useActiveProfile } from '../console-state.ts'
import { PlainText } from '../parts/plain-text.tsx'
import { generationOf } from './contract.ts'

/** Visible while console and server are not of one generation, for then something may be missing. */
export function GenerationNotice() {
  const { t } = useTranslation('generation')
  const isSignedIn = useActiveProfile()?.isSignedIn ?? false
  const { data } = useQuery(api.session.whoAmI.queryOptions({}, { enabled: isSignedIn }))
  const generation = data ? generationOf(data.contractVersion) : 'same'
  if (!data || generation === 'same') return null
  const versions = { server: data.contractVersion, console: contractVersion }
  return (
    <Alert
      color={generation === 'other' ? 'red' : 'yellow'}
      variant="light"
      mb="md"
      title={t(`${generation}Title`)}
      icon={<TriangleAlert aria-hidden />}
    >
      <PlainText text={t(generation, versions)} />
    </Alert>
  )
}
