import { expect, test } from 'vitest'
import { copyAddress, parseCopyAddress } from './copy-address.ts'

test('the address of a copy ends with the name of the file, whatever characters it has', () => {
  const copy = { version: '0af3b2c1d4e5f607', file: 'ü/b #1?.flac' }
  const address = copyAddress(copy)
  expect(address).toMatch(/^\/copies\/0af3b2c1d4e5f607\/[^/?#]+\.flac$/)
  expect(parseCopyAddress(new URL(address, 'https://archiv.example'))).toEqual(copy)
})

test.each([
  '/copies/',
  '/copies/abc',
  '/copies/abc/',
  '/copies/../x.mp3',
  '/copies/%2e%2e/x.mp3',
  '/copies/..hidden/x.mp3',
  '/copies/abc/x/y.mp3',
  '/copies/abc/%E0%A4%A.mp3',
  `/copies/${'a'.repeat(65)}/x.mp3`,
  '/api/stream/x.mp3',
])('%s is no address of a copy', (pathname) => {
  expect(parseCopyAddress({ pathname })).toBeUndefined()
})
