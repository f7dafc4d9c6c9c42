import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Edges, type Import, readImports } from './import-graph.ts'
import { importTable } from './import-table.ts'

/**
 * Checks the import table, and that files and folders have no import cycles; imports of types count. Prints each
 * violation.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = tracked.split('\n').filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
const imports = readImports(root, files)
/** Imports of the product itself, without its tests. */
const product = imports.filter(({ from }) => !isTest(from))

const violations = imports.flatMap((edge) =>
  messagesFor(edge).map((message) => `${edge.from}:${String(edge.line)} imports ${edge.to}: ${message}`),
)
violations.push(...cyclesOfFiles(), ...cyclesOfFolders())
for (const violation of violations) console.error(violation)
process.exitCode = violations.length > 0 ? 1 : 0

function messagesFor(edge: Import): string[] {
  const broken = importTable.filter(
    ({ from, never, except }) =>
      from.test(edge.from) && never.test(edge.to) && except?.test(edge.to) !== true,
  )
  return [
    ...broken.map(({ message }) => message),
    ...(opensInnerFile(edge) ? ['Another feature is used by its front door, index.ts.'] : []),
  ]
}

/** Whether a feature or a protocol imports a file of another feature other than its `index.ts`. */
function opensInnerFile({ from, to }: Import): boolean {
  const target = /^(?:server|web)\/src\/features\/([^/]+)\/(.+)$/.exec(to)
  if (target === null || target[2] === 'index.ts') return false
  const source = /^(?:server|web)\/src\/features\/([^/]+)\//.exec(from)
  if (source !== null) return source[1] !== target[1]
  return from.startsWith('server/src/protocols/') && !isTest(from)
}

function cyclesOfFiles(): string[] {
  const edges = new Edges()
  for (const { from, to } of product) edges.add(from, to)
  return edges.cycles().map((cycle) => `These files import each other: ${cycle.join(', ')}`)
}

/**
 * In each folder, its subfolders and its own files may import each other in one direction only. So its own files either
 * arrange the subfolders or are shared by them. A subfolder stands for all files in it.
 */
function cyclesOfFolders(): string[] {
  const folders = new Map<string, Edges>()
  for (const { from, to } of product) {
    const folder = sharedFolder(from, to)
    const edges = folders.get(folder) ?? new Edges()
    folders.set(folder, edges)
    edges.add(partOf(folder, from), partOf(folder, to))
  }
  return [...folders.values()]
    .flatMap((edges) => edges.cycles())
    .map((cycle) => `These folders import each other: ${cycle.join(', ')}`)
}

/** The innermost folder that contains both files. Empty for the root of the repository. */
function sharedFolder(one: string, other: string): string {
  const folders = one.split('/').slice(0, -1)
  while (folders.length > 0 && !other.startsWith(`${folders.join('/')}/`)) folders.pop()
  return folders.join('/')
}

/**
 * The subfolder that contains the file, or the folder itself for its own files. A file directly in a workspace or in
 * its `src` counts as a folder of its own.
 */
function partOf(folder: string, file: string): string {
  const depth = folder === '' ? 0 : folder.split('/').length
  const part = file.split('/').slice(0, depth + 1)
  const isOwn = part.join('/') === file
  return isOwn && !/^[^/]*(?:\/src)?$/.test(folder) ? folder : part.join('/')
}

/** Whether a file is a test. Tests start the whole application, so they may import everything. */
function isTest(file: string): boolean {
  return /\.(?:test|e2e|fault)\.tsx?$|\/testing\//.test(file)
}
