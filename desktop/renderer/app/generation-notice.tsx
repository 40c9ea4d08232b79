import { Alert } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { contractVersion } from '../../../shared/contract-version.ts'
import { PlainText } from '../parts/plain-text.tsx'
import { useSession } from '../session/session.ts'
import { generationOf } from './contract.ts'

/** Visible while console and server are not of one generation, for then something may be missing. */
export function GenerationNotice() {
  const { t } = useTranslation('generation')
  const session = useSession()
  const generation = session ? generationOf(session.contractVersion) : 'same'
  if (!session || generation === 'same') return null
  const versions = { server: session.contractVersion, console: contractVersion }
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
