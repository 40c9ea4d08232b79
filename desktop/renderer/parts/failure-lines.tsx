import { List } from '@mantine/core'
import { type ConsoleFailure, isConsoleCode } from '../../bridge/failures.ts'
import { PlainText } from './plain-text.tsx'
import { useTranslation } from './use-translation.ts'

/** Failures of the console whose lines quote a response or a program. */
const technical: ReadonlySet<string> = new Set(['AnswerUnreadable', 'NotAllowed', 'ConsoleFailed'])

/** Of a server's failures, those of a provider's check: their lines are its reason tokens; others say what to correct. */
const isForSupport = ({ code, verdict, provider, cause }: ConsoleFailure) =>
  isConsoleCode(code) ? technical.has(code) : verdict !== null || provider !== null || cause !== null

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
