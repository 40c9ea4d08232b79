import { Text } from '@mantine/core'
import { useState } from 'react'
import type { EditValues } from '../../../data/edits.ts'
import { useChange, useCreation, useEdit } from '../../../data/use-change.ts'
import { announce } from '../../../parts/announcer.tsx'
import { ConfirmModal } from '../../../parts/confirm-modal.tsx'
import { ConflictNotice } from '../../../parts/conflict-notice.tsx'
import { FormModal } from '../../../parts/form-modal.tsx'
import { nameText } from '../../../parts/plain-text.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import type { ReserveObject } from './object-rows.ts'
import type { ObjectSubject } from './object-subject.ts'
import { useNetworkNames } from './use-reserve-objects.ts'

type OfKind<Item extends ReserveObject, Values extends EditValues> = {
  readonly subject: ObjectSubject<Item, Values>
  readonly onClose: () => void
}

type OfOne<Item extends ReserveObject, Values extends EditValues> = OfKind<Item, Values> & { readonly item: Item }

type NewOne<Item extends ReserveObject, Values extends EditValues> = OfKind<Item, Values> & {
  readonly known: readonly Item[] | undefined
}

export function CreateObject<Item extends ReserveObject, Values extends EditValues>({
  subject: { kind, nameOf, empty, create, read, valuesOf, Fields },
  known,
  onClose,
}: NewOne<Item, Values>) {
  const { t } = useTranslation('administration')
  const [values, setValues] = useState(empty)
  const change = useCreation(
    {
      known: known?.map(({ id }) => id),
      mayChooseId: true,
      send: (id) => create(values, id),
      read,
      isWanted: (made) => hasValues(valuesOf(made), values),
    },
    (created) => {
      announce(t('objects.created', { name: nameText(nameOf(created)) }))
      onClose()
    },
  )
  return (
    <FormModal
      title={t(`${kind}.add`)}
      verb={t('create')}
      fields={Object.keys(values)}
      {...change}
      onSubmit={() => change.mutate(undefined)}
      onClose={onClose}
    >
      {(faults) => (
        <Fields
          values={values}
          set={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
          faults={faults}
        />
      )}
    </FormModal>
  )
}

/** Where nothing was entered, the server chose: the built-in icon of a network. */
const hasValues = <Values extends EditValues>(made: Values, entered: Values): boolean =>
  Object.entries(entered).every(([name, value]) => value === null || made[name] === value)

export function EditObject<Item extends ReserveObject, Values extends EditValues>({
  subject,
  item,
  onClose,
}: OfOne<Item, Values>) {
  const { t } = useTranslation('administration')
  const { nameOf, valuesOf, labels, update, changes, said, Fields } = subject
  const networks = useNetworkNames()
  const { values, set, conflicts, isChanged, mutate, ...edit } = useEdit(item, {
    valuesOf,
    send: (changed, version) => update({ id: item.id, version }, changed),
    onSaved: () => {
      announce(t('saved'))
      onClose()
    },
  })
  const inWords = (name: keyof Values & string, value: string | null) =>
    name === 'blockchainId' && value !== null ? (networks.get(value) ?? value) : (said?.(name, value) ?? value)
  return (
    <FormModal
      title={t('objects.editNamed', { name: nameText(nameOf(item)) })}
      verb={t('save')}
      fields={Object.keys(values)}
      isPending={edit.isPending}
      failure={edit.failure}
      onSubmit={() => (isChanged ? mutate(undefined) : onClose())}
      onClose={onClose}
    >
      {(faults) => (
        <>
          {conflicts && (
            <ConflictNotice
              rows={conflicts.map(({ name, before, now, yours }) => ({
                label: t(labels[name]),
                before: inWords(name, before),
                now: inWords(name, now),
                yours: inWords(name, yours),
              }))}
              changes={{ ...changes, id: item.id }}
            />
          )}
          <Fields values={values} set={set} faults={faults} />
        </>
      )}
    </FormModal>
  )
}

type SwitchOfOne<Item extends ReserveObject, Values extends EditValues> = OfOne<Item, Values> & {
  readonly verb: 'disable' | 'enable'
}

/** Asks before an object is disabled or enabled. */
export function SwitchObject<Item extends ReserveObject, Values extends EditValues>({
  subject,
  item,
  verb,
  onClose,
}: SwitchOfOne<Item, Values>) {
  const { t } = useTranslation('administration')
  const name = subject.nameOf(item)
  const change = useChange(() => subject[verb](item), onClose)
  return (
    <ConfirmModal
      title={t(`objects.${verb}Confirm`, { name: nameText(name) })}
      verb={t(`objects.${verb}`)}
      {...(verb === 'disable' && { name })}
      {...change}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">{verb === 'disable' ? t(`${subject.kind}.disableText`) : t('objects.enableText')}</Text>
    </ConfirmModal>
  )
}

/** Asks before an object is deleted; what refers to it is named by the server. */
export function DeleteObject<Item extends ReserveObject, Values extends EditValues>({
  subject: { kind, nameOf, remove },
  item,
  onClose,
}: OfOne<Item, Values>) {
  const { t } = useTranslation('administration')
  const name = nameOf(item)
  const change = useChange(() => remove(item), onClose)
  return (
    <ConfirmModal
      title={t('objects.deleteConfirm', { name: nameText(name) })}
      verb={t('objects.delete')}
      name={name}
      {...change}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">{t(`${kind}.deleteText`)}</Text>
      <Text size="sm">{t('custodian.deleteFinal')}</Text>
      {change.failure?.code === 'InUse' && <Text size="sm">{t(`${kind}.inUse`)}</Text>}
    </ConfirmModal>
  )
}
