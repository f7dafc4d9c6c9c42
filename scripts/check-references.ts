import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOfRecord, unresolved } from './references.ts'
import { root } from './run-tool.ts'

/**
 * Prints each citation in comments, texts and documents that does not resolve, and exits with an error if there is one.
 */
const CHECKED = /\.(?:tsx?|mjs|css|md|ya?ml|conf|service|html)$|(?:^|\/)Dockerfile$/
const RECORD = /^docs\/decisions\/\d{4}-[\w-]+\.md$/

const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))
const files = new Set(paths)
const folders = new Set(
  paths.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))),
)
const records = new Set(
  paths.filter((path) => RECORD.test(path)).map((path) => path.slice(0, 'docs/decisions/0000'.length)),
)
const texts = new Map<string, string>()

function textOf(path: string): string | undefined {
  const before = texts.get(path)
  if (before !== undefined || !files.has(path)) return before
  const text = readFileSync(join(root, path), 'utf8')
  texts.set(path, text)
  return text
}

const library = {
  hasFile: (path: string) => files.has(path) || folders.has(path) || records.has(path),
  textOf,
}
const list = textOf('docs/decisions/README.md') ?? ''
const problems: string[] = []
for (const path of paths) {
  if (!CHECKED.test(path)) continue
  const text = textOf(path) ?? ''
  problems.push(...unresolved(path, text, library))
  if (RECORD.test(path)) problems.push(...faultsOfRecord(path, text, list))
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
