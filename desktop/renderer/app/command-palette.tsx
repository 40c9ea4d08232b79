import { Text, VisuallyHidden } from '@mantine/core'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { en } from '../../words/en.ts'
import { Keys } from '../parts/keys.tsx'
import { useTranslation } from '../parts/use-translation.ts'
import { useConsole } from '../session/console-state.ts'
import classes from './command-palette.module.css'
import { foundIn, type PaletteEntry, type PaletteGroup } from './palette-filter.ts'
import { type FoundObjects, useFoundObjects } from './use-found-objects.ts'
import { usePaletteGroups, useWalletsById } from './use-palette-groups.ts'

/** What is typed and chosen in the command palette, and the way to open it. */
export const [paletteStore, commandPalette] = createSpotlight()

/** Characters that the server's search takes. */
const mostTyped = 200

/** Goes to any screen, any part of a custodian and the reserves of any token, and to all that the server finds. */
export function CommandPalette() {
  const { t } = useTranslation('palette')
  const { activeProfileId } = useConsole()
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
        maxLength={mostTyped}
        onKeyDown={() => queueMicrotask(announce)}
        placeholder={t('placeholder')}
        aria-label={t('placeholder')}
        leftSection={<Search size={18} aria-hidden />}
      />
      {/* What one server found is not shown as another's. */}
      <Found key={activeProfileId} onChoose={noteChoice} />
    </Spotlight.Root>
  )
}

function Found({ onChoose }: { readonly onChoose: () => void }) {
  const { t } = useTranslation('palette')
  const { query, selected } = useSpotlight(paletteStore)
  const objects = useFoundObjects(query)
  const own = foundIn([...usePaletteGroups(), ...useWalletsById(query)], query)
  const groups = [...own, ...withoutThoseOf(own, objects.groups)]
  useEffect(chooseFirst)
  return (
    <>
      <ServerLine objects={objects} />
      {groups.length === 0 ? (
        <Spotlight.Empty>{objects.state === 'waiting' ? '…' : t('nothing')}</Spotlight.Empty>
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

/** A custodian that stands among the palette's own is not offered twice. */
function withoutThoseOf(own: readonly PaletteGroup[], groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  const shown = new Set(own.flatMap(({ entries }) => entries.map(({ id }) => id)))
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(({ id }) => !shown.has(id)) }))
    .filter(({ entries }) => entries.length > 0)
}

/** Chooses the first entry of an answer where there was none to choose while it was typed. */
function chooseFirst(): void {
  const { query, listId } = paletteStore.getState()
  const list = document.getElementById(listId)
  const first = list?.querySelector('[data-action]')
  if (query.trim() === '' || !first || list?.querySelector('[data-selected]')) return
  first.setAttribute('data-selected', 'true')
  paletteStore.setState({ ...paletteStore.getState(), selected: 0 })
}

/** The arrow keys change what is chosen without a word to those who read it. */
function announce(): void {
  paletteStore.setState({ ...paletteStore.getState() })
}

/** How the search of the server goes; one line from the start, so that nothing moves when it is answered. */
function ServerLine({ objects: { groups, state, more, failure } }: { readonly objects: FoundObjects }) {
  const { t } = useTranslation('palette')
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const kinds = more.map((kind) => t(`found.${kind}`)).join(', ')
  const failed = () =>
    failure?.code === 'NotFound'
      ? t('server.older')
      : t('server.failed', { why: t([`failures:${failure?.code as keyof typeof en.failures}`, 'failures:title']) })
  const answered = () => (more.length > 0 ? t('server.more', { kinds }) : t('server.answered', { count }))
  const text = { idle: () => t('server.idle'), waiting: () => t('server.waiting'), answered, failed }[state]()
  return (
    <Text size="xs" c={state === 'failed' ? 'var(--color-negative)' : 'dimmed'} className={classes.line} role="status">
      {text}
    </Text>
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
