import { VisuallyHidden } from '@mantine/core'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { Search } from 'lucide-react'
import { useRef } from 'react'
import { Keys } from '../parts/keys.tsx'
import { useTranslation } from '../parts/use-translation.ts'
import classes from './command-palette.module.css'
import { foundIn, type PaletteEntry, type PaletteGroup } from './palette-filter.ts'
import { usePaletteGroups, useWalletsById } from './use-palette-groups.ts'

/** What is typed and chosen in the command palette, and the way to open it. */
export const [paletteStore, commandPalette] = createSpotlight()

/** Goes to any screen, any custodian and any of its parts, and to the reserves of any token, by a few letters. */
export function CommandPalette() {
  const { t } = useTranslation('palette')
  const field = useRef<HTMLInputElement>(null)
  const next = useRef<Element | null>(null)
  const enter = () => {
    next.current = document.activeElement
    // At once, for the dialog itself waits until after the first letters.
    field.current?.focus()
  }
  const leave = () => next.current instanceof HTMLElement && next.current.focus({ preventScroll: true })
  // What was chosen begins with the screen that it leads to, not where the palette was opened.
  const noteChoice = () => {
    next.current = document.getElementById('content')
  }
  return (
    <Spotlight.Root
      store={paletteStore}
      onSpotlightOpen={enter}
      onSpotlightClose={leave}
      returnFocus={false}
      shortcut="mod + K"
      tagsToIgnore={[]}
      scrollable
      maxHeight={480}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      classNames={{ action: classes.action ?? '' }}
      attributes={{ content: { 'aria-label': t('title') } }}
    >
      <Spotlight.Search
        ref={field}
        placeholder={t('placeholder')}
        aria-label={t('placeholder')}
        leftSection={<Search size={18} aria-hidden />}
      />
      <Found onChoose={noteChoice} />
    </Spotlight.Root>
  )
}

function Found({ onChoose }: { readonly onChoose: () => void }) {
  const { t } = useTranslation('palette')
  const { query, selected } = useSpotlight(paletteStore)
  const groups = foundIn([...usePaletteGroups(), ...useWalletsById(query)], query)
  return (
    <>
      {groups.length === 0 ? (
        <Spotlight.Empty>{t('nothing')}</Spotlight.Empty>
      ) : (
        <Spotlight.ActionsList>
          {groups.map((group) => (
            <Spotlight.ActionsGroup key={group.title} label={group.title}>
              {group.entries.map((entry) => (
                <Action key={entry.id} entry={entry} onChoose={onChoose} />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      )}
      <Said groups={groups} selected={selected} />
    </>
  )
}

type ActionProps = { readonly entry: PaletteEntry; readonly onChoose: () => void }

function Action({ entry: { label, about, icon: Icon, keys, go }, onChoose }: ActionProps) {
  const choose = () => {
    onChoose()
    go()
  }
  return (
    <Spotlight.Action
      label={label}
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={
        <>
          {about}
          {keys && <Keys keys={keys} />}
        </>
      }
      onClick={choose}
    />
  )
}

type SaidProps = { readonly groups: readonly PaletteGroup[]; readonly selected: number }

/** What the arrow keys have come to, for a screen reader: the focus stays in the field. */
function Said({ groups, selected }: SaidProps) {
  const { t } = useTranslation('palette')
  const entries = groups.flatMap((group) => group.entries)
  const entry = entries[selected]
  return (
    <VisuallyHidden role="status">
      {entry && t('selected', { label: entry.label, place: selected + 1, count: entries.length })}
    </VisuallyHidden>
  )
}
