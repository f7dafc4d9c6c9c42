import { listSongs } from '@tonarchiv/contract/catalog'
import ListMusic from 'lucide-react/icons/list-music'
import Repeat from 'lucide-react/icons/repeat'
import Repeat1 from 'lucide-react/icons/repeat-1'
import Shuffle from 'lucide-react/icons/shuffle'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import { call } from '#client/call.ts'
import { canPlayType } from '#client/playable-formats.ts'
import { freshStreamUrl, renewedUrl, streamUrl } from '#client/media.ts'
import { otherWayOf } from '#client/qualities.ts'
import { getStored as getLoginStored } from '#client/browser-storage.ts'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { isPlayable, trackOfSong, type PlayableTrack, type Track } from '#features/tracks/index.ts'
import { site } from '#site.ts'
import { showToast } from '#ui/dom/toast.ts'
import { chosenCrossfade } from './crossfade/crossfade-choice.ts'
import { probeTrack } from './playback/probe-track.ts'
import { chosenLeveling } from './loudness/leveling.ts'
import type { Subject } from './order-commands.ts'
import { createPlayer, type Player } from './player.ts'
import { routePlayer, type RoutedPlayer } from './routed-player.ts'
import type { Attempt } from './playback/playback-state.ts'
import type { PlayerState } from './playback/player-state.ts'
import { shownLater } from './shown-state.ts'
import type { AudioElement } from './sound/audio-element.ts'
import { createSoundOutput } from './sound/output/sound-output.ts'
import type { LoadGapless } from './sound/routed-sound.ts'
import { SeekableElement } from './sound/seekable-element.ts'
import { canSetVolume, FIRST_VOLUME } from './volume.ts'

const ICONS: Record<Subject, typeof Repeat> = {
  repeat: Repeat,
  repeatOne: Repeat1,
  shuffle: Shuffle,
  queue: ListMusic,
}

/** Milliseconds after which loading does not wait for an idle page any more. */
const IDLE_TIMEOUT = 2000

let own: Player | undefined
let player: RoutedPlayer | undefined
let shown: StoreApi<PlayerState> | undefined
let owners = 0

/** The only player of this tab, with its audio elements; created when it is first requested. */
export function getOwnPlayer(): Player {
  own ??= createPlayerInstance()
  return own
}

/** The player that screens control and show: that of this tab, or that of a device that this tab controls. */
export function getPlayer(): RoutedPlayer {
  player ??= routePlayer(getOwnPlayer())
  return player
}

/**
 * Keeps the player alive; without users it stops.
 * @returns a function that releases it
 */
export function retainPlayer(): () => void {
  owners += 1
  return () => {
    owners -= 1
    // Deferred, because a component may release and retain it in the same tick.
    queueMicrotask(() => {
      if (owners === 0) own?.stop()
    })
  }
}

function createPlayerInstance(): Player {
  return createPlayer({
    createElements: () => [seekableElement(), seekableElement(), seekableElement()],
    loadGapless,
    output,
    streamUrl: (track, attempt) => (attempt === 'first' ? streamUrl(track) : addressAfter(attempt, track)),
    probeTrack,
    onOnline: (back) => globalThis.addEventListener('online', back),
    isLoggedIn: () => getLoginStored('authToken') !== undefined,
    firstVolume: getStored('playerVolume') ?? getStored('lastPlayerVolume') ?? FIRST_VOLUME,
    saveVolume(volume) {
      setStored('playerVolume', volume)
      setStored('lastPlayerVolume', volume)
    },
    firstRate: getStored('playerRate') ?? 1,
    saveRate: (rate) => setStored('playerRate', rate === 1 ? undefined : rate),
    songList,
    showMessage: (text, about) => showToast(text, { icon: ICONS[about] }),
    canPlay: canPlayType,
    showError: (text) => showToast(text, { kind: 'error' }),
    showAway: () => showToast('Dieser Track liegt nicht auf diesem Gerät', { kind: 'error', icon: WifiOff }),
  })
}

const WAY_TEXTS = {
  original: 'Diese Qualität ist gerade nicht verfügbar, du hörst das Original',
  encoded: 'Dieser Browser kann das Original nicht abspielen, du hörst es umgewandelt',
}

/** The URL after a failure. A track that was rejected is played in another form, if there is one. */
async function addressAfter(attempt: Attempt, track: PlayableTrack): Promise<string> {
  const way = attempt === 'rejected' ? otherWayOf(track) : undefined
  if (way) showToast(WAY_TEXTS[way])
  return freshStreamUrl(track)
}

/** Loaded once the page is idle; until then each track has an element of its own. */
const loadGapless: LoadGapless = async (amplify, handlers) => {
  await isIdle()
  const { createGapless } = await import('./sound/gapless/index.ts')
  return createGapless(audioElement, amplify, renewedUrl, handlers)
}

/**
 * On iOS no element is connected to a mixer, because it stops in the background. The page must not read media of
 * another origin; tracks on the timeline are read as bytes before.
 */
const output = createSoundOutput({
  isWanted: () => chosenLeveling() !== 'off',
  isFaded: () => chosenCrossfade() > 0,
  realElement(element) {
    const real = element instanceof SeekableElement ? element.real : element
    return real instanceof HTMLMediaElement && canSetVolume() ? real : undefined
  },
  isForeign: (address) => site.isMediaForeign && !address.startsWith('blob:'),
})

function isIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT })
    else setTimeout(resolve, IDLE_TIMEOUT)
  })
}

/** The first songs of the archive, in its order. */
async function songList(): Promise<Track[]> {
  const { songs } = await call(listSongs, { query: {} })
  return songs.map(trackOfSong).filter(isPlayable)
}

function seekableElement(): AudioElement {
  return new SeekableElement(audioElement())
}

function audioElement(): HTMLAudioElement {
  const element = document.createElement('audio')
  element.preload = 'auto'
  keepPitch(element)
  document.body.append(element)
  return element
}

/** Keeps the pitch at other speeds; some browsers have the property only with a vendor prefix. */
function keepPitch(element: HTMLAudioElement): void {
  for (const name of ['preservesPitch', 'webkitPreservesPitch', 'mozPreservesPitch'])
    if (name in element) Reflect.set(element, name, true)
}

/** The state that screens display. */
export function shownState(): StoreApi<PlayerState> {
  shown ??= shownLater(getPlayer().state)
  return shown
}

/** Selects from the player's state; renders again when the selection has changed. */
export function usePlayer<T>(read: (state: PlayerState) => T): T {
  return useStore(shownState(), read)
}
