import { Alert, Text } from '@mantine/core'
import { FileWarning } from 'lucide-react'
import { PlainText } from '../parts/plain-text.tsx'
import { useConsole } from '../session/console-state.ts'

/** Visible as long as servers and settings are not those of their file. */
export function FileNotice() {
  const { fileProblem } = useConsole()
  if (!fileProblem) return null
  return (
    <Alert color="yellow" variant="light" mb="md" py={6} icon={<FileWarning size={16} aria-hidden />}>
      <Text size="sm">
        <PlainText text={`${fileProblem.message} ${fileProblem.nextStep}`} />
      </Text>
    </Alert>
  )
}
