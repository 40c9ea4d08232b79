/** A map of a bounded size: when it is full, the entry that was added first makes room for a new one. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#most && !this.has(key)) this.delete(this.keys().next().value as Key)
    return super.set(key, value)
  }
}
