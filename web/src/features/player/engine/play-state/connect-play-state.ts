import {
  getPlayState,
  playStateChanged,
  savePlayPosition,
  savePlayState,
} from '@tonarchiv/contract/play-state'
import { ApiError } from '#client/api-error.ts'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { call } from '#client/call.ts'
import { formatNumber } from '#format.ts'
import { showToast } from '#ui/dom/toast.ts'
import { isSounding } from '../playback/player-state.ts'
import type { Player } from '../player.ts'
import { parseEarlierState } from './earlier-state.ts'
import { syncPlayState, type PlayStateSync } from './play-state-sync.ts'
import { keepLeftPosition, takeLeftPosition } from './left-position.ts'
import { setResumeOffer } from './resume-offer.ts'

/** The connection between the player and the account's play state on the server. */
interface ConnectedPlayState extends PlayStateSync {
  disconnect: () => void
}

/**
 * Connects the player to the play state that the server stores for an account. The account must have archive access.
 * @param isControlling - whether this tab controls a player on another device
 */
export function connectPlayState(
  player: Player,
  userId: string,
  isControlling: () => boolean,
): ConnectedPlayState {
  const { state } = player
  /**
   * Whether the page is about to be unloaded. The last requests are then sent with `keepalive`, so that the browser
   * finishes them after the unload.
   */
  let isLeaving = false
  const sync = syncPlayState({
    state,
    restore: player.restore,
    setQueue: player.setQueue,
    setOrder: player.setOrder,
    isControlling,
    load: async () => call(getPlayState),
    save: async (revision, saved) =>
      call(savePlayState, { body: { revision, state: saved } }, { keepalive: isLeaving }),
    savePosition: async (revision, positionSeconds) =>
      call(
        savePlayPosition,
        { body: { revision, position_seconds: positionSeconds } },
        { keepalive: isLeaving },
      ),
    isOutdated: (failure) => failure instanceof ApiError && failure.is(playStateChanged),
    earlierState: () => takeEarlierState(userId),
    leftPosition: () => takeLeftPosition(userId),
    keepPosition: (left) => keepLeftPosition(userId, left),
    onRestored: (device) => setResumeOffer({ device }),
    onConflict: () =>
      showToast('Auf einem anderen Gerät wurde inzwischen etwas geändert. Was du eingereiht hast, bleibt.'),
    onDropped: (count) =>
      showToast(
        count === 1
          ? 'Ein Titel ist nicht mehr im Archiv und fehlt in der Warteschlange'
          : `${formatNumber(count)} Titel sind nicht mehr im Archiv und fehlen in der Warteschlange`,
      ),
  })
  const stopOffer = state.subscribe((now, before) => {
    if (now.track !== before.track || isSounding(now.status)) setResumeOffer(undefined)
  })
  const done = new AbortController()
  const { signal } = done
  globalThis.addEventListener(
    'pagehide',
    () => {
      isLeaving = true
      sync.leave()
    },
    { signal },
  )
  globalThis.addEventListener('pageshow', () => (isLeaving = false), { signal })
  globalThis.addEventListener('online', sync.flush, { signal })
  document.addEventListener(
    'visibilitychange',
    () => (document.visibilityState === 'visible' ? sync.refresh() : sync.flush()),
    { signal },
  )
  return {
    ...sync,
    disconnect() {
      done.abort()
      stopOffer()
      setResumeOffer(undefined)
      sync.stop()
    },
  }
}

/**
 * Reads and removes the state that earlier versions of the app stored in this browser. Now the server stores the state.
 */
function takeEarlierState(userId: string) {
  const text = getStored('playerLeftOff') ?? getStored('lastPlayerLeftOff')
  setStored('playerLeftOff', undefined)
  setStored('lastPlayerLeftOff', undefined)
  return parseEarlierState(text, userId)
}
