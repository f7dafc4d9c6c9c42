import type { PlayDevice } from '@tonarchiv/contract/play-devices'
import { getPlayState } from '@tonarchiv/contract/play-state'
import { expect, onTestFinished, test } from 'vitest'
import { aPlayState, aSong } from '../../../testing/a-play-state.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { startFakeSocket } from '../../../testing/fake-socket.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import { getPlayer } from '../engine/player-instance.ts'
import { connectDevices } from './connect-devices.ts'

/** Opens a tab of an account whose saved play state has "Anpfiff" as its current track. */
async function openTab() {
  const server = startFakeServer()
  const { sent, emit } = startFakeSocket()
  server.on(getPlayState, () => ({ revision: 1, state: aPlayState() }))
  const { id } = signInAs(aUser())
  const disconnect = connectDevices(id)
  onTestFinished(() => {
    disconnect()
    getPlayer().stop()
  })
  const title = () => getPlayer().state.getState().track?.title
  await expect.poll(title).toBe('Anpfiff')
  /** Another device saves a play state whose current track is "Heimweg". */
  const saveElsewhere = () => {
    const state = aPlayState({ list: [aSong('Heimweg')] })
    server.on(getPlayState, () => ({ revision: 2, state }))
  }
  return { sent, emit, title, saveElsewhere }
}

const laptop: PlayDevice = {
  id: 'laptop',
  name: 'Firefox auf Linux',
  browser: null,
  kind: 'desktop',
  began_at: null,
  reported_at: 0,
  status: 'paused',
  track: null,
  position_seconds: 0,
  duration_seconds: 0,
  volume: 1,
  muted: false,
  needs_press: false,
  answers: [],
}
const phone: PlayDevice = { ...laptop, id: 'phone', name: 'iPhone', kind: 'mobile' }

test('what another device saves is taken as soon as the server announces it', async () => {
  const { emit, title, saveElsewhere } = await openTab()
  saveElsewhere()
  emit({ type: 'playStateSaved', revision: 2 })
  await expect.poll(title).toBe('Heimweg')
})

test('what another device saved before this tab was connected is taken with the first list of devices', async () => {
  const { sent, emit, title, saveElsewhere } = await openTab()
  await expect.poll(() => sent).toContainEqual(expect.objectContaining({ type: 'player' }))
  saveElsewhere()
  const self = { device: 'laptop', tab: 'tab', began_at: null }
  emit({ type: 'players', self, at: Date.now(), devices: [laptop, phone] })
  await expect.poll(title).toBe('Heimweg')
})
