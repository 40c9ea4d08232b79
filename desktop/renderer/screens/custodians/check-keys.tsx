import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, ShieldQuestion } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ValidationResult } from '../../../../shared/credentials.ts'
import type { Custodian } from '../../../../shared/custodians.ts'
import { api } from '../../api.ts'
import { askToSignIn } from '../../app/sign-in-request.ts'
import { failureIn } from '../../failure.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { useMay } from './use-custodians.ts'

/** Asks the provider about the keys in force and says what it found. */
export function CheckKeys({ custodian }: { readonly custodian: Custodian }) {
  const { t } = useTranslation('custodians')
  const may = useMay('custodians:update')
  const known = useQueryClient()
  const check = useMutation(
    api.custodians.checkApiKeys.mutationOptions({
      onError: (error) => askToSignIn(failureIn(error)),
      onSettled: () => known.invalidateQueries(api.custodians.list.pathFilter()),
    }),
  )
  const hasKeys = custodian.credentialVersion > 0
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button
          variant="default"
          size="xs"
          leftSection={<ShieldQuestion size={14} aria-hidden />}
          loading={check.isPending}
          disabled={!hasKeys || may === false}
          onClick={() => check.mutate({ custodianId: custodian.id })}
        >
          {t('check')}
        </Button>
        {!hasKeys && (
          <Text size="sm" c="dimmed">
            {t('checkNoKeys')}
          </Text>
        )}
        {hasKeys && may === false && (
          <Text size="sm" c="dimmed">
            {t('mayNotUpdate')}
          </Text>
        )}
      </Group>
      <div role="status">{check.data && <Found result={check.data} />}</div>
      {check.error && <FailureNotice failure={failureIn(check.error)} />}
    </Stack>
  )
}

function Found({ result }: { readonly result: ValidationResult }) {
  const { t } = useTranslation('custodians')
  const isValid = result.verdict === 'valid'
  return (
    <Alert
      color={isValid ? 'teal' : 'orange'}
      variant="light"
      title={t(`verdict.${result.verdict}`)}
      icon={isValid ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
    >
      <PlainText text={result.message} />
    </Alert>
  )
}
