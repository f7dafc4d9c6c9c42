import type { Plugin, Rolldown } from 'vite'

/**
 * Fails the build when two chunks import each other: one of them would run before its import is evaluated,
 * and the app would not start. Merging small chunks can cause it although no modules import each other.
 */
export function refuseCyclicChunks(): Plugin {
  return {
    name: 'refuse-cyclic-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const cycle = findCycle(bundle)
      if (cycle === undefined) return
      this.error(`Chunks import each other: ${cycle.join(' → ')}. Merge less (vite.config.ts).`)
    },
  }
}

/** The names of chunks that form a cycle of imports; undefined when there is none. */
function findCycle(bundle: Rolldown.OutputBundle): string[] | undefined {
  const finished = new Set<string>()
  function visit(name: string, path: readonly string[]): string[] | undefined {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    const chunk = bundle[name]
    if (finished.has(name) || chunk?.type !== 'chunk') return undefined
    for (const imported of chunk.imports) {
      const cycle = visit(imported, [...path, name])
      if (cycle) return cycle
    }
    finished.add(name)
    return undefined
  }
  for (const name of Object.keys(bundle)) {
    const cycle = visit(name, [])
    if (cycle) return cycle
  }
  return undefined
}
