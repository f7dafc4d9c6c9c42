import { expect, test } from 'vitest'
import { ignoreRules, isIgnored } from './build-context.ts'

test.each<[rules: string, path: string, ignored: boolean]>([
  // Examples from Docker's documentation.
  ['*/temp*', 'somedir/temporary.txt', true],
  ['*/temp*', 'somedir/temp/file', true],
  ['*/temp*', 'somedir/subdir/temporary.txt', false],
  ['*/*/temp*', 'somedir/subdir/temporary.txt', true],
  ['temp?', 'tempa', true],
  ['temp?', 'temp', false],
  ['**/*.go', 'main.go', true],
  ['**/*.go', 'a/b/main.go', true],
  ['*.md\n!README.md', 'README.md', false],
  ['*.txt\n!notes*.txt\nnotes-x.txt', 'notes-x.txt', true],
  ['*.txt\nnotes-x.txt\n!notes*.txt', 'notes-x.txt', false],
  ['/foo/bar', 'foo/bar', true],
  ['foo/bar/', 'foo/bar', true],
  ['# a comment\n\n', 'a comment', false],
  // Ours.
  ['*\n!web', 'web/src/main.ts', false],
  ['*\n!web', 'webserver/x', true],
  ['*\n!web\n**/dist', 'web/dist/app.html', true],
  ['*\n!web\n**/*.test.ts', 'web/src/a.test.ts', true],
  ['*\n!.npmrc', '.npmrc', false],
  ['a.b', 'axb', false],
])('the rules %j and %s', (rules, path, ignored) => {
  expect(isIgnored(ignoreRules(rules), path)).toBe(ignored)
})

test('a rule that this check does not understand is a fault', () => {
  expect(() => ignoreRules('[a-c].txt')).toThrow('not supported')
})
