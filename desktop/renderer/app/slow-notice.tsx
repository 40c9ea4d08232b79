import { Loader, Text } from '@mantine/core'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Milliseconds after which an answer is late enough to say so. */
const late = 4_000

/** Says that the server takes long, as long as it does. */
export function SlowNotice() {
  const { t } = useTranslation()
  const isAsking = useIsFetching() > 0
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isAsking) return setLate(false)
    const timer = setTimeout(() => setLate(true), late)
    return () => clearTimeout(timer)
  }, [isAsking])
  return (
    <Text component="span" size="sm" c="dimmed" role="status">
      {isLate && (
        <>
          <Loader size={12} mr={6} aria-hidden />
          {t('slow')}
        </>
      )}
    </Text>
  )
}
