import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepPicture, removeAllPictures } from '#client/copies/copied-pictures.ts'
import { clearRecords, writeRecords } from '#client/copies/copy-database.ts'
import { accountInContact } from '#client/copies/copy-records.ts'
import { answerWithPicture } from './pictures.ts'

const DAY = 24 * 3_600_000
const NOW = Date.UTC(2026, 10, 23, 12)
const PATH = '/api/playlist-cover/p1'

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await writeRecords('account', [accountInContact('mila', NOW)])
  await keepPicture(PATH, new Response('picture'))
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await clearRecords()
  await removeAllPictures()
})

async function ask(at = NOW): Promise<string> {
  vi.useFakeTimers({ now: at, toFake: ['Date'] })
  const request = new Request(new URL(`${PATH}?w=96`, location.href))
  const event = Object.assign(new Event('fetch'), {
    request,
    respondWith: () => undefined,
    waitUntil: () => undefined,
  })
  return (await answerWithPicture(event)).text()
}

test('without a network a picture comes from beside the copies, in any width, until they are locked', async () => {
  expect(await ask()).toBe('picture')
  await expect(ask(NOW + 30 * DAY)).rejects.toThrow('no network')
})

test('without the account of the copies no picture is given out', async () => {
  await clearRecords()
  await expect(ask()).rejects.toThrow('no network')
})
