/** What Node's `inspect` calls instead of listing members; by its registered name, for no module of Node may be imported here. */
const inspected: unique symbol = Symbol.for('nodejs.util.inspect.custom')

/** Text that must never be seen: every way a value is usually shown or sent on gives a placeholder instead. */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** The text itself. Called only where it is sealed, stored, compared or handed to whom it is meant for. */
  reveal(): string {
    return this.#text
  }

  toString(): string {
    return '[secret]'
  }

  toJSON(): string {
    return '[secret]'
  }

  [inspected](): string {
    return '[secret]'
  }
}
