import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addAlbum } from '@tonarchiv/contract/archive-editing'
import { expect, onTestFinished, test } from 'vitest'
import { sample } from '#testing/audio-samples.ts'
import { eventually } from '#testing/eventually.ts'
import { startClientApp } from '#testing/opensubsonic/client-app.ts'
import { recordingProxy } from '#testing/opensubsonic/recording-proxy.ts'

/**
 * The sample of three seconds is repeated to three minutes, because players read a short file completely and then
 * request nothing for a seek.
 */
const COPIES = 60

/** A home folder for the player with its settings; its only running instance also has its socket there. */
async function homeOfPlayer(url: string, password: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'strawberry-'))
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
    'authmethod=1',
    '[Backend]',
    'engine=gstreamer',
    'output=fakesink',
  ]
  await writeFile(join(folder, 'strawberry.conf'), `${settings.join('\n')}\n`)
  return home
}

/** Starts the player without a screen; further calls send commands to the running one. */
function player(home: string): (...parameters: string[]) => ChildProcess {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    TMPDIR: home,
    XDG_RUNTIME_DIR: home,
    LANG: 'C.UTF-8',
    QT_QPA_PLATFORM: 'offscreen',
    // The test has no desktop session.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  }
  return (...parameters) => spawn('/usr/bin/strawberry', parameters, { env, stdio: 'ignore' })
}

test('Strawberry plays a song with a token, and seeks in it', async () => {
  const { app, admin, password } = await startClientApp()
  const { address, requests } = await recordingProxy(app.address)
  const form = new FormData()
  const tracks = [{ title: 'Lang' }]
  form.set('albumData', JSON.stringify({ albumTitel: 'Langspiel', releaseJahr: 2020, type: 'album', tracks }))
  form.set('track0', new Blob(Array.from({ length: COPIES }, () => sample('cbr.mp3'))), 'long.mp3')
  const { album } = await admin.call(addAlbum, { form })
  const id = album.tracks[0]?.id ?? ''

  const home = await homeOfPlayer(address, password)
  const call = player(home)
  const running = call('--load', `subsonic:${id}`, '--play')
  const ended = once(running, 'exit')
  onTestFinished(async () => {
    running.kill('SIGKILL')
    await ended
    await rm(home, { recursive: true, force: true })
  })
  const streams = () => requests.filter(({ name }) => name === 'stream')
  // The player opens each stream twice.
  await eventually(() =>
    expect(streams()).toContainEqual({ name: 'stream', id, status: 200, range: undefined }),
  )
  await eventually(async () => {
    await once(call('--seek-to', '120'), 'exit')
    expect(streams()).toContainEqual({
      name: 'stream',
      id,
      status: 206,
      range: expect.stringMatching(/^bytes=[1-9]/),
    })
  })
})
