import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

/** One import statement, re-export or dynamic import of a file of this repository. */
export interface Import {
  /** Path of the importing file, relative to the root of the repository. */
  from: string
  /** Path of the imported file, relative to the root of the repository. */
  to: string
  /** Line of the statement in the importing file, counted from one. */
  line: number
}

/** Reads the imports between the given files, type-only ones included. Imports of packages are left out. */
export function readImports(root: string, files: readonly string[]): Import[] {
  const known = new Set(files)
  return files.flatMap((from) => {
    const text = readFileSync(join(root, from), 'utf8')
    return specifiersOf(from, text).flatMap(({ specifier, at }) => {
      const to = resolveSpecifier(from, specifier)
      return to !== undefined && known.has(to) ? [{ from, to, line: lineAt(text, at) }] : []
    })
  })
}

function specifiersOf(file: string, text: string): { specifier: string; at: number }[] {
  const { module } = parseSync(file, text)
  return [
    ...module.staticImports.map(({ moduleRequest, start }) => ({
      specifier: moduleRequest.value,
      at: start,
    })),
    ...module.staticExports.flatMap(({ entries, start }) => {
      const specifier = entries.find(({ moduleRequest }) => moduleRequest !== null)?.moduleRequest?.value
      return specifier === undefined ? [] : [{ specifier, at: start }]
    }),
    ...module.dynamicImports.flatMap(({ moduleRequest, start }) => {
      const literal = /^['"](.+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1]
      return literal === undefined ? [] : [{ specifier: literal, at: start }]
    }),
  ]
}

/** The path of an imported file; `#` means the `src` of the same workspace, as declared in its package.json. */
export function resolveSpecifier(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  if (specifier.startsWith('#')) return `${from.split('/')[0] ?? ''}/src/${specifier.slice(1)}`
  const contract = /^@tonarchiv\/contract\/(.+)$/.exec(specifier)?.[1]
  return contract === undefined ? undefined : `contract/src/${contract}.ts`
}

/** The line of an offset in a text, counted from one. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
/** Directed edges between files or folders: which one imports which. */
export class Edges {
  readonly #targets = new Map<string, Set<string>>()

  add(from: string, to: string): void {
    if (from === to) return
    this.#targets.set(from, (this.#targets.get(from) ?? new Set()).add(to))
  }

  cycles(): string[][] {
    return findCycles(this.#targets)
  }
}

/** Groups of at least two nodes that reach each other (Tarjan's strongly connected components). */
function findCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const cycles: string[][] = []
  const visit = (node: string): void => {
    const position = index.size
    index.set(node, position)
    low.set(node, position)
    stack.push(node)
    onStack.add(node)
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next)
        low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0))
      } else if (onStack.has(next)) low.set(node, Math.min(low.get(node) ?? 0, index.get(next) ?? 0))
    }
    if (low.get(node) !== position) return
    const component = stack.splice(stack.indexOf(node))
    for (const member of component) onStack.delete(member)
    if (component.length > 1) cycles.push(component.toSorted())
  }
  for (const node of edges.keys()) if (!index.has(node)) visit(node)
  return cycles
}
