import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { putDatabaseFile } from '#testing/sqlite.ts'

const module = new URL('./archive-command.ts', import.meta.url).href

test('a command ends with the server that has started it, also when that is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-command-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  await putDatabaseFile(folder)
  const closed = Promise.withResolvers<undefined>()
  // A store whose response to the request of the command never ends.
  const store = createServer((socket) => {
    socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n')
    const dripping = setInterval(() => socket.write(' '), 100)
    socket.once('close', () => {
      clearInterval(dripping)
      closed.resolve(undefined)
    })
    socket.resume()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void store.close())
  await once(store, 'listening')
  const address = store.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const parent = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { archiveCommand } from '${module}'
       await archiveCommand(['backup'])(new AbortController().signal)`,
    ],
    {
      stdio: 'ignore',
      env: {
        DATA_DIR: folder,
        BACKUP_DIR: 's3://archiv/sicherung',
        S3_ENDPOINT: `http://127.0.0.1:${port}`,
        S3_BUCKET: 'archiv',
        S3_ACCESS_KEY_ID: 'a',
        S3_SECRET_ACCESS_KEY: 'b',
      },
    },
  )
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [connection]: Socket[] = await once(store, 'connection')
  parent.kill('SIGKILL')
  // Waits for `close` only. A killed command may also reset the connection, and `once` would report that as an error.
  await closed.promise
  expect(connection?.closed).toBe(true)
})
