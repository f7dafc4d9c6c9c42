import { addAlbum } from '@tonarchiv/contract/archive-editing'
import { logout } from '@tonarchiv/contract/auth'
import { diskFull } from '@tonarchiv/contract/refusal'
import { expect, test } from 'vitest'
import { albumForm } from '#testing/album-forms.ts'
import { expectStoredFiles, expectNoStoredFiles } from '#testing/stored-files.ts'
import { sample } from '#testing/audio-samples.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

/** A long timeout for the retries, because the machine may be busy. */
const withRetries = { timeout: 10_000 }

test('a third upload of one account at the same time is refused, and later works', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const slow = await Promise.all([1, 2].map(() => startSlowUpload(app, admin.token)))
  await expectStoredFiles(app, 2)
  const refused = await admin.refusal(addAlbum, { form: albumForm() })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).not.toBeNull()
  for (const upload of slow) upload.abort()
  await expect
    .poll(
      async () =>
        admin.call(addAlbum, { form: albumForm() }).then(
          () => true,
          () => false,
        ),
      withRetries,
    )
    .toBe(true)
})

test('when the client disconnects during the upload, nothing is stored', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const upload = await startSlowUpload(app, admin.token)
  await expectStoredFiles(app, 1)
  upload.abort()
  await expectStoredFiles(app, 0)
  await expectNoStoredFiles(app)
})

test('when the account lost its rights during the upload, nothing is stored', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const upload = await startSlowUpload(app, admin.token)
  await expectStoredFiles(app, 1)
  await admin.call(logout, {})
  const { status, body } = await upload.finish()
  expect([status, body]).toMatchObject([401, { code: 'UNAUTHENTICATED' }])
  await expectNoStoredFiles(app)
})

test('when the disk becomes full during the upload, nothing is stored', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { storage } = app.services
  const freeAtFirst = await storage.freeBytes()
  const looks = [freeAtFirst]
  storage.freeBytes = async () => looks.pop() ?? 0
  const wav = sample('pcm.wav')
  const track = Buffer.concat([wav, Buffer.alloc(20 * 1024 * 1024)])
  const { status, body } = await admin.refusal(addAlbum, {
    form: albumForm({ tracks: [{ title: 'Lang', file: track }] }),
  })
  expect([status, body.error]).toEqual([507, diskFull.text])
  await expectNoStoredFiles(app)
})

interface SlowUpload {
  abort(): void
  /** Sends the rest of the upload. */
  finish(): Promise<{ status: number; body: unknown }>
}

/** An upload that has sent half a track and then pauses. */
async function startSlowUpload({ address }: TestApp, token: string): Promise<SlowUpload> {
  const abort = new AbortController()
  const begun = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<void>()
  const head = '--x\r\nContent-Disposition: form-data; name="track0"; filename="a.mp3"\r\n\r\n'
  const mp3 = sample('cbr.mp3')
  const albumData = '{"albumTitel":"Spät","releaseJahr":2020,"type":"album","tracks":[{"title":"Lied"}]}'
  const tail = `\r\n--x\r\nContent-Disposition: form-data; name="albumData"\r\n\r\n${albumData}\r\n--x--\r\n`
  async function* bytes() {
    yield Buffer.from(head)
    yield mp3.subarray(0, 5000)
    begun.resolve()
    await rest.promise
    yield mp3.subarray(5000)
    yield Buffer.from(tail)
  }
  const answer = fetch(address + addAlbum.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    body: ReadableStream.from(bytes()),
    duplex: 'half',
    signal: abort.signal,
  })
  answer.catch(() => {})
  await begun.promise
  return {
    abort: () => {
      abort.abort()
      rest.resolve()
    },
    finish: async () => {
      rest.resolve()
      const response = await answer
      return { status: response.status, body: await response.json() }
    },
  }
}
