import { Button, type ButtonProps, Group, Text, Textarea, TextInput } from '@mantine/core'
import { Check, Eye, EyeOff, WandSparkles } from 'lucide-react'
import { type ClipboardEvent, type ReactNode, useEffect, useState } from 'react'
import type { ProviderForm } from '../../../../../shared/providers.ts'
import { useTranslation } from '../../../parts/use-translation.ts'
import classes from './key-field.module.css'
import type { Issue } from './local-check.ts'
import { type KeyFieldState, pasteText } from './use-key-fields.ts'

type KeyFieldProps = KeyFieldState & {
  readonly form: ProviderForm['apiKey']
  readonly isSecret: boolean
  readonly isReadOnly: boolean
}

/** Keeps browsers and extensions from storing, correcting or looking up what is typed. */
const unremembered = {
  autoComplete: 'off',
  autoCorrect: 'off',
  autoCapitalize: 'off',
  spellCheck: false,
  'data-1p-ignore': true,
} as const

/**
 * The API key or the secret. A secret is masked, also while it is pasted, and can be shown for a few seconds. Masked
 * always means a password field: text that only looks masked is still read aloud and copied.
 */
export function KeyField({ form, isSecret, isReadOnly, field, onInput, onBlur, onFix, ...state }: KeyFieldProps) {
  const { t } = useTranslation('rotate')
  const reveal = useReveal()
  const { issue, isIssueShown, count } = state
  const isMasked = (isSecret && (!reveal.isShown || isReadOnly)) || isMisplaced(issue)
  const hasError = isIssueShown && issue !== null
  const props = {
    ref: field,
    label: form.label,
    withAsterisk: false,
    required: true,
    readOnly: isReadOnly,
    error: hasError ? <IssueText issue={issue} /> : null,
    classNames: {
      root: classes.parts ?? '',
      label: classes.label ?? '',
      wrapper: classes.wrapper ?? '',
      error: classes.error ?? '',
      input: classes.key ?? '',
    },
    onInput,
    onBlur,
    ...unremembered,
  }
  const pasteWhole = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    if (isReadOnly) return
    pasteText(event.currentTarget, event.clipboardData.getData('text'))
    onInput()
  }
  return (
    <div className={classes.field}>
      {form.multiline && !isMasked ? (
        <Textarea {...props} rows={7} />
      ) : (
        <TextInput {...props} type={isMasked ? 'password' : 'text'} {...(form.multiline && { onPaste: pasteWhole })} />
      )}
      <Group gap="xs" wrap="nowrap" className={classes.line ?? ''} data-with-error={hasError || undefined}>
        <EntryNote isFine={issue === null} count={count} />
        {hasError && issue.fix && (
          <FieldButton icon={<WandSparkles size={12} aria-hidden />} variant="light" onClick={onFix}>
            {t('fix')}
          </FieldButton>
        )}
        {isSecret && <RevealButton reveal={reveal} isDisabled={isReadOnly} />}
      </Group>
    </div>
  )
}

type FieldButtonProps = ButtonProps & {
  readonly icon: ReactNode
  readonly onClick: () => void
  readonly 'aria-pressed'?: boolean
}

const FieldButton = ({ icon, ...button }: FieldButtonProps) => (
  <Button size="compact-xs" leftSection={icon} {...button} />
)

type RevealButtonProps = { readonly reveal: ReturnType<typeof useReveal>; readonly isDisabled: boolean }

function RevealButton({ reveal: { isShown, secondsLeft, toggle }, isDisabled }: RevealButtonProps) {
  const { t } = useTranslation('rotate')
  const Icon = isShown ? EyeOff : Eye
  return (
    <FieldButton
      icon={<Icon size={12} aria-hidden />}
      variant="default"
      aria-pressed={isShown}
      disabled={isDisabled}
      onClick={toggle}
    >
      {isShown ? t('hide', { count: secondsLeft }) : t('show', { count: revealSeconds })}
    </FieldButton>
  )
}

/** A private key in the field of an ID is a secret in the wrong place, and is masked. */
const isMisplaced = (issue: Issue | null): boolean =>
  issue !== null && 'slip' in issue && (issue.slip === 'swapped' || issue.slip === 'otherProvider')

function IssueText({ issue }: { readonly issue: Issue }) {
  const { t } = useTranslation('rotate')
  return 'slip' in issue ? t(`problem.${issue.slip}`) : t('rule', { rule: issue.rule })
}

function EntryNote({ isFine, count }: { readonly isFine: boolean; readonly count: number }) {
  const { t } = useTranslation('rotate')
  return (
    <Text size="xs" c="dimmed" className={classes.note ?? ''}>
      {isFine && <Check size={12} aria-hidden />} {count > 0 && t(isFine ? 'formatOk' : 'entered', { count })}
    </Text>
  )
}

/** Seconds for which a secret may be seen. */
const revealSeconds = 10

/** Counts down while a secret is shown; it is hidden at the end, and as soon as the window is left. */
function useReveal() {
  const [secondsLeft, setSecondsLeft] = useState(0)
  const isShown = secondsLeft > 0
  useEffect(() => {
    if (!isShown) return
    const hide = () => setSecondsLeft(0)
    const timer = setInterval(() => setSecondsLeft((left) => left - 1), 1000)
    window.addEventListener('blur', hide)
    return () => {
      clearInterval(timer)
      window.removeEventListener('blur', hide)
    }
  }, [isShown])
  return { secondsLeft, isShown, toggle: () => setSecondsLeft(isShown ? 0 : revealSeconds) }
}
