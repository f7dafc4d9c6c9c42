import { beforeEach, expect, test, vi } from 'vitest'
import { SeekableElement } from './seekable-element.ts'
import { SilentElement } from './silent-element.ts'

beforeEach(() => vi.stubGlobal('location', { href: 'https://archive.example/archive' }))

const ENCODED = 'https://archive.example/api/quality/weg.flac?kbps=96&codec=opus'

/** A fake of a browser's audio element that can seek only within what it has loaded. */
class BrowserElement extends SilentElement {
  get seekable() {
    return this.buffered
  }
}

function setUp(src: string) {
  const real = new BrowserElement()
  const element = new SeekableElement(real)
  element.src = src
  return { real, element }
}

test('a file is sought and measured as the browser does it', () => {
  const { real, element } = setUp('https://archive.example/api/stream/weg.flac')
  real.loads(3, 240)
  element.currentTime = 120
  expect(real.src).toBe('https://archive.example/api/stream/weg.flac')
  expect(element.currentTime).toBe(120)
  expect(element.duration).toBe(240)
})

test('an encoding is sought where it is loaded', () => {
  const { real, element } = setUp(ENCODED)
  real.loads(30)
  element.currentTime = 12.5
  expect(real.src).toBe(ENCODED)
  expect(element.currentTime).toBe(12.5)
  expect(element.duration).toBeNaN()
})

test('elsewhere another encoding begins there, and plays on if the first one played', async () => {
  const { real, element } = setUp(ENCODED)
  real.loads(3)
  await element.play()
  const sought = vi.fn<() => void>()
  element.addEventListener('seeking', sought)
  const played = vi.spyOn(real, 'play')
  element.currentTime = 120.7
  expect(real.src).toBe(`${ENCODED}&from=120`)
  expect(played).toHaveBeenCalledOnce()
  expect(sought).toHaveBeenCalledOnce()
  real.load()
  real.loads(5)
  expect(element.currentTime).toBe(120)
  expect([element.buffered.start(0), element.buffered.end(0)]).toEqual([120, 125])

  element.pause()
  element.currentTime = 60
  expect(real.src).toBe(`${ENCODED}&from=60`)
  expect(played).toHaveBeenCalledOnce()
})

test('the next file begins at its own beginning', () => {
  const { real, element } = setUp(`${ENCODED}&from=120`)
  expect(element.currentTime).toBe(120)
  element.src = 'https://archive.example/api/stream/ende.mp3'
  real.load()
  expect(element.currentTime).toBe(0)
})
