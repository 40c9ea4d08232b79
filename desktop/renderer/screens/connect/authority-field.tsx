import { Button, Code, Group, Input, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { bridge } from '../../session/bridge.ts'
import { failureIn, valueIn } from '../../session/failure.ts'

type AuthorityFieldProps = { readonly file: string | null; readonly onChange: (file: string | null) => void }

/** Whose certificates are trusted: those of the system, or of the one authority in a file that main lets choose. */
export function AuthorityField({ file, onChange }: AuthorityFieldProps) {
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
      {pick.error && <FailureNotice failure={failureIn(pick.error)} />}
    </Stack>
  )
}
