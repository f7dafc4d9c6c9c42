import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { socket } from '#realtime/socket-instance.ts'
import { currentUser, endSession, refreshUser, signedOutNotice } from '#features/auth/index.ts'
import { startChat, startOwnDeletions, onVoice, pauseVoice } from '#features/chat/index.ts'
import { startFriendUpdates } from '#features/friends/index.ts'
import { isSounding, getPlayer } from '#features/player/index.ts'
import { startPresence, publishOwnActivity } from '#features/presence/index.ts'

/** What was read of the archive, by the beginning of its key. */
const ARCHIVE: ReadonlySet<unknown> = new Set(['albums', 'favorites', 'plays'])
const VIDEOS: ReadonlySet<unknown> = new Set(['videos'])
/** Milliseconds over which all browsers spread when they read the archive anew. */
const SPREAD = 1000

/** The life with the others: the connection and everything that hangs on it. */
export interface Realtime {
  /** The page has changed. */
  wentTo: (path: string) => void
  stop: () => void
}

/** Connects, and keeps chat, people, friends, archive and account true until it is stopped. */
export function startRealtime(cache: QueryClient, firstPath: string): Realtime {
  let path = firstPath
  const player = getPlayer().state

  function publishActivity(): void {
    const { track, status } = player.getState()
    publishOwnActivity({ path, track, isPlaying: isSounding(status) })
  }

  const archive = readAgain(cache, ARCHIVE)
  const videos = readAgain(cache, VIDEOS)

  const stops = [
    startPresence(),
    startChat(),
    startOwnDeletions(),
    startFriendUpdates(cache),
    player.subscribe(publishActivity),
    silenceMusic(),
    socket.on('archiveChanged', archive.soon),
    socket.on('videosChanged', videos.soon),
    socket.on('sessionEnded', ({ reason }) => {
      // Whoever deletes their account or logs out here is told by that call.
      if (currentUser() !== undefined) endSession(signedOutNotice(reason))
    }),
    socket.on('profileChanged', ({ user }) => {
      if (user.id === currentUser()?.id) void refreshUser()
      void cache.invalidateQueries({ queryKey: ['people', 'profile', user.id] })
    }),
    socket.onClosed((code) => {
      // Whether the session is really over, the account says.
      if (code === SOCKET_CLOSED.noSession || code === SOCKET_CLOSED.unverified) void refreshUser()
    }),
    socket.state.subscribe((now, before) => {
      if (now.status !== 'connected' || before.status === 'connected') return
      // What was read before, also while the page came up, may have changed unheard.
      archive.soon()
      videos.soon()
    }),
    socket.start(),
  ]
  publishActivity()
  return {
    wentTo(changed) {
      path = changed
      publishActivity()
    },
    stop() {
      archive.stop()
      videos.stop()
      for (const stop of stops) stop()
    },
  }
}

/** Reads queries anew whose keys begin so, a moment after it is asked to. */
function readAgain(cache: QueryClient, beginnings: ReadonlySet<unknown>) {
  let reading: ReturnType<typeof setTimeout> | undefined
  return {
    soon: (): void => {
      clearTimeout(reading)
      reading = setTimeout(() => {
        void cache.invalidateQueries({ predicate: ({ queryKey }) => beginnings.has(queryKey[0]) })
      }, Math.random() * SPREAD)
    },
    stop: () => clearTimeout(reading),
  }
}

/** The music pauses while a voice is recorded or played, and goes on afterwards unless somebody touched it. */
function silenceMusic(): () => void {
  const player = getPlayer()
  let paused: string | undefined
  const stopListening = onVoice((isTaken) => {
    const { status, track } = player.state.getState()
    if (isTaken) {
      paused = isSounding(status) ? track?.id : undefined
      if (paused !== undefined) player.pause()
      return
    }
    if (paused !== undefined && paused === track?.id && status === 'paused') player.toggle()
    paused = undefined
  })
  const unsubscribe = player.state.subscribe((now, before) => {
    // Whoever starts the music wants to hear it.
    if (isSounding(now.status) && !isSounding(before.status)) pauseVoice()
  })
  return () => {
    stopListening()
    unsubscribe()
  }
}
