import { Alert, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp, ShieldQuestion } from 'lucide-react'
import { useState } from 'react'
import { Verdict } from '../../../../shared/providers.ts'
import type { Trace } from '../../../bridge/failures.ts'
import { isKnown, type ReadCustodian, type ReadValidation } from '../../../bridge/new-words.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { TraceIds } from '../../parts/trace-ids.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { api, callWithTrace, client } from '../../session/api.ts'
import { failureFrom } from '../../session/failure.ts'
import { useMay } from '../../session/session.ts'
import { askToSignIn } from '../../session/sign-in-request.ts'

/** Asks the provider about the active keys; the result is shown until other keys are activated. */
export function useCheck({ id, credentialVersion }: ReadCustodian) {
  const known = useQueryClient()
  const [checkedVersion, setCheckedVersion] = useState<number | null>(null)
  const { data, ...check } = useMutation({
    mutationFn: () =>
      callWithTrace((context) => client.custodians.checkApiKeys.mutate({ custodianId: id }, { context })),
    onError: (error) => askToSignIn(failureFrom(error)),
    // The list tells what the check found, and may have been older than the keys that were checked.
    onSettled: async () => {
      await known.invalidateQueries(api.custodians.list.pathFilter())
      const list = known.getQueryData(api.custodians.list.queryKey({}))
      setCheckedVersion(list?.find((custodian) => custodian.id === id)?.credentialVersion ?? null)
    },
  })
  return { ...check, finding: checkedVersion === credentialVersion ? data : undefined }
}

type Check = ReturnType<typeof useCheck>
type CheckButtonProps = { readonly custodian: ReadCustodian; readonly check: Check }

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
        onClick={() => check.mutate()}
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
      <div role="status">{check.finding && <Found {...check.finding} onClose={check.reset} />}</div>
      {check.error && <FailureNotice failure={failureFrom(check.error)} />}
    </>
  )
}

type FoundProps = { readonly value: ReadValidation; readonly trace: Trace; readonly onClose: () => void }

function Found({ value: { verdict, message }, trace, onClose }: FoundProps) {
  const { t } = useTranslation('custodians')
  const isValid = verdict === 'valid'
  const known = isKnown(Verdict, verdict) ? verdict : null
  const Icon = isValid ? CircleCheck : known ? CircleAlert : CircleHelp
  return (
    <Alert
      color={isValid ? 'teal' : known ? 'orange' : 'gray'}
      variant="light"
      title={known ? t(`custodians:verdict.${known}`) : t('custodians:verdictUnknown', { verdict })}
      icon={<Icon aria-hidden />}
      withCloseButton
      closeButtonLabel={t('common:close')}
      onClose={onClose}
    >
      <Stack gap="xs">
        <PlainText text={message} />
        <TraceIds trace={trace} />
      </Stack>
    </Alert>
  )
}
