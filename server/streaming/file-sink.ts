import { open } from 'node:fs/promises'
import type { AuditSink } from './sink.ts'

const newLine = 10

/**
 * Appends one event a line and has it on disk before it is sent. The file is opened for each batch, so it can be renamed
 * and compressed meanwhile. A line that a power cut left half is ended; its event follows whole.
 */
export const fileSink = (path: string): AuditSink => ({
  async send(events) {
    await using file = await open(path, 'a+', 0o600)
    const { size } = await file.stat()
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    const start = size > 0 && buffer[0] !== newLine ? '\n' : ''
    await file.appendFile(start + events.map((event) => `${JSON.stringify(event)}\n`).join(''))
    await file.datasync()
  },
  close() {},
})
