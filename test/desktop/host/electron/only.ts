/**
 * An object of the stand-in: what it does not have is said, rather than being `undefined`. The text of this function
 * also runs in the preload's world, so it stands alone.
 */
export function only<T extends object>(name: string, has: T): T {
  return new Proxy(has, {
    get(target, key, receiver) {
      if (key in target || typeof key === 'symbol' || key === 'then' || key === 'toJSON')
        return Reflect.get(target, key, receiver)
      throw new Error(`The stand-in host has no ${name}.${key}.`)
    },
    set(...[target, key, value, receiver]: [T, string | symbol, unknown, T]) {
      if (key in target || typeof key === 'symbol' || key.startsWith('_'))
        return Reflect.set(target, key, value, receiver)
      throw new Error(`The stand-in host has no ${name}.${key}.`)
    },
  })
}
