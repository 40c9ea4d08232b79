import { ActionIcon, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound, ShieldQuestion } from 'lucide-react'
import { Verdict } from '../../../../shared/providers.ts'
import { isKnown, type ReadCustodian, type ReadValidation } from '../../../bridge/new-words.ts'
import { useFailureText } from '../../parts/failure-notice.tsx'
import { nameText } from '../../parts/plain-text.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { api, client } from '../../session/api.ts'
import { failureFrom } from '../../session/failure.ts'
import { useMay } from '../../session/session.ts'
import { askToSignIn } from '../../session/sign-in-request.ts'

/** What can be done about a custodian without opening it; nothing for a token that may not. */
export function RowActions({ custodian }: { readonly custodian: ReadCustodian }) {
  const { t } = useTranslation('custodians')
  const check = useRowCheck(custodian)
  const name = nameText(custodian.name)
  if (useMay('custodians:update') === false) return null
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        component={Link}
        to={`/custodians/${custodian.id}/rotate`}
        variant="subtle"
        size="sm"
        aria-label={t('rotateNamed', { name })}
        title={t('rotateNamed', { name })}
      >
        <KeyRound size={14} aria-hidden />
      </ActionIcon>
      {custodian.credentialVersion > 0 && (
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={t('checkNamed', { name })}
          title={t('checkNamed', { name })}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          <ShieldQuestion size={14} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

/** Asks the provider about the active keys, and says what it found over the list. */
function useRowCheck({ id, name }: ReadCustodian) {
  const { t } = useTranslation('custodians')
  const textOf = useFailureText()
  const known = useQueryClient()
  return useMutation({
    mutationFn: (): Promise<ReadValidation> => client.custodians.checkApiKeys.mutate({ custodianId: id }),
    onSuccess: ({ verdict }) =>
      notifications.show({
        color: verdict === 'valid' ? 'teal' : 'orange',
        title: nameText(name),
        message: isKnown(Verdict, verdict) ? t(`verdict.${verdict}`) : t('verdictUnknown', { verdict }),
      }),
    onError: (error) => {
      const failure = failureFrom(error)
      askToSignIn(failure)
      notifications.show({ color: 'red', title: t('checkFailed'), message: textOf(failure) })
    },
    onSettled: () => known.invalidateQueries(api.custodians.list.pathFilter()),
  })
}
