import { getPlayState, type PlayState, playStateChanged, savePlayState } from '@tonarchiv/contract/play-state'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { clearToast } from '#ui/dom/toast.ts'
import { aPlayState, aSong } from '../../../../testing/a-play-state.ts'
import { refuse, startFakeServer } from '../../../../testing/fake-server.ts'
import { aUser, signInAs } from '../../../../testing/sign-in.ts'
import { TestApp } from '../../../../testing/TestApp.tsx'
import { getPlayer } from '../player-instance.ts'
import { trackNamed } from '../silent-player.ts'
import { connectPlayState } from './connect-play-state.ts'

/** Connects a player to a fake server that stores this play state. */
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
  await connect(aPlayState({ dropped: 2 }))
  await expect
    .element(page.getByText('2 Titel sind nicht mehr im Archiv und fehlen in der Warteschlange'))
    .toBeVisible()
})

test('a queue of which one track was deleted says so in the singular', async () => {
  await connect(aPlayState({ dropped: 1 }))
  await expect
    .element(page.getByText('Ein Titel ist nicht mehr im Archiv und fehlt in der Warteschlange'))
    .toBeVisible()
})

test('a device that controls another gives way to its new list, says so, and keeps what it has queued', async () => {
  const server = await connect(aPlayState(), { isControlling: true })
  await expect.poll(() => getPlayer().state.getState().track?.title).toBe('Anpfiff')
  const theirs = aPlayState({ list: [aSong('Heimweg')] })
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
