import { LYRICS_MAX_LENGTH } from '@tonarchiv/contract/lyrics-text'
import { expect, test } from 'vitest'
import { readLrcFile } from './lrc-file.ts'

const TEXT = '[00:01.00]Süß\n[00:02.00]und rauh'
const fileOf = (content: string | Buffer) => new File([new Uint8Array(Buffer.from(content))], 'lied.lrc')

test.each([
  ['UTF-8', Buffer.from(`\ufeff${TEXT}\r\n`)],
  ['UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['Latin-1', Buffer.from(TEXT, 'latin1')],
])('a file in %s gives its text', async (_encoding, content) => {
  expect(await readLrcFile(fileOf(content))).toEqual({ text: TEXT })
})

test('a file without text, or with too much, says so', async () => {
  expect(await readLrcFile(fileOf(' \n'))).toEqual({ problem: '„lied.lrc“ enthält keinen Text' })
  for (const length of [LYRICS_MAX_LENGTH + 1, 5 * LYRICS_MAX_LENGTH])
    expect(await readLrcFile(fileOf('a'.repeat(length)))).toEqual({
      problem: 'Der Songtext darf höchstens 65.536 Zeichen lang sein',
    })
})
