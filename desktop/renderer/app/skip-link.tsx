import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './skip-link.module.css'

/** The first thing that the keyboard reaches: past the navigation. */
export function SkipLink() {
  const { t } = useTranslation()
  const skip = () => document.getElementById('content')?.focus()
  return (
    <Anchor component="button" type="button" className={classes.link} onClick={skip}>
      {t('skipToContent')}
    </Anchor>
  )
}
