import { noElectron, openOnElectron } from './electron-stage.ts'
import { openOnStandIn } from './stand-in-stage.ts'

/** Each has the same verbs, so that a journey written once is played on both. */
export const hosts = [
  { host: 'the stand-in host', open: openOnStandIn, missing: null },
  { host: 'Electron', open: openOnElectron, missing: noElectron },
] as const
