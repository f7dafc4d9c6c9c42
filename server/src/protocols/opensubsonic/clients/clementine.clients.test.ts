import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { addLongSongs, startClientApp } from '#testing/opensubsonic/client-app.ts'
import { startDesktop } from '#testing/opensubsonic/desktop.ts'
import { recordingProxy } from '#testing/opensubsonic/recording-proxy.ts'

const CLEMENTINE = '/usr/bin/clementine'

async function configure(home: string, server: string, password: string): Promise<void> {
  const folder = join(home, '.config/Clementine')
  await mkdir(folder, { recursive: true })
  const settings = [
    '[Subsonic]',
    `server=${server}`,
    'username=mara',
    `password=${password}`,
    'usesslv3=false',
  ]
  await writeFile(join(folder, 'Clementine.conf'), `${settings.join('\n')}\n`)
}

test('Clementine loads the library in XML with an encoded password, searches, and plays with a seek', async () => {
  const { app, admin, password } = await startClientApp()
  const { lang: id } = await addLongSongs(admin)
  const { address, requests } = await recordingProxy(app.address)
  const desktop = await startDesktop()
  await configure(desktop.home, address, password)
  desktop.run(CLEMENTINE)
  await eventually(() =>
    expect(requests).toContainEqual(expect.objectContaining({ name: 'ping', status: 200 })),
  )
  await desktop.press('page tab', 'Internet')
  // Clementine loads the library of the server when the tree item of the server is opened for the first time.
  await desktop.press('tree item', 'Subsonic', 2)
  await eventually(async () =>
    expect(await desktop.shown('tree item')).toEqual(
      expect.arrayContaining(['Langspiel', 'Lang', 'Minute', 'Löschpapier & „Tinte“', 'Tinte']),
    ),
  )
  const names = () => requests.map(({ name }) => name)
  expect(names()).toContain('getAlbumList2')
  expect(names().filter((name) => name === 'getAlbum')).toHaveLength(3)

  await desktop.write('lang')
  await eventually(async () => {
    const items = await desktop.shown('tree item')
    expect(items).toContain('Lang')
    expect(items).not.toContain('Tinte')
  })
  await desktop.press('tree item', 'Lang', 2)
  const passed = { name: 'stream', id, range: undefined, status: 200, error: undefined }
  await eventually(() => expect(requests).toContainEqual(passed))
  await eventually(async () => {
    await once(desktop.run(CLEMENTINE, '--seek-to', '120'), 'exit')
    const range = expect.stringMatching(/^bytes=[1-9]/)
    expect(requests).toContainEqual({ ...passed, range, status: 206 })
  })
  const failed = requests.filter(({ status, error }) => status >= 400 || error !== undefined)
  // Clementine requests a cover without an id for songs that have none, and goes on after the error.
  expect(failed.filter(({ name, id: asked }) => name !== 'getCoverArt' || asked !== '')).toEqual([])
})
