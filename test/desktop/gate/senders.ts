import { isOurs } from '../../../desktop/main/window/trusted-origins.ts'

type Asking = Parameters<typeof isOurs>[0]
type Window = Exclude<Parameters<typeof isOurs>[1], null>

const frame = (url: string) => ({ url })

function windowAt(url: string, isDestroyed = false): Window {
  const webContents = { mainFrame: frame(url) }
  return { isDestroyed: () => isDestroyed, webContents }
}

const ours = windowAt('app://console/index.html#/custodians')
const other = windowAt('app://console/index.html')
const own = (window: Window): Asking => ({ sender: window.webContents, senderFrame: window.webContents.mainFrame })
const at = (url: string): readonly [Asking, Window] => {
  const window = windowAt(url)
  return [own(window), window]
}

export const ourSender = [own(ours), ours] as const

/** Everybody else who might call. */
export const wrongSenders: Readonly<Record<string, readonly [Asking, Window | null]>> = {
  'a frame within ours': [{ sender: ours.webContents, senderFrame: frame('app://console/index.html') }, ours],
  'another window': [own(other), ours],
  'the frame of ours on behalf of another window': [
    { sender: other.webContents, senderFrame: ours.webContents.mainFrame },
    ours,
  ],
  'a frame that is gone': [{ sender: ours.webContents, senderFrame: null }, ours],
  'a window that is gone': [own(ours), null],
  'a window that was destroyed': (() => {
    const gone = windowAt('app://console/index.html', true)
    return [own(gone), gone] as const
  })(),
  'about:blank': at('about:blank'),
  'an empty address': at(''),
  'another page of the web': at('https://console/index.html'),
  'a host that begins like ours': at('app://console.evil.test/index.html'),
  'a host behind a name that is ours': at('app://console@evil.test/index.html'),
  'a data address': at('data:text/html,app://console/'),
  'a file': at('file:///app://console/index.html'),
}

export const verdictOn = ([asking, window]: readonly [Asking, Window | null]) => isOurs(asking, window)
