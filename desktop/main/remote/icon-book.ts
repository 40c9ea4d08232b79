import { faultOfIcon } from '../../../shared/network-icon.ts'

const mostIcons = 1_000

/** The icons of one listing, each kept once. */
export type IconBook = {
  /** The index of a row's icon; `row` is that row's own index. */
  indexOf(icon: string, row: number): number
  /** Characters kept. */
  readonly size: () => number
  /** The icons that rows from `from` to before `to` were the first to have. */
  firstSeen(from: number, to: number): Record<number, string | null>
}

/** Refused icons all become one, and so do those beyond a thousand: a listing has as many as there are networks. */
export function createIconBook(): IconBook {
  const indexes = new Map<string, number>()
  const icons: { readonly icon: string | null; readonly row: number }[] = []
  let [size, refused] = [0, -1]

  const add = (icon: string | null, row: number) => icons.push({ icon, row }) - 1

  const refuse = (row: number) => {
    if (refused < 0) refused = add(null, row)
    return refused
  }

  return {
    indexOf: (icon, row) => {
      const known = indexes.get(icon)
      if (known !== undefined) return known
      if (indexes.size >= mostIcons || faultOfIcon(icon) !== null) return refuse(row)
      const index = add(icon, row)
      indexes.set(icon, index)
      size += icon.length
      return index
    },
    size: () => size,
    firstSeen: (from, to) =>
      Object.fromEntries(
        icons.flatMap(({ icon, row }, index) => (row >= from && row < to ? [[index, icon] as const] : [])),
      ),
  }
}
