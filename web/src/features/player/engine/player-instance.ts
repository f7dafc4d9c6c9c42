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
import { siteLinks } from '#site-links.ts'
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

/** The gapless code is loaded when the page is idle, or after this many milliseconds. */
const IDLE_TIMEOUT = 2000

let own: Player | undefined
let player: RoutedPlayer | undefined
let shown: StoreApi<PlayerState> | undefined
let owners = 0
/** The audio elements of this tab, and whether they keep the pitch at playback rates other than 1. */
const elements = new Set<HTMLAudioElement>()
let isPitchKept = true

/** The player of this tab, with its audio elements. It is created by the first call. */
export function getOwnPlayer(): Player {
  own ??= createPlayerInstance()
  return own
}

/** The player that screens control and display: the one of this tab, or that of a device which this tab controls. */
export function getPlayer(): RoutedPlayer {
  player ??= routePlayer(getOwnPlayer())
  return player
}

/**
 * Declares a user of this tab's player. When the last user has released the player, it stops.
 * @returns a function that releases the player
 */
export function retainPlayer(): () => void {
  owners += 1
  return () => {
    owners -= 1
    // Deferred, because a component may release the player and retain it again in the same task.
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
    keepPitch(isKept) {
      isPitchKept = isKept
      for (const element of elements) keepPitch(element, isKept)
    },
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

/**
 * The URL for another attempt after a failure. If the browser rejected the file, the track is requested in another form
 * (original or encoded) if there is one.
 */
async function addressAfter(attempt: Attempt, track: PlayableTrack): Promise<string> {
  const way = attempt === 'rejected' ? otherWayOf(track) : undefined
  if (way) showToast(WAY_TEXTS[way])
  return freshStreamUrl(track)
}

/**
 * Loads the code that joins tracks without gaps once the page is idle. Until then each track is played by an audio
 * element of its own.
 */
const loadGapless: LoadGapless = async (amplify, handlers) => {
  await isIdle()
  const { createGapless } = await import('./sound/gapless/index.ts')
  return createGapless(audioElement, amplify, renewedUrl, handlers)
}

/**
 * The audio output. On iOS no element is connected to the Web Audio mixer, because iOS stops the mixer in the
 * background. Media of another origin is not connected either, unless its address is a `blob:` URL: the mixer would get
 * silence.
 */
const output = createSoundOutput({
  isWanted: () => chosenLeveling() !== 'off',
  isFaded: () => chosenCrossfade() > 0,
  realElement(element) {
    const real = element instanceof SeekableElement ? element.real : element
    return real instanceof HTMLMediaElement && canSetVolume() ? real : undefined
  },
  isForeign: (address) => siteLinks.isMediaForeign && !address.startsWith('blob:'),
})

function isIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT })
    else setTimeout(resolve, IDLE_TIMEOUT)
  })
}

/** The first songs of the archive, in the order of the song list. */
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
  elements.add(element)
  keepPitch(element, isPitchKept)
  document.body.append(element)
  return element
}

/** Sets whether the pitch stays the same at playback rates other than 1. Some browsers have the property only with a vendor prefix. */
function keepPitch(element: HTMLAudioElement, isKept: boolean): void {
  for (const name of ['preservesPitch', 'webkitPreservesPitch', 'mozPreservesPitch'])
    if (name in element) Reflect.set(element, name, isKept)
}

/** The player state that screens display. It may be delayed by some milliseconds; see `shown-state.ts`. */
export function shownState(): StoreApi<PlayerState> {
  shown ??= shownLater(getPlayer().state)
  return shown
}

/** Returns a selection of the displayed player state. Renders the component again when that selection has changed. */
export function usePlayer<T>(read: (state: PlayerState) => T): T {
  return useStore(shownState(), read)
}
