import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Import, readImports } from './import-graph.ts'
import { importTable } from './import-table.ts'

/** Holds the import table: prints each import that breaks a rule and ends with an error if there is one. */
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
