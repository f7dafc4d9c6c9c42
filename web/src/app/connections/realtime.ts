import type { PlayingPosition } from '@tonarchiv/contract/presence'
import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { isConnectionLost } from '#client/connection.ts'
import { socket } from '#realtime/socket-instance.ts'
import { currentUser, endSession, refreshUser, signedOutNotice } from '#features/auth/index.ts'
import { startChat, startOwnDeletions, onVoice, pauseVoice } from '#features/chat/index.ts'
import { startConversations } from '#features/conversations/index.ts'
import { startFriendUpdates } from '#features/friends/index.ts'
import { isSounding, getOwnPlayer } from '#features/player/index.ts'
import { emitArchiveChange } from '#features/offline-copies/index.ts'
import { startNoticeUpdates } from '#features/notifications/index.ts'
import { startMomentUpdates } from '#features/moments/index.ts'
import { startPlaylistUpdates } from '#features/playlists/index.ts'
import { PREMIERES } from '#features/premieres/index.ts'
import { startPresence, publishOwnActivity } from '#features/presence/index.ts'
import { ROOMS, startListenAlong, startRooms } from '#features/rooms/index.ts'
import { followOwnRights } from './own-rights.ts'
import { readAfterReconnection } from './reconnection.ts'

/** Query keys of catalog data, by their first element. */
const ARCHIVE: ReadonlySet<unknown> = new Set([
  'albums',
  'cards',
  'favorites',
  'plays',
  'playlist',
  'playlists',
])
const VIDEOS: ReadonlySet<unknown> = new Set(['cards', 'videos'])
const ROOM_LISTS: ReadonlySet<unknown> = new Set([ROOMS])
const PREMIERE_LISTS: ReadonlySet<unknown> = new Set([PREMIERES])
/** Milliseconds over which all browsers spread their reads after a change of the archive. */
const SPREAD = 1000
/**
 * The same for premieres. When the doors open, a thousand browsers that wait in a room read at once, and their rooms
 * already show what has changed.
 */
const PREMIERE_SPREAD = 5000

/**
 * After this many consecutive failed connections the account is read, to find out whether calls are answered. A restart
 * of the server causes fewer failures.
 */
const SILENT_TRIES = 3

/** The realtime connection, and the features that use it. */
export interface Realtime {
  /** Reports to the server that the member has opened another page. */
  wentTo: (path: string) => void
  stop: () => void
}

/**
 * Opens the realtime connection. Until it is stopped, it keeps the data of chat, members, friends, archive and account
 * up to date.
 */
export function startRealtime(cache: QueryClient, firstPath: string): Realtime {
  let path = firstPath
  // The activity of this device's own player is published, not that of a controlled device: that device publishes its
  // own.
  const player = getOwnPlayer().state

  function readPosition(): PlayingPosition {
    const { positionSeconds: seconds, rate } = player.getState()
    return { seconds, rate }
  }

  function publishActivity(): void {
    const { track, status } = player.getState()
    publishOwnActivity({ path, track, isPlaying: isSounding(status), readPosition })
  }

  const archive = readAgain(cache, ARCHIVE, SPREAD)
  const videos = readAgain(cache, VIDEOS, SPREAD)
  const roomLists = readAgain(cache, ROOM_LISTS, SPREAD)
  const premieres = readAgain(cache, PREMIERE_LISTS, PREMIERE_SPREAD)

  const stops = [
    startPresence(),
    startChat(),
    startOwnDeletions(),
    startFriendUpdates(cache),
    startConversations(cache),
    startNoticeUpdates(cache),
    startPlaylistUpdates(cache),
    startMomentUpdates(cache),
    startListenAlong(),
    readAfterReconnection(cache),
    player.subscribe(publishActivity),
    silenceMusic(),
    socket.on('archiveChanged', archive.soon),
    socket.on('archiveChanged', () => emitArchiveChange('archive')),
    socket.on('playlistsChanged', () => emitArchiveChange('archive')),
    socket.on('videosChanged', videos.soon),
    socket.on('roomsChanged', roomLists.soon),
    socket.on('premieresChanged', premieres.soon),
    socket.on('sessionEnded', ({ reason }) => {
      // If the member has deleted the account or logged out in this tab, the call that does so ends the session itself.
      if (currentUser() !== undefined) endSession(signedOutNotice(reason))
    }),
    followOwnRights(cache, () => void getOwnPlayer().checkAccess()),
    socket.on('profileChanged', ({ user }) => {
      void cache.invalidateQueries({ queryKey: ['people', 'profile', user.id] })
    }),
    socket.onClosed((code) => {
      // Reading the account shows whether the session has really ended.
      if (code === SOCKET_CLOSED.noSession || code === SOCKET_CLOSED.unverified) void refreshUser()
    }),
    socket.state.subscribe((now, before) => {
      // Reading the account shows whether the server answers calls.
      if (now.tries === SILENT_TRIES && before.tries < SILENT_TRIES && !now.isRejected) void refreshUser()
      if (now.status !== 'connected' || before.status === 'connected') return
      // The rights of the account may have changed while there was no connection.
      if (isConnectionLost()) void refreshUser()
      // Data that was read before the connection was opened may have changed since.
      archive.soon()
      videos.soon()
      roomLists.soon()
      premieres.soon()
    }),
    startRooms(),
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
      roomLists.stop()
      premieres.stop()
      for (const stop of stops) stop()
    },
  }
}

/**
 * Returns a function that invalidates the queries whose keys begin with one of these elements. It does so at a random time
 * within `spread` milliseconds, so that several calls cause one read.
 */
function readAgain(cache: QueryClient, beginnings: ReadonlySet<unknown>, spread: number) {
  let reading: ReturnType<typeof setTimeout> | undefined
  return {
    soon: (): void => {
      clearTimeout(reading)
      reading = setTimeout(() => {
        void cache.invalidateQueries({ predicate: ({ queryKey }) => beginnings.has(queryKey[0]) })
      }, Math.random() * spread)
    },
    stop: () => clearTimeout(reading),
  }
}

/**
 * Pauses the music while a voice message is recorded or played. Afterwards the music resumes, unless the listener has
 * used the player meanwhile.
 */
function silenceMusic(): () => void {
  const player = getOwnPlayer()
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
    // When music starts, the voice message that is playing is paused.
    if (isSounding(now.status) && !isSounding(before.status)) pauseVoice()
  })
  return () => {
    stopListening()
    unsubscribe()
  }
}
