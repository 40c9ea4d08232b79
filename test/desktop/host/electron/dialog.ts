import { settings } from '../main/settings.ts'

type Kind = 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox'
export type Asked = { readonly kind: Kind | 'showErrorBox'; readonly options: object }

const cancelled = {
  showOpenDialog: { canceled: true, filePaths: [] },
  showSaveDialog: { canceled: true, filePath: '' },
  showMessageBox: { response: 0, checkboxChecked: false },
}
const queues: Record<Kind, object[]> = { showOpenDialog: [], showSaveDialog: [], showMessageBox: [] }
const asked: Asked[] = []

/** Every dialog may be given a window first. */
const show =
  (kind: Kind) =>
  async (windowOrOptions: object, given?: object): Promise<object> => {
    const options = given ?? windowOrOptions
    asked.push({ kind, options: JSON.parse(JSON.stringify(options)) })
    const answer = queues[kind].shift()
    if (!answer && !settings.unattended) throw new Error(`The test queued no answer for ${kind}.`)
    return { ...cancelled[kind], ...answer }
  }

export const dialog = {
  showOpenDialog: show('showOpenDialog'),
  showSaveDialog: show('showSaveDialog'),
  showMessageBox: show('showMessageBox'),
  showErrorBox: (title: string, content: string) =>
    void asked.push({ kind: 'showErrorBox', options: { title, content } }),
}

export const dialogCalls = {
  queueDialog: (kind: Kind, answer: object) => void queues[kind].push(answer),
  dialogsAsked: () => asked,
}
