import { expect, test } from 'vitest'
import { linkTo } from './track-link.ts'

test('a link carries the file, safe for an address', () => {
  expect(linkTo({ file: 'a b&c.mp3' }, 'https://archiv.example')).toBe(
    'https://archiv.example/archive?track=a%20b%26c.mp3',
  )
})

test('a missing track has no link', () => {
  expect(linkTo({}, 'https://archiv.example')).toBeUndefined()
})
