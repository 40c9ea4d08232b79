import { Alert, Text, type TextProps } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { numberText } from './number-text.ts'
import { useTranslation } from './use-translation.ts'

type ShownCountProps = TextProps & {
  readonly shown: number
  readonly all: number
  /** All of them in words, as "132 rows". */
  readonly whole: string
}

/** How many there are, and how many of them are shown where that is not all; heard when it changes. */
export function ShownCount({ shown, all, whole, ...style }: ShownCountProps) {
  const { t } = useTranslation()
  return (
    <Text size="sm" c="dimmed" role="status" {...style}>
      {shown === all ? whole : t('shownOf', { shown: numberText(shown), whole })}
    </Text>
  )
}

/** Says that the server has more than is shown. */
export const CutNotice = ({ children }: { readonly children: ReactNode }) => (
  <Alert color="yellow" variant="light" role="status" icon={<TriangleAlert aria-hidden />}>
    {children}
  </Alert>
)
