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
import workerAddress from '../background/timer-worker.ts?worker&url'
import { watchWaking } from '../background/watch-waking.ts'
import { createWorkerTimers } from '../background/worker-timers.ts'

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
  const stopWaking = watchWaking(session.wake)
  return {
    ...session,
    close() {
      stopWaking()
      session.close()
      unroute()
      timers.close()
    },
  }
}
