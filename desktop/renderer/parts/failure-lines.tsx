import { List } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ConsoleFailure, isConsoleCode } from '../../bridge/failures.ts'
import { PlainText } from './plain-text.tsx'

/** Failures of a server whose lines say what to correct. The lines of all others are for support. */
const correctable: ReadonlySet<string> = new Set(['ValidationError', 'Forbidden', 'Unauthenticated', 'BadRequest'])

/** Failures of the console whose lines quote a response or a program. */
const technical: ReadonlySet<string> = new Set(['AnswerUnreadable', 'NotAllowed', 'ConsoleFailed'])

/** A verdict comes with the reason of the provider's check, also where the code is ValidationError. */
const isForSupport = ({ code, verdict }: ConsoleFailure) =>
  isConsoleCode(code) ? technical.has(code) : verdict !== null || !correctable.has(code)

/** What is known of a failure beyond its message; machine text is behind "Details". */
export function FailureLines({ failure }: { readonly failure: ConsoleFailure }) {
  const { t } = useTranslation()
  const { info } = failure
  if (info.length === 0) return null
  if (!isForSupport(failure)) return <Lines lines={info} />
  return (
    <details>
      <summary>{t('details')}</summary>
      <Lines lines={info} isCode />
    </details>
  )
}

type LinesProps = { readonly lines: readonly string[]; readonly isCode?: boolean }

const Lines = ({ lines, isCode = false }: LinesProps) => (
  <List size="sm" {...(isCode && { ff: 'monospace' })}>
    {[...new Set(lines)].map((line) => (
      <List.Item key={line}>
        {isCode ? (
          <code>
            <PlainText text={line} />
          </code>
        ) : (
          <PlainText text={line} />
        )}
      </List.Item>
    ))}
  </List>
)
