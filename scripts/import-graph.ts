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

/** `#` stands for the workspace's own `src`, as its package.json says. */
function resolveSpecifier(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  if (specifier.startsWith('#')) return `${from.split('/')[0] ?? ''}/src/${specifier.slice(1)}`
  const contract = /^@tonarchiv\/contract\/(.+)$/.exec(specifier)?.[1]
  return contract === undefined ? undefined : `contract/src/${contract}.ts`
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
