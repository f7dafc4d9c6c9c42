import { createStore, type StoreApi } from 'zustand/vanilla'
import { videoAfter, type VideoEffect, type VideoEvent } from './video-machine.ts'
import { createVideoVolume, type VideoVolume } from './video-volume.ts'
import { unopened, type VideoState } from './video-state.ts'

/** Milliseconds from choosing a video until it starts. See docs/product.md §11.3. */
const AUTOPLAY_DELAY = 500
/** The position is stored each time this many seconds have been played. */
const SAVE_EVERY = 5

/** What the playback of a video needs from the application. */
export interface VideoDependencies {
  /** The duration that the archive has stored, in seconds; null when it is not known. */
  durationSeconds: number | null
  firstVolume: number | undefined
  /** The position in seconds at which playback starts; undefined for the beginning. */
  startSeconds: number | undefined
  /** Returns the URL of the file; with `isFresh`, a URL with a new ticket. Undefined when the archive has no file. */
  address: ((isFresh: boolean) => Promise<string> | string) | undefined
  savePosition: (seconds: number, durationSeconds: number) => void
  saveVolume: (volume: number) => void
}

export interface VideoPlayback extends VideoVolume {
  state: StoreApi<VideoState>
  /**
   * Opens the video in this element and starts it half a second later.
   * @returns a function that closes the video
   */
  attach: (element: HTMLVideoElement) => () => void
  toggle: () => void
  pause: () => void
  seek: (seconds: number) => void
  togglePicture: () => void
  /** Retries after a failure, from the same position. */
  retry: () => void
}

/** Plays one video in one video element. `video-machine.ts` determines the states. */
export function createVideoPlayback(dependencies: VideoDependencies): VideoPlayback {
  const { startSeconds, savePosition } = dependencies
  const state = createStore<VideoState>(() =>
    unopened({ ...dependencies, durationSeconds: dependencies.durationSeconds ?? 0, startSeconds }),
  )
  const get = () => state.getState()
  let element: HTMLVideoElement | undefined
  let autoplay: ReturnType<typeof setTimeout> | undefined
  let savedSeconds = 0

  function happened(event: VideoEvent): void {
    const transition = videoAfter(get(), event)
    state.setState(transition.state)
    transition.effects.forEach(run)
  }

  function run(effect: VideoEffect): void {
    switch (effect.type) {
      case 'request':
        return void open(effect.isFresh, effect.playsThen)
      case 'startAutoplay':
        autoplay = setTimeout(play, AUTOPLAY_DELAY)
        return
      case 'cancelAutoplay':
        return clearTimeout(autoplay)
      case 'play':
        return play()
      case 'pause':
        return element?.pause()
      case 'seekTo':
        if (element) element.currentTime = effect.seconds
        return
      case 'look':
        if (element) happened(whereIs(element))
        return
      case 'savePosition':
        return save()
    }
  }

  async function open(isFresh: boolean, playsThen: boolean) {
    const video = element
    if (!dependencies.address) return happened({ type: 'noAddress' })
    const given = dependencies.address(isFresh)
    const source = typeof given === 'string' ? given : await given
    if (!video || video !== element) return
    video.src = source
    if (playsThen) play()
  }

  /** Starts the video. If the browser blocks autoplay, it stays paused until the viewer presses play. */
  function play() {
    element?.play().catch(() => undefined)
  }

  function save() {
    const { status, positionSeconds, durationSeconds } = get()
    if (status === 'loading') return
    savedSeconds = positionSeconds
    savePosition(positionSeconds, durationSeconds)
  }

  function saveNowAndThen({ currentTime }: HTMLVideoElement) {
    if (Math.abs(currentTime - savedSeconds) >= SAVE_EVERY) save()
  }

  return {
    state,
    ...createVideoVolume(state, () => element, dependencies.saveVolume),
    attach(video) {
      element = video
      video.volume = get().volume
      video.muted = get().isMuted
      const unsubscribe = forwardEvents(video, { happened, save, onTime: saveNowAndThen })
      happened({ type: 'attached' })
      return () => {
        clearTimeout(autoplay)
        save()
        unsubscribe()
        element = undefined
        video.pause()
        // Removing the source and loading closes the network connection.
        video.removeAttribute('src')
        video.load()
      }
    },
    toggle: () => happened({ type: 'toggle', isPaused: element?.paused !== false }),
    pause: () => happened({ type: 'pause' }),
    seek: (seconds) => happened({ type: 'seek', seconds }),
    retry: () => happened({ type: 'retry' }),
    togglePicture() {
      if (get().isPicture) void document.exitPictureInPicture()
      // If the browser refuses, nothing happens.
      else element?.requestPictureInPicture().catch(() => undefined)
    },
  }
}

function whereIs({ currentTime, duration, buffered }: HTMLVideoElement): VideoEvent {
  return { type: 'looked', currentTime, duration, buffered }
}

interface Forwarded {
  happened: (event: VideoEvent) => void
  onTime: (video: HTMLVideoElement) => void
  save: () => void
}

/**
 * Forwards events of the video element and the window to the state machine.
 * @returns a function that removes the handlers
 */
function forwardEvents(video: HTMLVideoElement, { happened, onTime, save }: Forwarded): () => void {
  const detached = new AbortController()
  const { signal } = detached
  const on = (names: string, act: () => void) => {
    for (const name of names.split(' ')) video.addEventListener(name, act, { signal })
  }
  on('loadedmetadata', () => happened({ type: 'opened', hasPicture: video.videoWidth > 0 }))
  on('durationchange timeupdate seeking seeked progress', () => happened(whereIs(video)))
  on('timeupdate', () => onTime(video))
  on('play', () => happened({ type: 'play' }))
  on('playing', () => happened({ type: 'playing' }))
  on('waiting', () => happened({ type: 'waiting' }))
  on('pause ended', () => happened({ type: 'stopped' }))
  on('error', () =>
    happened({ type: 'failed', code: video.error?.code, isOpen: video.getAttribute('src') !== null }),
  )
  on('enterpictureinpicture', () => happened({ type: 'picture', isPicture: true }))
  on('leavepictureinpicture', () => happened({ type: 'picture', isPicture: false }))
  globalThis.addEventListener('pagehide', save, { signal })
  globalThis.addEventListener('online', () => happened({ type: 'online' }), { signal })
  return () => detached.abort()
}
