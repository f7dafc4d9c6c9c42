import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findCycles, type Import, readImports } from './import-graph.ts'
import { importTable } from './import-table.ts'

/** Holds the import table and keeps files and folders free of cycles, imports of types included. Prints each violation. */
const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = tracked.split('\n').filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
const imports = readImports(root, files)

const violations = imports.flatMap((edge) =>
  messagesFor(edge).map((message) => `${edge.from}:${String(edge.line)} imports ${edge.to}: ${message}`),
)
violations.push(...cyclesBetween('files', (file) => file), ...cyclesBetween('folders', folderOf))
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

/** Whether a feature reaches past another feature's `index.ts`. */
function opensInnerFile({ from, to }: Import): boolean {
  const target = /^(?:server|web)\/src\/features\/([^/]+)\/(.+)$/.exec(to)
  const source = /^(?:server|web)\/src\/features\/([^/]+)\//.exec(from)
  return target !== null && source !== null && source[1] !== target[1] && target[2] !== 'index.ts'
}

function cyclesBetween(what: string, unitOf: (file: string) => string): string[] {
  const edges = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    if (isTest(from) || unitOf(from) === unitOf(to)) continue
    edges.set(unitOf(from), (edges.get(unitOf(from)) ?? new Set()).add(unitOf(to)))
  }
  return findCycles(edges).map((cycle) => `These ${what} import each other: ${cycle.join(', ')}`)
}

/** Tests start the whole application, so they may import from everywhere. */
function isTest(file: string): boolean {
  return /\.test\.tsx?$|\/testing\//.test(file)
}

/** A feature, or a folder of a workspace's `src`; a file that lies beside those counts as a folder of its own. */
function folderOf(file: string): string {
  const [workspace = '', src, folder, inner] = file.split('/')
  if (src !== 'src') return workspace
  return [workspace, src, folder, ...(folder === 'features' && inner !== undefined ? [inner] : [])].join('/')
}
