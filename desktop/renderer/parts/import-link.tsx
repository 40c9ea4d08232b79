import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useActiveProfile } from '../session/console-state.ts'

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
