import ListMusic from 'lucide-react/icons/list-music'
import Repeat from 'lucide-react/icons/repeat'
import Repeat1 from 'lucide-react/icons/repeat-1'
import Shuffle from 'lucide-react/icons/shuffle'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import { freshStreamAddress, streamAddress } from '#client/media.ts'
import { recall, remember } from '#client/remembered.ts'
import { currentUser } from '#features/auth/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import { keepLeftOff, recallLeftOff } from './left-off.ts'
import { lookUp } from '../order/look-up.ts'
import { createPlayer, type Player, type Subject } from './player.ts'
import type { PlayerState } from './player-state.ts'
import { shownLater } from './shown-state.ts'
import { songList } from '../order/song-list.ts'
import { FIRST_VOLUME } from './volume.ts'

const ICONS: Record<Subject, typeof Repeat> = {
  repeat: Repeat,
  repeatOne: Repeat1,
  shuffle: Shuffle,
  queue: ListMusic,
}

let player: Player | undefined
let shown: StoreApi<PlayerState> | undefined
let holders = 0

/** The one player of this tab, with its audio elements; made when it is first asked for. */
export function thePlayer(): Player {
  player ??= makePlayer()
  return player
}

/** Keeps the player; when nobody holds it any more it goes silent. Returns the way to let go. */
export function holdPlayer(): () => void {
  holders += 1
  return () => {
    holders -= 1
    // Not yet: whoever lets go may take hold again at once.
    queueMicrotask(() => {
      if (holders === 0) player?.stop()
    })
  }
}

function makePlayer(): Player {
  const userId = currentUser()?.id
  const made = createPlayer({
    elements: [audioElement(), audioElement(), audioElement()],
    streamAddress: (file, isFresh) => (isFresh ? freshStreamAddress(file) : streamAddress(file)),
    lookUp,
    onOnline: (back) => globalThis.addEventListener('online', back),
    isLoggedIn: () => recall('authToken') !== undefined,
    firstVolume: recall('playerVolume') ?? recall('lastPlayerVolume') ?? FIRST_VOLUME,
    left: userId === undefined ? undefined : recallLeftOff(userId),
    keepVolume(volume) {
      remember('playerVolume', volume)
      remember('lastPlayerVolume', volume)
    },
    songList,
    say: (text, about) => showToast(text, { icon: ICONS[about] }),
    canPlay: (type) => document.createElement('audio').canPlayType(type) !== '',
    complain: (text) => showToast(text, { kind: 'error' }),
  })
  keepLeftOff(made.state, () => currentUser()?.id)
  return made
}

function audioElement(): HTMLAudioElement {
  const element = document.createElement('audio')
  element.preload = 'auto'
  document.body.append(element)
  return element
}

/** The state as screens show it. */
export function shownState(): StoreApi<PlayerState> {
  shown ??= shownLater(thePlayer().state)
  return shown
}

/** Reads from the player's state; renders again when what was read has changed. */
export function usePlayer<T>(read: (state: PlayerState) => T): T {
  return useStore(shownState(), read)
}
