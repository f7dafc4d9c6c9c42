import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyAddress } from '#client/copies/copy-address.ts'
import { changeRecord, clearRecords, writeRecords } from '#client/copies/copy-database.ts'
import { makeCopy, removeAllCopies } from '#client/copies/copy-files.ts'
import { accountInContact } from '#client/copies/copy-records.ts'
import { answerFromCopies } from './copies.ts'

const DAY = 24 * 3_600_000
const NOW = Date.UTC(2026, 10, 23, 12)
const FILE = { version: 'version-1', file: 'a.mp3', sizeBytes: 6, mimeType: 'audio/mpeg', isComplete: true }

beforeEach(async () => {
  await writeRecords('account', [accountInContact('mila', NOW)])
  await writeRecords('files', [FILE])
  const writable = await (await makeCopy('mila', FILE.version)).createWritable()
  await writable.write('abcdef')
  await writable.close()
})

afterEach(async () => {
  vi.useRealTimers()
  await clearRecords()
  await removeAllCopies()
})

/** Requests a copy as the page and the player do, with the clock at this time. */
async function ask({
  at = NOW,
  range,
  version = FILE.version,
}: { at?: number; range?: string; version?: string } = {}) {
  vi.useFakeTimers({ now: at, toFake: ['Date'] })
  const url = new URL(copyAddress({ version, file: FILE.file }), location.href)
  const request = new Request(url, range === undefined ? {} : { headers: { range } })
  const response = await answerFromCopies(request, url)
  const { status, headers } = response
  return {
    status,
    text: await response.text(),
    range: headers.get('content-range'),
    type: headers.get('content-type'),
  }
}

test('a copy is sent whole, or the part that is asked for', async () => {
  expect(await ask()).toEqual({ status: 200, text: 'abcdef', range: null, type: 'audio/mpeg' })
  expect(await ask({ range: 'bytes=2-3' })).toMatchObject({ status: 206, text: 'cd', range: 'bytes 2-3/6' })
  expect(await ask({ range: 'bytes=4-' })).toMatchObject({ status: 206, text: 'ef', range: 'bytes 4-5/6' })
  expect(await ask({ range: 'bytes=6-9' })).toMatchObject({ status: 416 })
})

test('30 days after the last contact nothing is sent any more, also with a clock that is set back', async () => {
  expect(await ask({ at: NOW + 30 * DAY - 1 })).toMatchObject({ status: 200 })
  expect(await ask({ at: NOW + 30 * DAY })).toMatchObject({ status: 403, text: '' })
  await changeRecord('account', 'account', () => ({
    ...accountInContact('mila', NOW),
    latestAt: NOW + 30 * DAY,
  }))
  expect(await ask({ at: NOW })).toMatchObject({ status: 403, text: '' })
})

test('nothing is sent of a file that is not whole, of another account, or without one', async () => {
  expect(await ask({ version: 'version-2' })).toMatchObject({ status: 404, text: '' })
  await writeRecords('files', [{ ...FILE, isComplete: false }])
  expect(await ask()).toMatchObject({ status: 404, text: '' })
  await writeRecords('files', [{ ...FILE, sizeBytes: 7 }])
  expect(await ask()).toMatchObject({ status: 404, text: '' })
  await writeRecords('files', [FILE])
  await writeRecords('account', [accountInContact('jonas', NOW)])
  expect(await ask()).toMatchObject({ status: 404, text: '' })
  await clearRecords()
  expect(await ask()).toMatchObject({ status: 404, text: '' })
})
