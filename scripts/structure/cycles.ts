/** The strongly connected groups of two or more, each sorted; Tarjan's algorithm. */
export function cyclesOf(edges: readonly (readonly [string, string])[]): string[][] {
  const next = Map.groupBy(edges, ([from]) => from)
  const state = { index: new Map<string, number>(), low: new Map<string, number>(), open: [] as string[] }
  const cycles: string[][] = []
  const lower = (node: string, value: number) => state.low.set(node, Math.min(state.low.get(node) ?? value, value))
  const visit = (node: string) => {
    const own = state.index.size
    state.index.set(node, own)
    state.low.set(node, own)
    state.open.push(node)
    for (const [, to] of next.get(node) ?? []) {
      if (!state.index.has(to)) {
        visit(to)
        lower(node, state.low.get(to) ?? own)
      } else if (state.open.includes(to)) lower(node, state.index.get(to) ?? own)
    }
    if (state.low.get(node) !== own) return
    const cycle = state.open.splice(state.open.indexOf(node))
    if (cycle.length > 1) cycles.push(cycle.sort())
  }
  for (const node of next.keys()) if (!state.index.has(node)) visit(node)
  return cycles
}
