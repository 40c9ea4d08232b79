import { Alert, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, ShieldQuestion } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ValidationResult } from '../../../../shared/credentials.ts'
import type { Custodian } from '../../../../shared/custodians.ts'
import { api } from '../../api.ts'
import { askToSignIn } from '../../app/sign-in-request.ts'
import { failureIn } from '../../failure.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { useMay } from '../../session.ts'

/** Asks the provider about the keys in force; what it found is told until other keys take their place. */
export function useCheck({ id, credentialVersion }: Custodian) {
  const known = useQueryClient()
  const [checkedVersion, setCheckedVersion] = useState<number | null>(null)
  const { data, ...check } = useMutation(
    api.custodians.checkApiKeys.mutationOptions({
      onError: (error) => askToSignIn(failureIn(error)),
      // The list tells what the check found, and may have been older than the keys that were checked.
      onSettled: async () => {
        await known.invalidateQueries(api.custodians.list.pathFilter())
        const list = known.getQueryData(api.custodians.list.queryKey({}))
        setCheckedVersion(list?.find((custodian) => custodian.id === id)?.credentialVersion ?? null)
      },
    }),
  )
  return { ...check, finding: checkedVersion === credentialVersion ? data : undefined }
}

type Check = ReturnType<typeof useCheck>
type CheckButtonProps = { readonly custodian: Custodian; readonly check: Check }

export function CheckButton({ custodian, check }: CheckButtonProps) {
  const { t } = useTranslation('custodians')
  const may = useMay('custodians:update')
  const hasKeys = custodian.credentialVersion > 0
  const obstacle = !hasKeys ? t('checkNoKeys') : may === false ? t('mayNotUpdate') : null
  return (
    <Group gap="sm">
      {obstacle && (
        <Text size="sm" c="dimmed" maw={320}>
          {obstacle}
        </Text>
      )}
      <BusyButton
        variant="default"
        leftSection={<ShieldQuestion size={16} aria-hidden />}
        loading={check.isPending}
        disabled={obstacle !== null}
        onClick={() => check.mutate({ custodianId: custodian.id })}
      >
        {t('check')}
      </BusyButton>
    </Group>
  )
}

/** What the check found, until it is closed. */
export function CheckFinding({ check }: { readonly check: Check }) {
  return (
    <>
      <div role="status">{check.finding && <Found result={check.finding} onClose={check.reset} />}</div>
      {check.error && <FailureNotice failure={failureIn(check.error)} />}
    </>
  )
}

function Found({ result, onClose }: { readonly result: ValidationResult; readonly onClose: () => void }) {
  const { t } = useTranslation(['custodians', 'common'])
  const isValid = result.verdict === 'valid'
  return (
    <Alert
      color={isValid ? 'teal' : 'orange'}
      variant="light"
      title={t(`custodians:verdict.${result.verdict}`)}
      icon={isValid ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
      withCloseButton
      closeButtonLabel={t('common:close')}
      onClose={onClose}
    >
      <PlainText text={result.message} />
    </Alert>
  )
}
