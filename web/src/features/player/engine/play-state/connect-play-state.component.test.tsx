import { getPlayState, type PlayState, playStateChanged, savePlayState } from '@tonarchiv/contract/play-state'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { clearToast } from '#ui/dom/toast.ts'
import { refuse, startFakeServer } from '../../../../testing/fake-server.ts'
import { aUser, signInAs } from '../../../../testing/sign-in.ts'
import { TestApp } from '../../../../testing/TestApp.tsx'
import { getPlayer } from '../player-instance.ts'
import { trackNamed } from '../silent-player.ts'
import { connectPlayState } from './connect-play-state.ts'

function song(title: string): PlayState['list'][number] {
  return {
    id: title,
    title,
    artist: 'Ada',
    album: 'Nordkurve',
    file: `${title}.mp3`,
    coverUrl: '/default-album.jpg',
    duration: 60,
    exclusive: false,
  }
}

const saved: PlayState = {
  order: null,
  position: 0,
  source: null,
  repeat: 'off',
  shuffled: false,
  position_seconds: 10,
  list: [song('Anpfiff'), song('Abpfiff')],
  queued: [],
  in_between: null,
  is_current_gone: false,
  dropped: 0,
  device: 'Firefox auf Linux',
  saved_at: '2026-11-01T12:00:00.000Z',
}

/** The player of an account with this state, before a server. */
async function connect(state: PlayState, { isControlling = false } = {}) {
  const server = startFakeServer()
  server.on(getPlayState, () => ({ revision: 1, state }))
  signInAs(aUser())
  await render(<TestApp>{null}</TestApp>)
  const connected = connectPlayState(getPlayer(), 'mila', () => isControlling)
  onTestFinished(() => {
    connected.disconnect()
    getPlayer().stop()
    getPlayer().clearUpcoming()
    clearToast()
  })
  return server
}

test('a queue of which tracks were deleted says how many are missing', async () => {
  await connect({ ...saved, dropped: 2 })
  await expect
    .element(page.getByText('2 Titel sind nicht mehr im Archiv und fehlen in der Warteschlange'))
    .toBeVisible()
})

test('a queue of which one track was deleted says so in the singular', async () => {
  await connect({ ...saved, dropped: 1 })
  await expect
    .element(page.getByText('Ein Titel ist nicht mehr im Archiv und fehlt in der Warteschlange'))
    .toBeVisible()
})

test('a device that controls another gives way to its new list, says so, and keeps what it has queued', async () => {
  const server = await connect(saved, { isControlling: true })
  await expect.poll(() => getPlayer().state.getState().track?.title).toBe('Anpfiff')
  const theirs = { ...saved, list: [song('Heimweg')] }
  server.on(getPlayState, () => ({ revision: 2, state: theirs }))
  const sent: unknown[] = []
  server.on(savePlayState, (body) => {
    sent.push(body)
    return sent.length === 1 ? refuse(playStateChanged) : { revision: 3, dropped: 0 }
  })
  getPlayer().enqueue(trackNamed('Zugabe'))
  await expect
    .element(
      page.getByText(
        'Auf einem anderen Gerät wurde inzwischen etwas geändert. Was du eingereiht hast, bleibt.',
      ),
    )
    .toBeVisible()
  await expect.poll(() => getPlayer().state.getState().track?.title).toBe('Heimweg')
  const queued = () =>
    getPlayer()
      .state.getState()
      .order.queue.map(({ track }) => track.title)
  await expect.poll(queued).toEqual(['Zugabe'])
  await expect.poll(() => sent.at(-1)).toMatchObject({ state: { list: ['Heimweg'] } })
})
