import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startClientApp } from '#testing/opensubsonic/client-app.ts'

const run = promisify(execFile)
const session = fileURLToPath(new URL('sublime_music_session.py', import.meta.url))

test('Sublime Music logs in, browses, searches, plays with a seek, edits a playlist and scrobbles', async () => {
  const { app, password, inWebApp } = await startClientApp()
  const env = { ...process.env, SERVER: app.address, NAME: 'mara', PASSWORD: password }
  // The Python of the system is used, because Debian's packages are made for it.
  const { stdout } = await run('/usr/bin/python3', [session], { env, timeout: 60_000 })
  const received: unknown = JSON.parse(stdout)
  expect(received).toEqual({
    is_available: true,
    artists: ['Löschpapier & „Tinte“', 'Nachtbus'],
    albums: ['Nachtbus', 'Löschpapier & „Tinte“'],
    songs: ['Tinte', 'Feder <1>', 'Siegel'],
    genres: [],
    root: ['Löschpapier & „Tinte“', 'Nachtbus'],
    found: ['Feder <1>'],
    stream: [200, 206, true],
    file: [200, true],
    cover: [200, 'image/jpeg'],
    playlist: ['Feder <1>', 'Tinte'],
    playlists: [['Fahrt', 2, 'Nachts']],
    queue: [['Tinte', 'Feder <1>', 'Siegel'], 1, 12],
  })
  expect(await inWebApp()).toEqual({
    playlists: { Fahrt: ['Feder <1>', 'Tinte'] },
    favorites: [],
    plays: ['Siegel'],
  })
})
