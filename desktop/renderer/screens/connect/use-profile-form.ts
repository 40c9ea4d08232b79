import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import type { SyntheticEvent } from 'react'
import type { z } from 'zod'
import { ProfileDraft } from '../../../bridge/profiles.ts'
import type { KnownProfile } from '../../../bridge/state.ts'
import { goToFirstError } from '../../parts/go-to-first-error.ts'
import { useTranslation } from '../../parts/use-translation.ts'

export type DraftValues = z.input<typeof ProfileDraft>
export type DraftForm = UseFormReturnType<DraftValues>

/** A new server counts as production until the operator says otherwise. */
const newServer = (label: string): DraftValues => ({
  id: null,
  name: '',
  url: '',
  environment: { label, colour: 'red', isProduction: true },
  caFile: null,
})

const draftOf = ({ id, name, url, environment, caFile }: KnownProfile): DraftValues => ({
  id,
  name,
  url,
  environment,
  caFile,
})

/** The form of a server, held to the same schema as main; `onOtherServer` hears when what was tested is no longer meant. */
export function useProfileForm(profile: KnownProfile | null, onOtherServer: () => void) {
  const { t } = useTranslation('connect')
  const form: DraftForm = useForm<DraftValues>({
    initialValues: profile ? draftOf(profile) : newServer(t('labels.production')),
    validate: schemaResolver(ProfileDraft, { sync: true }),
    onValuesChange: (values, before) => {
      if (values.url !== before.url || values.caFile !== before.caFile) onOtherServer()
    },
  })
  /** Goes on with sound values, else to the first field that is not. */
  const whenValid = (goOn: (draft: DraftValues) => void) => (event?: SyntheticEvent<HTMLFormElement>) =>
    form.onSubmit(goOn, goToFirstError)(event)
  return { form, whenValid }
}
