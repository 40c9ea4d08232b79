let text = ''

/** In this process only: the machine's own clipboard is neither read nor written. */
export const clipboard = {
  readText: () => text,
  writeText(written: string) {
    text = written
  },
  clear() {
    text = ''
  },
}

export const clipboardCalls = { readClipboard: clipboard.readText, writeClipboard: clipboard.writeText }
