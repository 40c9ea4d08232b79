/** In this process only: the machine's own clipboard is neither read nor written. */
function createClipboard() {
  let text = ''
  return {
    readText: async () => text,
    async writeText(written: string) {
      text = written
    },
    clear() {
      text = ''
    },
  }
}

const system = createClipboard()
const primary = createClipboard()

/** `selection` is there on Linux alone, else undefined (electron.d.ts, `Clipboard.selection`). */
export const clipboard = {
  ...system,
  get selection() {
    return process.platform === 'linux' ? primary : undefined
  },
}

export const clipboardCalls = {
  readClipboard: system.readText,
  writeClipboard: system.writeText,
  readSelection: primary.readText,
  writeSelection: primary.writeText,
}
