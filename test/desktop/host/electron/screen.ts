import { KnownEvents } from './known-events.ts'

const area = { x: 0, y: 0, width: 1920, height: 1080 }
const display = {
  id: 1,
  bounds: area,
  workArea: area,
  size: area,
  workAreaSize: area,
  scaleFactor: 1,
  rotation: 0,
  internal: true,
}

class Screen extends KnownEvents {
  getPrimaryDisplay = () => display
  getAllDisplays = () => [display]
  getDisplayMatching = () => display
  getDisplayNearestPoint = () => display
  getCursorScreenPoint = () => ({ x: 0, y: 0 })
}

export const theScreen = new Screen('screen', ['display-added', 'display-removed', 'display-metrics-changed'])
