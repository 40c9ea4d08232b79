import { originOf } from '../web-address.ts'
import { only } from './only.ts'

export type Frame = {
  url: string
  origin: string
  readonly parent: Frame | null
  readonly top: Frame | null
  readonly name: string
  readonly routingId: number
  readonly processId: number
  readonly frameTreeNodeId: number
  readonly detached: boolean
  readonly isDestroyed: () => boolean
}

let count = 0

/** A frame with a fixed address, or, for a window's own, one that follows `url()`. */
export function createFrame(url: () => string, parent: Frame | null = null): Frame {
  const id = ++count
  const frame: Frame = only('WebFrameMain', {
    get url() {
      return url()
    },
    get origin() {
      return originOf(url())
    },
    parent,
    get top() {
      return parent?.top ?? frame
    },
    name: '',
    routingId: id,
    processId: 1,
    frameTreeNodeId: id,
    detached: false,
    isDestroyed: () => false,
  })
  return frame
}
