import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './settings.ts'

/** The linter's messages for a file with this text. */
function lintErrorsOf(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tonarchiv-rules-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'planted.tsx')
  writeFileSync(file, source)
  try {
    return execFileSync(
      process.execPath,
      [root('node_modules/oxlint/bin/oxlint'), '--config', root('.oxlintrc.json'), file],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    )
  } catch (error) {
    return String(Reflect.get(Object(error), 'stdout'))
  }
}

test.each([
  ['SQL made of text', 'export const query = (sql, given) => sql.raw(given)', 'no-restricted-properties'],
  ['a path into JSON', 'export const path = (db, given) => db.jsonPath(given)', 'no-restricted-properties'],
  [
    'markup set by a property',
    'export const show = (node, text) => { node.innerHTML = text }',
    'no-restricted-properties',
  ],
  [
    'markup set by a method',
    `export const show = (node, text) => node.insertAdjacentHTML('end', text)`,
    'no-restricted-properties',
  ],
  [
    'markup set by React',
    'export const Show = ({ text }) => <b dangerouslySetInnerHTML={{ __html: text }} />',
    'no-danger',
  ],
  ['code made of text', 'export const run = (text) => eval(text)', 'no-eval'],
])('the rules refuse %s', (_name, source, rule) => {
  expect(lintErrorsOf(source)).toContain(rule)
})

test('the rules have nothing against bound parameters', () => {
  expect(lintErrorsOf('export const query = (sql, given) => sql`select ${given}`')).toContain(
    'Found 0 warnings and 0 errors',
  )
})
