import ListMusic from 'lucide-react/icons/list-music'
import { trustedScript } from '#client/trusted-script.ts'
import { setStored } from '#client/signed-in-storage.ts'
import { currentUser } from '#features/auth/index.ts'
import { textOf } from '#client/api-error.ts'
import { getOwnPlayer, getPlayer } from '#features/player/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import { createVideoOutput } from '../video/video-output.ts'
import { askToLeave, closeLeaveQuestion } from '../state/leave-question.ts'
import { socket } from '#realtime/socket-instance.ts'
import { roomTab } from '../state/room-tab.ts'
import { roomCalls } from './room-calls.ts'
import { createRoomControls } from './room-controls.ts'
import { createRoomSession, type RoomSession } from './room-session.ts'
import workerAddress from './timer-worker.ts?worker&url'
import { createWorkerTimers } from './worker-timers.ts'

function inRoom() {
  const tab = roomTab.getState()
  return tab.name === 'in' ? tab : undefined
}

/**
 * The room of this tab, with its player and connection. It is created by the first call, and again after `close`.
 */
export function openSession(): RoomSession {
  const timers = createWorkerTimers(
    () => new Worker(trustedScript('room-timers', workerAddress), { type: 'module' }),
  )
  const session = createRoomSession(
    {
      calls: roomCalls,
      socket,
      player: getOwnPlayer(),
      createVideo: createVideoOutput,
      userId: () => currentUser()?.id ?? '',
      now: () => performance.now(),
      wallNow: Date.now,
      after: timers.after,
      random: Math.random,
    },
    {
      show: (tab) => roomTab.setState(tab, true),
      remember: (roomId) => setStored('listeningRoom', roomId),
    },
  )
  const own = getOwnPlayer()
  const controls = createRoomControls({
    own,
    session,
    room: inRoom,
    leaveFor: askToLeave,
    showFailure: (failure) => showToast(textOf(failure, 'Das hat nicht geklappt.'), { kind: 'error' }),
    showMessage: (text) => showToast(text, { icon: ListMusic }),
    showError: (text) => showToast(text, { kind: 'error' }),
  })
  const unroute = roomTab.subscribe((tab, before) => {
    const [follows, followed] = [tab, before].map((one) => one.name === 'in' && one.isFollowing)
    if (follows === followed) return
    getPlayer().routeToRoom(follows ? { ...own, ...controls } : undefined)
    if (!follows) closeLeaveQuestion()
  })
  const listening = new AbortController()
  const seen = () => {
    if (document.visibilityState === 'visible') session.wake()
  }
  document.addEventListener('visibilitychange', seen, { signal: listening.signal })
  // `resume`: the browser had frozen the page. `pageshow`: the page is shown again after Back.
  document.addEventListener('resume', session.wake, { signal: listening.signal })
  globalThis.addEventListener('pageshow', seen, { signal: listening.signal })
  return {
    ...session,
    close() {
      listening.abort()
      session.close()
      unroute()
      timers.close()
    },
  }
}
