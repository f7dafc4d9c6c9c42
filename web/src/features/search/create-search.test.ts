import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSearch } from './create-search.ts'
import type { Query, Results } from './results.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const query = (text: string): Query => ({ text, group: undefined, isExact: false })

function startSearch() {
  const asked: { text: string; signal: AbortSignal; answer: () => void }[] = []
  const search = createSearch({
    read: (to, signal) =>
      new Promise<Results>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        const answer = () => resolve({ query: to, sections: [], corrected: undefined, terms: [] })
        asked.push({ text: to.text, signal, answer })
      }),
  })
  const texts = () => asked.map(({ text }) => text)
  return { search, asked, texts }
}

test('the first letter is requested at once, and fast typing at a pace, with the last text at the end', () => {
  const { search, texts } = startSearch()
  search.type(query('n'))
  expect(texts()).toEqual(['n'])
  search.type(query('no'))
  vi.advanceTimersByTime(20)
  search.type(query('nor'))
  expect(texts()).toEqual(['n'])
  vi.advanceTimersByTime(100)
  expect(texts()).toEqual(['n', 'nor'])
})

test('a request for something else is aborted, and its answer changes nothing', async () => {
  const { search, asked } = startSearch()
  search.type(query('n'))
  vi.advanceTimersByTime(200)
  search.type(query('no'))
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
  asked[0]?.answer()
  asked[1]?.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(search.state.getState().drawn?.query.text).toBe('no')
})

test('an emptied field requests nothing, also not what was waiting', () => {
  const { search, texts } = startSearch()
  search.type(query('n'))
  search.type(query('no'))
  search.type(query(''))
  vi.advanceTimersByTime(1000)
  expect(texts()).toEqual(['n'])
})

test('a slow answer is reported, a retry requests the same again', async () => {
  const { search, asked, texts } = startSearch()
  search.type(query('n'))
  vi.advanceTimersByTime(149)
  expect(search.state.getState().isLate).toBe(false)
  vi.advanceTimersByTime(1)
  expect(search.state.getState().isLate).toBe(true)
  asked[0]?.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(search.state.getState().isLate).toBe(false)
  search.retry()
  expect(texts()).toEqual(['n', 'n'])
})

test('typing on does not put off that the list waits', async () => {
  const { search, asked } = startSearch()
  search.type(query('n'))
  vi.advanceTimersByTime(100)
  search.type(query('no'))
  vi.advanceTimersByTime(49)
  expect(search.state.getState().isLate).toBe(false)
  vi.advanceTimersByTime(1)
  expect(search.state.getState().isLate).toBe(true)
  search.type(query('nor'))
  expect(search.state.getState().isLate).toBe(true)
  vi.advanceTimersByTime(100)
  asked.at(-1)?.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(search.state.getState().isLate).toBe(false)
  search.type(query('nord'))
  vi.advanceTimersByTime(149)
  expect(search.state.getState().isLate).toBe(false)
})

test('a search that has ended requests nothing any more', () => {
  const { search, asked, texts } = startSearch()
  search.type(query('n'))
  search.type(query('no'))
  search.stop()
  vi.advanceTimersByTime(1000)
  expect(texts()).toEqual(['n'])
  expect(asked[0]?.signal.aborted).toBe(true)
})
