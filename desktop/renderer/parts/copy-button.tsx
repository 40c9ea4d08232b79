import { ActionIcon, Tooltip } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from './copy-text.ts'
import { visibleText } from './visible-text.ts'

/** Milliseconds for which the button says that it was done. */
const told = 1500

/** Copies a text; `what` names it to a screen reader. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const { start } = useTimeout(() => setCopied(false), told)
  const copy = async () => {
    if (!(await copyText(text, what))) return
    setCopied(true)
    start()
  }
  const label = `${isCopied ? t('copied') : t('copy')}: ${visibleText(what)}`
  return (
    <Tooltip label={isCopied ? t('copied') : t('copy')}>
      <ActionIcon variant="subtle" color="gray" c="dimmed" size="sm" aria-label={label} onClick={copy}>
        {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
