import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import type { WithheldFrom } from '../../bridge/schema.ts'
import { t as textOf } from '../../words/words.ts'
import { bridge } from '../session/bridge.ts'
import { announce } from './announcer.tsx'
import { useTranslation } from './use-translation.ts'
import { visibleText } from './visible-text.ts'

/** Copies through main, for the page has no right to the clipboard, and says so; `what` names it. False when it could not be copied. */
export const copyText = (text: string, what: string): Promise<boolean> => copyFrom({ text }, what)

/** The same for a new secret, which only main has. */
export async function copyFrom(
  source: { readonly text: string } | { readonly secret: WithheldFrom },
  what: string,
): Promise<boolean> {
  const answer = await bridge.copy(source)
  if (answer.ok) announce(textOf('copiedWhat', { what: visibleText(what) }))
  else notifications.show({ color: 'red', title: textOf('notCopied'), message: answer.error.message })
  return answer.ok
}

/** Milliseconds for which the button says that it was done. */
const copiedForMs = 1500

/** Copies a text; `what` names it to a screen reader. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const { start } = useTimeout(() => setCopied(false), copiedForMs)
  const copy = async () => {
    if (!(await copyText(text, what))) return
    setCopied(true)
    start()
  }
  const named = { what: visibleText(what) }
  const label = isCopied ? t('copiedWhat', named) : t('copyWhat', named)
  return (
    <Tooltip label={isCopied ? t('copied') : t('copy')}>
      <ActionIcon variant="subtle" color="gray" c="dimmed" size="sm" aria-label={label} onClick={copy}>
        {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}

export function CopyableId({ label, id }: { readonly label: string; readonly id: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {id}
      </Text>
      <CopyButton text={id} what={label} />
    </Group>
  )
}
