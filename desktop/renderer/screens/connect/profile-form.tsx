import { Button, Code, Grid, Group, Input, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { KnownProfile } from '../../../bridge/state.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { ScreenFrame } from '../../parts/screen-frame.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { bridge } from '../../session/bridge.ts'
import { failureFrom, valueIn } from '../../session/failure.ts'
import { ConnectionTest, useConnectionTest } from './connection-test.tsx'
import { EnvironmentFields, HeaderPreview } from './environment-fields.tsx'
import classes from './profiles.module.css'
import { type DraftForm, type DraftValues, useProfileForm } from './use-profile-form.ts'

type ProfileFormProps = {
  /** Null for a new one. */
  readonly profile: KnownProfile | null
  readonly onSaved: (id: string, thenSignIn: boolean) => void
  readonly onCancel: () => void
}

/** Where a server is, which environment it is, and whether it can be reached. */
export function ProfileForm({ profile, onSaved, onCancel }: ProfileFormProps) {
  const { t } = useTranslation('connect')
  const test = useConnectionTest()
  const { form, whenValid } = useProfileForm(profile, test.forget)
  const thenSignIn = profile?.isSignedIn !== true
  const save = useMutation({
    mutationFn: async (draft: DraftValues) => valueIn(await bridge.profile({ do: 'save', profile: draft })),
    onSuccess: ({ id }) => id && onSaved(id, thenSignIn),
  })
  const values = form.getValues()
  return (
    <ScreenFrame title={profile ? t('editTitle', { name: profile.name }) : t('addTitle')} about={t('formAbout')}>
      <form onSubmit={whenValid((draft) => save.mutate(draft))} noValidate>
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack gap="lg">
              <Paper withBorder p="lg">
                <ServerFields form={form} />
              </Paper>
              <Paper withBorder p="lg">
                <EnvironmentFields form={form} />
                <HeaderPreview draft={values} />
              </Paper>
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack gap="lg" className={classes.sticky}>
              <ConnectionTest test={test} onRun={whenValid(test.run)} />
              {save.error && <FailureNotice failure={failureFrom(save.error)} />}
              <Stack gap="xs">
                <Group gap="xs" grow preventGrowOverflow={false}>
                  <BusyButton type="submit" loading={save.isPending}>
                    {thenSignIn ? t('saveAndSignIn') : t('save')}
                  </BusyButton>
                  <Button variant="default" onClick={onCancel}>
                    {t('cancel')}
                  </Button>
                </Group>
                <Text size="sm" role="status" mih="1.5em">
                  {test.hasFailed && t('saveAnyway')}
                </Text>
              </Stack>
            </Stack>
          </Grid.Col>
        </Grid>
      </form>
    </ScreenFrame>
  )
}

function ServerFields({ form }: { readonly form: DraftForm }) {
  const { t } = useTranslation('connect')
  return (
    <Stack gap="md">
      <TextInput label={t('name')} description={t('nameHint')} required autoFocus {...form.getInputProps('name')} />
      <TextInput
        label={t('address')}
        description={t('addressHint')}
        placeholder="https://"
        required
        type="url"
        spellCheck={false}
        {...form.getInputProps('url')}
      />
      <AuthorityField file={form.getValues().caFile} onChange={(file) => form.setFieldValue('caFile', file)} />
    </Stack>
  )
}

type AuthorityFieldProps = { readonly file: string | null; readonly onChange: (file: string | null) => void }

/** Whose certificates are trusted: those of the system, or of the one authority in a file that main lets choose. */
function AuthorityField({ file, onChange }: AuthorityFieldProps) {
  const { t } = useTranslation('connect')
  const labelId = useId()
  const pick = useMutation({
    mutationFn: async () => valueIn(await bridge.profile({ do: 'pick-ca' })).caFile,
    onSuccess: (picked) => picked !== null && onChange(picked),
  })
  return (
    <Stack gap={6} role="group" aria-labelledby={labelId}>
      <Input.Label component="span" id={labelId}>
        {t('ca')}
      </Input.Label>
      <Input.Description>{t('caHint')}</Input.Description>
      {file === null ? (
        <Text size="sm">{t('caSystem')}</Text>
      ) : (
        <Code block>
          <PlainText text={file} />
        </Code>
      )}
      <Group gap="xs">
        <BusyButton size="xs" variant="default" loading={pick.isPending} onClick={() => pick.mutate()}>
          {t(file === null ? 'caPick' : 'caOther')}
        </BusyButton>
        {file !== null && (
          <Button size="xs" variant="subtle" onClick={() => onChange(null)}>
            {t('caDrop')}
          </Button>
        )}
      </Group>
      {pick.error && <FailureNotice failure={failureFrom(pick.error)} />}
    </Stack>
  )
}
