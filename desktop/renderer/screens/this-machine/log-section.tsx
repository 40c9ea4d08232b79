import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { Section } from '../../parts/section.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { visibleText } from '../../parts/visible-text.ts'
import { failureFrom } from '../../session/failure.ts'
import { callLocalServer } from '../../session/local-server.ts'
import classes from './this-machine.module.css'

/** The log of the server, loaded only while it is open. */
export function LogSection() {
  const { t } = useTranslation('thisMachine')
  const [isOpen, { toggle }] = useDisclosure(false)
  return (
    <Section
      title={t('log')}
      aside={
        <Group gap="xs">
          <Button variant="default" size="xs" aria-expanded={isOpen} onClick={toggle}>
            {t(isOpen ? 'logHide' : 'logShow')}
          </Button>
        </Group>
      }
    >
      {isOpen && <LogView />}
    </Section>
  )
}

const refreshMilliseconds = 1000
/** Pixels from its end at which the log still counts as read to its end. */
const nearEnd = 24

async function readLog(): Promise<string> {
  const answer = await callLocalServer({ do: 'log' })
  return answer?.kind === 'log' ? answer.lines.map(visibleText).join('\n') : ''
}

/** The lines of the server, newest last; it follows them as long as its end is in sight. */
function LogView() {
  const { t } = useTranslation('thisMachine')
  const { data = '', error } = useQuery({
    queryKey: ['local', 'log'],
    queryFn: readLog,
    refetchInterval: refreshMilliseconds,
  })
  const box = useRef<HTMLPreElement>(null)
  const isAtEnd = useRef(true)
  useLayoutEffect(() => {
    if (box.current && isAtEnd.current && data !== '') box.current.scrollTop = box.current.scrollHeight
  }, [data])
  const look = () => {
    const { scrollTop, clientHeight, scrollHeight } = box.current as HTMLPreElement
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEnd
  }
  return (
    <>
      {error && <FailureNotice failure={failureFrom(error)} />}
      <pre
        ref={box}
        className={classes.log}
        role="log"
        aria-live="off"
        aria-label={t('logLines')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
        tabIndex={0}
        onScroll={look}
      >
        {data || t('logEmpty')}
      </pre>
      <Group gap={4}>
        <Text size="xs" c="dimmed">
          {t('logFollows')}
        </Text>
        <CopyButton text={data} what={t('logCopy')} />
      </Group>
    </>
  )
}
