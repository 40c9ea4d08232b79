import { Button, Menu } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ConsoleFailure } from '../../bridge/failures.ts'
import type { WithheldFrom } from '../../bridge/schema.ts'
import { bridge } from '../session/bridge.ts'
import { useTranslation } from './use-translation.ts'

type TextFile =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly secret: WithheldFrom }
type Format = { readonly label: string; readonly file: () => TextFile | Promise<TextFile | null> }
type ExportMenuProps = { readonly formats: readonly Format[]; readonly disabled?: boolean }

/** Elements in which the keys mean something else. */
const alsoWhileTyping: string[] = []

const textOf = ({ message, info }: ConsoleFailure) => [message, ...info].join(' ')

/** Asks main where to put the file and tells where it is; a dialog that was cancelled needs no words. */
export function useSave(): (file: TextFile) => Promise<void> {
  const { t } = useTranslation('export')
  return async (file) => {
    const answer = await bridge.save(file)
    if (!answer.ok) notifications.show({ color: 'red', title: t('notSaved'), message: textOf(answer.error) })
    else if (answer.value) notifications.show({ color: 'green', title: t('saved'), message: answer.value.file })
  }
}

/** Offers what is shown as files, also by Mod+E; each is made only when it is chosen. */
export function ExportMenu({ formats, disabled = false }: ExportMenuProps) {
  const { t } = useTranslation('export')
  const save = useSave()
  const [isOpen, setOpen] = useState(false)
  const openHere = () => {
    const isCovered = document.querySelector('[aria-modal=true]') !== null
    if (!disabled && !isCovered) setOpen(true)
  }
  useHotkeys([['mod+E', openHere]], alsoWhileTyping)
  const saveMade = async (make: Format['file']) => {
    const made = await make()
    if (made) await save(made)
  }
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Button variant="default" leftSection={<Download size={16} aria-hidden />} disabled={disabled}>
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ label, file }) => (
          <Menu.Item key={label} onClick={() => void saveMade(file)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
