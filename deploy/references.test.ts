import { expect, test } from 'vitest'
import { faultsOfRecord, unresolved } from '../scripts/references.ts'

/**
 * The file name of a document. It is concatenated, so that `scripts/check-references.ts` does not find it in this file.
 */
const doc = (name: string) => `${name}.md`

/** The name of a file as a comment shows it; concatenated for the same reason. */
const inBackticks = (path: string) => ['', path, ''].join('`')

const DOCUMENTS = new Map([
  ['docs/product.md', '# Product\n\n## 12 Chat\n\n### 12.1 Messages\n'],
  ['docs/security-requirements.md', '### A-01 Passwords\n'],
  ['docs/performance.md', '| Id | What |\n| --- | --- |\n| G-01 | Search |\n'],
  [doc('docs/guide'), '# Guide\n\n## First steps, in short\n'],
  ['server/src/http/bind.ts', ''],
])
const library = {
  hasFile: (path: string) =>
    DOCUMENTS.has(path) || ['docs', 'docs/decisions', 'docs/decisions/0012'].includes(path),
  textOf: (path: string) => DOCUMENTS.get(path),
}
const inCode = (text: string) => unresolved('server/src/code.ts', text, library)
const inDocs = (text: string) => unresolved(doc('docs/page'), text, library)

test.each([
  ['a section of a document', '// See docs/product.md \u00a712.1, \u00a712.'],
  ['a section on the next line', '/**\n * See docs/product.md\n * \u00a712.1.\n */'],
  ['a requirement', '/** docs/security-requirements.md A-01: at most 1 s. */'],
  ['a goal', '/** docs/performance.md G-01 */'],
  ['a public standard', '// RFC 9110 \u00a714.2 and \u00a714.3, WCAG 2.1.4, UAX #15 \u00a713'],
  ['a decision record', '// decision 0012 says why'],
  ['a file, from one of the roots', `// See ${inBackticks('http/bind.ts')}.`],
  ['a path that the program puts together', `join(folder, '${doc('settings')}')`],
])('%s resolves', (_what, text) => {
  expect(inCode(text)).toEqual([])
})

test.each([
  ['a document that is not there', `// See ${doc('docs/missing')}`, /no document/],
  ['a section that is not there', '// docs/product.md \u00a79.9', /no \u00a79\.9/],
  ['a section of nothing', '/** Milliseconds. Spec \u00a79. */', /\u00a79 of what/],
  ['a section of a document elsewhere', '// decisions \u00a75', /\u00a75 of what/],
  ['a requirement that is not there', '// docs/security-requirements.md A-09', /A-09/],
  ['a requirement without its document', ['// security', 'A-01'].join(' '), /does not name its document/],
  ['a file that is not there', `// See ${inBackticks('http/bound.ts')}.`, /no file http\/bound\.ts/],
  ['a decision that was never made', ['// decision', '9999'].join(' '), /no decision record/],
])('%s is found', (_what, text, problem) => {
  expect(inCode(text)).toEqual([expect.stringMatching(problem)])
})

test('a document may cite its own sections, link to others, and name files that are there', () => {
  const text = `# Page\n\n## 1 Beginning\n\nSee \u00a71, [the guide](${doc('guide')}#first-steps-in-short), [chat](${doc('product')}) \u00a712.1 and \`http/bind.ts\`.\n`
  DOCUMENTS.set(doc('docs/page'), text)
  expect(inDocs(text)).toEqual([])
})

test.each([
  ['a link to nothing', `[guide](${doc('guides')})`, /leads nowhere/],
  ['a link to a heading that is not there', `[guide](${doc('guide')}#last-steps)`, /no heading/],
])('in a document %s is found, with its line', (_what, text, problem) => {
  expect(inDocs(`# Page\n\n${text}\n`)).toEqual([expect.stringMatching(problem)])
  expect(inDocs(`# Page\n\n${text}\n`)[0]).toContain(`${doc('docs/page')}:3: `)
})

test('a decision record has its number, a date, a status, and stands in the list', () => {
  const path = doc('docs/decisions/0012-changes')
  const good = '# 0012 Changes\n\n- Date: 2026-11-21\n- Status: superseded by 0040\n'
  expect(faultsOfRecord(path, good, `[0012](${doc('0012-changes')})`)).toEqual([])
  expect(faultsOfRecord(path, '# Changes\n\n**Context.** …', '')).toHaveLength(4)
})
