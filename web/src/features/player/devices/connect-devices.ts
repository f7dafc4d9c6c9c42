import { socket } from '#realtime/socket-instance.ts'
import { getStored } from '#client/browser-storage.ts'
import { showToast } from '#ui/dom/toast.ts'
import { getOwnPlayer, getPlayer } from '../engine/player-instance.ts'
import { connectPlayState } from '../engine/play-state/connect-play-state.ts'
import { linkDevices } from './link-devices.ts'

/**
 * Synchronises the play state of an account that has archive access, and connects the player with the account's other
 * open devices.
 * @returns a function that disconnects both
 */
export function connectDevices(userId: string): () => void {
  const own = getOwnPlayer()
  const playState = connectPlayState(own, userId, () => link.isControlling())
  const link = linkDevices({
    own,
    routed: getPlayer(),
    sync: playState,
    send: socket.send,
    isLoggedIn: () => getStored('authToken') !== undefined,
    showError: (text) => showToast(text, { kind: 'error' }),
    now: Date.now,
  })
  let isKnown = false
  const isConnected = () => socket.state.getState().status === 'connected'
  const listening = new AbortController()
  const stops = [
    socket.on('players', (list) => {
      // This tab was not notified of states that other devices saved before it was connected.
      if (!isKnown && list.devices.length > 1) playState.refresh()
      isKnown = true
      link.onList(list)
    }),
    socket.on('playerCommand', link.onCommand),
    socket.on('playStateSaved', ({ revision }) => playState.refresh(revision)),
    socket.state.subscribe((now, before) => {
      if (now.status === before.status) return
      isKnown = false
      if (now.status === 'connected') link.report()
    }),
    // Without a list, the server does not know the device of this tab yet.
    socket.onHeartbeat(() => {
      if (!isKnown) link.report()
    }),
    playState.disconnect,
    link.stop,
  ]
  // Of several tabs of this browser, other devices control the one that has reported last.
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible' && isConnected()) link.report()
    },
    { signal: listening.signal },
  )
  if (isConnected()) link.report()
  return () => {
    listening.abort()
    for (const stop of stops) stop()
  }
}
