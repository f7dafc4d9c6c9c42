import { expect, test } from 'vitest'
import { pathOfShared } from './shared-text.ts'

const ORIGIN = 'https://archiv.example'
const open = (...shared: string[]) => pathOfShared(shared, ORIGIN, (text) => `/search?q=${text}`)

test('a shared link into the archive is opened, wherever it stands', () => {
  expect(open('https://archiv.example/archive?track=a.mp3#x')).toBe('/archive?track=a.mp3#x')
  expect(open('', 'Hör mal: https://archiv.example/playlists/7 gut', '')).toBe('/playlists/7')
})

test('any other text is searched for, without its links', () => {
  expect(open('https://anderswo.example/x', 'Nordlicht  Süd https://anderswo.example/x')).toBe(
    '/search?q=Nordlicht Süd',
  )
  expect(open('', '', 'Titel')).toBe('/search?q=Titel')
  expect(open('', '')).toBe('/search?q=')
})

test.each([
  'https://archiv.example.evil.example/archive',
  'javascript:alert(1)',
  'https://archiv.example/share?text=x',
])('%s leads nowhere', (link) => {
  expect(open(link)).toMatch(/^\/search\?q=/)
})
