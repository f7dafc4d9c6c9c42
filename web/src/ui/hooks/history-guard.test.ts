import { afterEach, expect, test, vi } from 'vitest'
import { type Departure, guardPage, listenForDepartures } from './history-guard.ts'

interface Entry {
  path: string
  state: unknown
}

const numbered = (paths: readonly string[]): Entry[] => paths.map((path, idx) => ({ path, state: { idx } }))

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A fake history that navigates asynchronously, as browsers do, and a fake router that listens to it. */
function guarded(entries: readonly Entry[], start: number) {
  vi.useFakeTimers()
  let at = start
  const target = new EventTarget()
  const go = (steps: number) => {
    setTimeout(() => {
      if (entries[at + steps] === undefined) return
      at += steps
      target.dispatchEvent(new Event('popstate'))
    }, 10)
  }
  vi.stubGlobal('history', {
    go,
    get state() {
      return entries[at]?.state
    },
  })
  vi.stubGlobal('location', {
    get pathname() {
      return entries[at]?.path
    },
    search: '',
    hash: '',
  })
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
  stops.push(listenForDepartures())
  const seen: (string | undefined)[] = []
  target.addEventListener('popstate', () => seen.push(entries[at]?.path))
  const asked: Departure[] = []
  const stop = guardPage((departure) => asked.push(departure))
  stops.push(stop)
  const rest = () => vi.runAllTimers()
  return { go, asked, seen, stop, rest, place: () => at }
}

const PAGES = numbered(['/', '/archive', '/admin/albums/a', '/chat', '/videos'])

test.each([1, 2])('Back by %i entries asks on the page, and goes there when it may', (steps) => {
  const { go, asked, seen, stop, rest, place } = guarded(PAGES, 2)
  go(-steps)
  rest()
  expect(place()).toBe(2)
  expect(seen).not.toContain(PAGES[2 - steps]?.path)
  const [departure, ...others] = asked
  expect(others).toEqual([])
  stop()
  if (departure?.kind === 'back') departure.go()
  rest()
  expect(place()).toBe(2 - steps)
  expect(seen.at(-1)).toBe(PAGES[2 - steps]?.path)
})

test.each([1, 2])('Forward by %i entries asks on the page, and names the page ahead', (steps) => {
  const { go, asked, seen, rest, place } = guarded(PAGES, 2)
  go(steps)
  rest()
  expect(place()).toBe(2)
  expect(seen).toEqual(['/admin/albums/a'])
  expect(asked).toEqual([{ kind: 'forward', path: PAGES[2 + steps]?.path }])
})

test('pressing Back twice at once does not leave the page either', () => {
  const { go, asked, seen, rest, place } = guarded(PAGES, 2)
  go(-1)
  go(-1)
  rest()
  expect(place()).toBe(2)
  expect(new Set(seen)).toEqual(new Set(['/admin/albums/a']))
  expect(asked).not.toEqual([])
})

test('Back that only closes an overlay of the page asks nothing', () => {
  const entries = [...PAGES.slice(0, 3), { path: '/admin/albums/a', state: { idx: 2, overlay: true } }]
  const { go, asked, seen, rest, place } = guarded(entries, 3)
  go(-1)
  rest()
  expect([asked, seen, place()]).toEqual([[], ['/admin/albums/a'], 2])
})

test('with the question open, leaving goes back over its own entry too', () => {
  const entries = numbered(['/archive', '/admin/albums/a'])
  const { go, asked, stop, rest, place } = guarded(entries, 1)
  go(-1)
  rest()
  entries.push({ path: '/admin/albums/a', state: { idx: 1, overlay: true } })
  go(1)
  rest()
  expect(place()).toBe(2)
  stop()
  const [departure] = asked
  if (departure?.kind === 'back') departure.go()
  rest()
  expect(place()).toBe(0)
})

test('an entry from before the router counts as behind', () => {
  const entries = [{ path: '/login', state: null }, ...PAGES]
  const { go, asked, seen, rest, place } = guarded(entries, 3)
  go(-3)
  rest()
  expect(place()).toBe(3)
  expect(seen).not.toContain('/login')
  expect(asked).toMatchObject([{ kind: 'back' }])
})

test('an unguarded page is left at once', () => {
  const { go, asked, seen, stop, rest, place } = guarded(PAGES, 2)
  stop()
  go(-1)
  rest()
  expect([asked, seen, place()]).toEqual([[], ['/archive'], 1])
})
