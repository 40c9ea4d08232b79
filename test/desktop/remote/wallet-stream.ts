import type { Socket } from 'node:net'
import type { Nastiness } from './hostile-server.ts'

export type Rows = {
  readonly count: number
  readonly iconOf?: (index: number) => string
  /** Members that a row has in addition to, or instead of, the valid ones. */
  readonly extra?: (index: number) => object
  /** Waits before a row is sent. */
  readonly hold?: (index: number) => Promise<unknown> | undefined
  /** What comes after the last row instead of the end. */
  readonly ending?: string
}

/** An icon of its own for each index; `size` is that of its base64. */
export function iconAt(index: number, size = 3_000): string {
  const start = `<svg xmlns="http://www.w3.org/2000/svg"><g id="n${index}"/>`
  const end = '</svg>'
  const svg = start + ' '.repeat(Math.floor((size * 3) / 12) * 3 - start.length - end.length) + end
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** Sixteen icons of some 3 kB, as networks have them. */
export const networkIcons = Array.from({ length: 16 }, (_, index) => iconAt(index))

export const walletAt = (index: number) => ({
  walletTenantId: '1',
  walletId: `${index + 1}`,
  metadataJson: '{"label":"Vault \\"A\\" \\\\ ü"}',
  blockchainId: `${1 + (index % 16)}`,
  network: `Network ${index % 16}`,
  address: `0x${index.toString(16).padStart(40, '0')}`,
  isVisible: true,
  isActive: index % 3 !== 0,
  isTreasuryEnabled: false,
  isGasStationEnabled: false,
})

const before = '{"result":{"data":{"custodianId":"11","custodianName":"Cold","custodianProvider":"copper","wallets":['

const heard = (socket: Socket, event: 'drain' | 'close') =>
  new Promise<void>((resolve) => socket.once(event, () => resolve()))

/** A listing that is written while it is read, so that neither side holds it. */
export const walletStream =
  ({ count, iconOf = (index) => networkIcons[index % 16] as string, extra, hold, ending = ']}}}' }: Rows): Nastiness =>
  async (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n')
    socket.write(before)
    const closed = heard(socket, 'close')
    for (let index = 0; index < count && !socket.destroyed; index += 1) {
      await hold?.(index)
      const row = JSON.stringify({ ...walletAt(index), networkIcon: iconOf(index), ...extra?.(index) })
      if (!socket.write(index ? `,${row}` : row)) await Promise.race([heard(socket, 'drain'), closed])
    }
    socket.end(ending)
  }
