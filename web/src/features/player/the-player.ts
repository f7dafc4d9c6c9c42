import { useStore } from 'zustand'
import { freshStreamAddress, streamAddress } from '#client/media.ts'
import { recall, remember } from '#client/remembered.ts'
import { showToast } from '#ui/toast.ts'
import { isWorthWriting, readLeftOff, writeLeftOff } from './left-off.ts'
import { createPlayer, type Player } from './player.ts'
import type { PlayerState } from './player-state.ts'
import { FIRST_VOLUME } from './volume.ts'

let player: Player | undefined

/** The one player of this tab, with its one audio element; made when it is first asked for. */
export function thePlayer(): Player {
  player ??= makePlayer()
  return player
}

function makePlayer(): Player {
  const element = document.createElement('audio')
  element.preload = 'auto'
  document.body.append(element)
  const made = createPlayer({
    element,
    streamAddress: async (file, isFresh) => (isFresh ? freshStreamAddress(file) : streamAddress(file)),
    isLoggedIn: () => recall('authToken') !== undefined,
    isOnline: () => navigator.onLine,
    firstVolume: recall('playerVolume') ?? FIRST_VOLUME,
    left: readLeftOff(recall('playerLeftOff')),
    keepVolume: (volume) => remember('playerVolume', volume),
    say: (text) => showToast(text),
    complain: (text) => showToast(text, { kind: 'error' }),
  })
  keepLeftOff(made)
  return made
}

/** Writes down what plays and where, so that a page that is loaded anew goes on there. */
function keepLeftOff({ state }: Player): void {
  let written = state.getState()
  const write = () => {
    written = state.getState()
    remember('playerLeftOff', writeLeftOff(written))
  }
  state.subscribe((now) => {
    if (isWorthWriting(now, written)) write()
  })
  globalThis.addEventListener('pagehide', write)
}

/** Reads from the player's state; renders again when what was read has changed. */
export function usePlayer<T>(read: (state: PlayerState) => T): T {
  return useStore(thePlayer().state, read)
}
