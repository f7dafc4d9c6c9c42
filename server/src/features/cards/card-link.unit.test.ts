import { expect, test } from 'vitest'
import { cardLinkIn } from './card-link.ts'

const ORIGIN = 'https://archiv.example'
const found = (text: string) => cardLinkIn(text, ORIGIN)

test.each([
  ['/archive?track=a.mp3', { kind: 'track', name: 'a.mp3' }],
  ['/archive?track=t1&t=83', { kind: 'moment', name: 't1', second: 83 }],
  ['/archive?t=0&track=t1', { kind: 'moment', name: 't1', second: 0 }],
  ['/archive?album=Nordlicht+S%C3%BCd', { kind: 'album', name: 'Nordlicht Süd' }],
  ['/playlists/p1', { kind: 'playlist', name: 'p1' }],
  ['/videos?video=v1', { kind: 'video', name: 'v1' }],
])('%s leads to a card', (path, link) => {
  expect(found(`${ORIGIN}${path}`)).toEqual({ ...link, rest: '' })
})

test.each([
  '/',
  '/archive',
  '/archive?track=',
  '/archive?search=x',
  '/playlists',
  '/playlists/a/b',
  '/chat?message=m1',
  `/archive?album=${'x'.repeat(2000)}`,
])('%s leads to none', (path) => {
  expect(found(`${ORIGIN}${path}`)).toBeUndefined()
})

test.each([
  ['http instead of https', 'http://archiv.example/playlists/p1'],
  ['another port', 'https://archiv.example:8443/playlists/p1'],
  ['another host that begins alike', 'https://archiv.example.com/playlists/p1'],
  ['the host as a user name', 'https://archiv.example@other.example/playlists/p1'],
  ['no address', 'https:// /playlists/p1'],
])('%s is not the archive', (_name, address) => {
  expect(found(address)).toBeUndefined()
})

test.each(['-1', '1.5', '99999999999', '2147483648', 'NaN', '', '1e3'])(
  'the second %o is left out, so that the card is that of the track',
  (second) => {
    expect(found(`${ORIGIN}/archive?track=t1&t=${encodeURIComponent(second)}`)).toMatchObject({
      kind: 'track',
    })
  },
)

test('the sentence around a link stays, and so do further links', () => {
  const [one, other] = [`${ORIGIN}/playlists/p1`, `${ORIGIN}/playlists/p2`]
  expect(found(`hör mal (${one}), jetzt`)).toMatchObject({ name: 'p1', rest: 'hör mal ( ), jetzt' })
  expect(found(`davor ${one}\ndanach`)?.rest).toBe('davor danach')
  expect(found(`https://other.example/ ${one} ${other}`)).toMatchObject({
    name: 'p1',
    rest: `https://other.example/ ${other}`,
  })
})
