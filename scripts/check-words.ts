import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { type BannedWord, bannedWords, frozenNames } from './banned-words.ts'

/** Finds words of `banned-words.ts` in names, comments and the names of tests. Prints the position of each. */
const root = fileURLToPath(new URL('..', import.meta.url))
/** Functions that are called with the name of a test, or of a group of tests. */
const TEST = /^(?:test|it|describe)\b/

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = tracked
  .split('\n')
  .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !isFrozen(file) && existsSync(join(root, file)))

const places = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  return findBannedWords(file, text).map(
    ({ offset, word, instead }) =>
      `${file}:${String(text.slice(0, offset).split('\n').length)} "${word}": write ${instead}`,
  )
})
for (const place of new Set(places)) console.error(place)
process.exitCode = places.length > 0 ? 1 : 0

/** Whether a file is not checked: migrations are never changed, and the list of words contains all of these words. */
function isFrozen(file: string): boolean {
  return file.startsWith('server/src/database/migrat') || file === 'scripts/banned-words.ts'
}

interface Place {
  offset: number
  word: string
  instead: string
}

function findBannedWords(file: string, text: string): Place[] {
  const { program, comments } = parseSync(file, text)
  const found: Place[] = []
  const look = (name: string, offset: number) => {
    if (frozenNames.has(name)) return
    const words = name.replaceAll(/([a-z\d])([A-Z])|_/g, '$1 $2').toLowerCase()
    for (const banned of bannedWords)
      if (banned.pattern.test(words)) found.push(placeOf(name, offset, banned))
  }
  const sentences = comments.map(({ value, start }) => ({ value, start }))
  new Visitor({
    Identifier: ({ name, start }) => look(name, start),
    JSXIdentifier: ({ name, start }) => look(name, start),
    CallExpression: ({ callee, arguments: [name] }) => {
      if (name?.type === 'Literal' && TEST.test(text.slice(callee.start, callee.end)))
        sentences.push({ value: text.slice(name.start, name.end), start: name.start })
    },
  }).visit(program)
  for (const { value, start } of sentences)
    for (const banned of bannedWords) {
      const match = banned.inComments === true ? banned.pattern.exec(value.toLowerCase()) : null
      if (match !== null) found.push(placeOf(match[0], start, banned))
    }
  return found
}

function placeOf(word: string, offset: number, { instead }: BannedWord): Place {
  return { offset, word, instead }
}
