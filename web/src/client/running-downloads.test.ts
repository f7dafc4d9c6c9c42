import { expect, test, vi } from 'vitest'
import { cancelDownloads, runDownload, runningDownloads } from './running-downloads.ts'

/** A fake server whose response body the test writes. */
function sending(length: number | undefined) {
  const { promise, resolve } = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  const headers: Record<string, string> = length === undefined ? {} : { 'Content-Length': String(length) }
  const request = vi.fn((signal: AbortSignal) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal.addEventListener('abort', () => controller.error(signal.reason))
        resolve(controller)
      },
    })
    return Promise.resolve(new Response(body, { headers }))
  })
  return { request, controller: promise }
}
const shareOf = (id: string) => runningDownloads().get(id)?.share

test('a download reports its progress, and has all bytes at its end', async () => {
  const { request, controller } = sending(200)
  const bytes = runDownload('a', request)
  const server = await controller
  expect(runningDownloads().has('a')).toBe(true)
  server.enqueue(new Uint8Array(50))
  await expect.poll(() => shareOf('a')).toBe(0.25)
  server.enqueue(new Uint8Array(150))
  server.close()
  expect((await bytes)?.size).toBe(200)
  expect(runningDownloads().has('a')).toBe(false)
})

test('one press starts one, however often it comes; another track has its own', async () => {
  const { request, controller } = sending(undefined)
  const other = sending(undefined)
  const bytes = runDownload('a', request)
  expect(runDownload('a', request)).toBeUndefined()
  expect(request).toHaveBeenCalledTimes(1)
  const alsoBytes = runDownload('b', other.request)
  for (const server of [await controller, await other.controller]) {
    server.enqueue(new Uint8Array(3))
    server.close()
  }
  expect([(await bytes)?.size, (await alsoBytes)?.size]).toEqual([3, 3])
})

test('a cancelled one ends at once and can be started anew', async () => {
  const { request, controller } = sending(100)
  const bytes = runDownload('a', request)
  const server = await controller
  server.enqueue(new Uint8Array(10))
  await expect.poll(() => shareOf('a')).toBe(0.1)
  runningDownloads().get('a')?.cancel()
  await expect(bytes).rejects.toMatchObject({ name: 'AbortError' })
  expect(runningDownloads().has('a')).toBe(false)
  const again = runDownload('a', sending(1).request)
  expect(again).toBeDefined()
  cancelDownloads()
  await expect(again).rejects.toMatchObject({ name: 'AbortError' })
})

test('a refusal is a failure', async () => {
  const refused = runDownload('a', () => Promise.resolve(new Response(null, { status: 403 })))
  await expect(refused).rejects.toThrow('403')
  expect(runningDownloads().has('a')).toBe(false)
})
