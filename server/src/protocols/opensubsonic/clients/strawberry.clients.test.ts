import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listStatuses } from '@tonarchiv/contract/presence'
import { expect, test, vi } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { addLongSongs, startClientApp } from '#testing/opensubsonic/client-app.ts'
import { startDesktop } from '#testing/opensubsonic/desktop.ts'
import { recordingProxy } from '#testing/opensubsonic/recording-proxy.ts'

const STRAWBERRY = '/usr/bin/strawberry'
/** Maximum time until Strawberry reports a play. It does so after half of the song, which here is half a minute. */
const UNTIL_PLAY = { timeout: 120_000, interval: 500 }

async function configure(home: string, url: string, password: string): Promise<void> {
  const folder = join(home, '.config/strawberry')
  await mkdir(folder, { recursive: true })
  const settings = [
    '[Subsonic]',
    'enabled=true',
    `url=${url}`,
    'username=mara',
    `password=${Buffer.from(password).toString('base64')}`,
    'http2=false',
    'verifycertificate=false',
    'downloadalbumcovers=true',
    'serversidescrobbling=true',
    // The login with token and salt.
    'authmethod=1',
    '[Scrobbler]',
    'enabled=true',
    '[Backend]',
    'engine=gstreamer',
  ]
  await writeFile(join(folder, 'strawberry.conf'), `${settings.join('\n')}\n`)
}

test('Strawberry loads the library with covers, searches, plays with a seek and scrobbles', async () => {
  const { app, admin, member, password, inWebApp } = await startClientApp()
  const { lang, minute } = await addLongSongs(admin)
  const { address, requests } = await recordingProxy(app.address)
  const desktop = await startDesktop()
  await configure(desktop.home, address, password)
  desktop.run(STRAWBERRY)
  await desktop.press('page tab', 'Subsonic')
  await desktop.press('push button', 'Refresh catalogue')
  // The library is grouped by the artists of albums.
  await eventually(async () =>
    expect(await desktop.shown('tree item')).toEqual(
      expect.arrayContaining(['Löschpapier & „Tinte“', 'Langspiel', 'Nachtbus']),
    ),
  )
  const names = () => requests.map(({ name }) => name)
  await eventually(() =>
    expect(names()).toEqual(expect.arrayContaining(['getAlbumList2', 'getAlbum', 'getCoverArt'])),
  )

  await desktop.write('lang')
  await eventually(async () => expect(await desktop.shown('tree item')).toEqual(['L', 'Langspiel']))
  await desktop.press('tree item', 'Langspiel', 2)
  await eventually(async () =>
    expect(await desktop.shown('tree item')).toEqual(expect.arrayContaining(['Lang', 'Minute'])),
  )
  await desktop.press('push button', 'Play')
  const passed = { name: 'stream', range: undefined, status: 200, error: undefined }
  await eventually(() => expect(requests).toContainEqual({ ...passed, id: lang }))
  /** Waits until the presence of the member shows this song as playing. */
  const plays = (title: string) =>
    eventually(async () => {
      const { users } = await member.call(listStatuses, {})
      const customStatus = `Hört ${title}`
      expect(users).toContainEqual(
        expect.objectContaining({ username: 'mara', isPlaying: true, customStatus }),
      )
    })
  await plays('Lang')
  await eventually(async () => {
    await once(desktop.run(STRAWBERRY, '--seek-to', '120'), 'exit')
    const range = expect.stringMatching(/^bytes=[1-9]/)
    expect(requests).toContainEqual({ ...passed, id: lang, range, status: 206 })
  })

  await desktop.press('push button', 'Next track')
  await eventually(() => expect(requests).toContainEqual({ ...passed, id: minute }))
  await plays('Minute')
  expect((await inWebApp()).plays).toEqual([])
  await vi.waitFor(async () => expect((await inWebApp()).plays).toEqual(['Minute']), UNTIL_PLAY)
  expect(requests.filter(({ status, error }) => status >= 400 || error !== undefined)).toEqual([])
})
