import { socket } from '#realtime/socket-instance.ts'
import { getStored } from '#client/browser-storage.ts'
import { showToast } from '#ui/dom/toast.ts'
import { getOwnPlayer, getPlayer } from '../engine/player-instance.ts'
import { connectPlayState } from '../engine/play-state/connect-play-state.ts'
import { linkDevices } from './link-devices.ts'

/**
 * Synchronises the account's play state, and connects the player with the account's other open devices. The account
 * must have archive access.
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
      // Other devices may have saved a state before this tab was connected; the tab was not notified of that.
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
    // The server knows this tab only after a report. If no list has arrived yet, the report is therefore repeated.
    socket.onHeartbeat(() => {
      if (!isKnown) link.report()
    }),
    playState.disconnect,
    link.stop,
  ]
  // If several tabs of this browser are open, other devices control the tab that has reported last.
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
