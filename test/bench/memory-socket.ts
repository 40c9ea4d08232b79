import { Duplex } from 'node:stream'

/** A connection without a network: what a request costs a server, without what the kernel and the client cost. */
export class MemorySocket extends Duplex {
  readonly remoteAddress = '127.0.0.1'
  readonly bytesWritten = 0
  status = ''
  #answered: (() => void) | null = null

  /** Sends a whole request and waits for the first write of the answer, which is all of it. */
  ask(request: Buffer): Promise<void> {
    return new Promise((resolve) => {
      this.#answered = resolve
      this.push(request)
    })
  }

  override _read(): void {}

  override _write(chunk: Buffer | string, _encoding: string, done: () => void): void {
    this.#take(chunk, done)
  }

  override _writev([first]: { chunk: Buffer | string }[], done: () => void): void {
    this.#take(first?.chunk ?? '', done)
  }

  #take(chunk: Buffer | string, done: () => void): void {
    this.status = chunk.toString('latin1').slice(9, 12)
    done()
    this.#answered?.()
  }

  setTimeout = (): this => this
  setNoDelay = (): this => this
  setKeepAlive = (): this => this
  ref = (): this => this
  unref = (): this => this
}
