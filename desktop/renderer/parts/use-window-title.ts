import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** Names the window after what it shows, which is also how a screen reader says where one has come. */
export function useWindowTitle(title: string): void {
  const { t } = useTranslation()
  const product = t('product')
  useEffect(() => {
    document.title = `${title} · ${product}`
    return () => {
      document.title = product
    }
  }, [title, product])
}
