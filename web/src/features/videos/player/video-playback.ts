import { createStore, type StoreApi } from 'zustand/vanilla'
import { NO_URL, VIDEO_ABORTED, VIDEO_NETWORK, VIDEO_UNSUPPORTED, videoProblem } from './video-problem.ts'
import { bufferedEnd, unopened, wholeStep, type VideoState } from './video-state.ts'

/** Milliseconds from choosing a video until it plays. See docs/product.md §11.3. */
const AUTOPLAY_DELAY = 500
/** Seconds of playing after which the place is kept again. */
const SAVE_EVERY = 5

/** What a video needs from around it. */
export interface VideoDependencies {
  /** Seconds, as far as the archive knows. */
  durationSeconds: number | null
  firstVolume: number | undefined
  /** The second to go on from. */
  startSeconds: number | undefined
  /** The address of its bytes; `isFresh` requests one that cannot have expired. Missing when the archive names none. */
  address: ((isFresh: boolean) => Promise<string> | string) | undefined
  savePosition: (seconds: number, durationSeconds: number) => void
  saveVolume: (volume: number) => void
}

export interface VideoPlayback {
  state: StoreApi<VideoState>
  /** Opens the video in this element; half a second later it plays. Returns the way to close it. */
  attach: (element: HTMLVideoElement) => () => void
  toggle: () => void
  pause: () => void
  seek: (seconds: number) => void
  setVolume: (volume: number) => void
  toggleMute: () => void
  togglePicture: () => void
  /** After a failure, from where it stood. */
  retry: () => void
}

export function createVideoPlayback(dependencies: VideoDependencies): VideoPlayback {
  const { startSeconds, address, savePosition, saveVolume } = dependencies
  const state = createStore<VideoState>(() =>
    unopened(dependencies.durationSeconds ?? 0, dependencies.firstVolume),
  )
  const get = () => state.getState()
  const set = (change: Partial<VideoState>) => state.setState(change)

  let element: HTMLVideoElement | undefined
  let autoplay: ReturnType<typeof setTimeout> | undefined
  /** Where to go on once the file is open. */
  let goal = startSeconds
  let isRetry = false
  let savedSeconds = 0
  let audibleVolume = get().volume

  function attach(video: HTMLVideoElement): () => void {
    element = video
    video.volume = get().volume
    video.muted = get().isMuted
    const detached = new AbortController()
    const on = (names: string, act: () => void) => {
      for (const name of names.split(' ')) video.addEventListener(name, act, { signal: detached.signal })
    }
    on('loadedmetadata', () => opened(video))
    on('durationchange timeupdate seeking seeked progress', () => look(video))
    on('timeupdate', () => {
      if (Math.abs(video.currentTime - savedSeconds) >= SAVE_EVERY) save()
    })
    on('play', () => set({ isPlaying: true }))
    on('playing', () => {
      isRetry = false
      set({ isWaiting: false })
    })
    on('waiting', () => set({ isWaiting: true }))
    on('pause ended', () => {
      set({ isPlaying: false, isWaiting: false })
      look(video)
      save()
    })
    on('error', () => failed(video.error?.code))
    on('enterpictureinpicture', () => set({ isPicture: true }))
    on('leavepictureinpicture', () => set({ isPicture: false }))
    globalThis.addEventListener('pagehide', save, { signal: detached.signal })
    globalThis.addEventListener('online', () => get().status === 'failed' && retry(), {
      signal: detached.signal,
    })

    void open(false)
    if (address) autoplay = setTimeout(play, AUTOPLAY_DELAY)
    return () => {
      clearTimeout(autoplay)
      save()
      detached.abort()
      element = undefined
      video.pause()
      // Lets go of the line, too.
      video.removeAttribute('src')
      video.load()
    }
  }

  async function open(isFresh: boolean) {
    const video = element
    if (!address) {
      set({ status: 'failed', problem: NO_URL })
      return
    }
    set({ status: 'loading', problem: undefined })
    const given = address(isFresh)
    const source = typeof given === 'string' ? given : await given
    if (video && video === element) video.src = source
  }

  function opened(video: HTMLVideoElement) {
    // An image that the browser cannot read beside a sound that it can is no error to it.
    if (video.videoWidth === 0) {
      failed(VIDEO_UNSUPPORTED)
      return
    }
    set({ status: 'ready' })
    if (goal !== undefined) video.currentTime = goal
    goal = undefined
    look(video)
  }

  function look(video: HTMLVideoElement) {
    // Until the place to go on from is reached, that is where it stands.
    const positionSeconds = goal ?? video.currentTime
    const { duration } = video
    set({
      positionSeconds,
      bufferedSeconds: bufferedEnd(positionSeconds, video.buffered),
      ...(Number.isFinite(duration) && { durationSeconds: duration }),
    })
  }

  function save() {
    const { status, positionSeconds, durationSeconds } = get()
    if (status === 'loading') return
    savedSeconds = positionSeconds
    savePosition(positionSeconds, durationSeconds)
  }

  /** Whoever may not begin by itself waits for a press. */
  function play() {
    element?.play().catch(() => undefined)
  }

  function failed(code: number | undefined) {
    const { status, isPlaying, positionSeconds } = get()
    const wasOpen = status === 'ready'
    goal = positionSeconds > 0 ? positionSeconds : goal
    const isString = code === VIDEO_NETWORK || (code === VIDEO_UNSUPPORTED && wasOpen)
    // A ticket that ran out or a line that broke: once more, from there, before anybody is notified of it.
    if (isString && !isRetry) {
      isRetry = true
      void open(true).then(() => isPlaying && play())
      return
    }
    if (code === VIDEO_ABORTED && element?.getAttribute('src') === null) return
    clearTimeout(autoplay)
    element?.pause()
    set({ status: 'failed', isPlaying: false, isWaiting: false, problem: videoProblem(code) })
  }

  function retry() {
    isRetry = true
    void open(true).then(play)
  }

  function setVolume(wanted: number) {
    const volume = wholeStep(wanted)
    if (volume > 0) audibleVolume = volume
    set({ volume, isMuted: false })
    if (element) {
      element.volume = volume
      element.muted = false
    }
    saveVolume(volume)
  }

  return {
    state,
    attach,
    retry,
    setVolume,
    pause() {
      clearTimeout(autoplay)
      element?.pause()
    },
    toggle() {
      clearTimeout(autoplay)
      if (get().status === 'failed') retry()
      else if (element?.paused === false) element.pause()
      else play()
    },
    seek(seconds) {
      const { status, durationSeconds } = get()
      const to = Math.min(Math.max(0, seconds), durationSeconds)
      set({ positionSeconds: to })
      if (status === 'ready' && element) element.currentTime = to
      else goal = to
    },
    toggleMute() {
      const { volume, isMuted } = get()
      if (volume === 0) {
        setVolume(audibleVolume)
        return
      }
      set({ isMuted: !isMuted })
      if (element) element.muted = !isMuted
    },
    togglePicture() {
      if (get().isPicture) void document.exitPictureInPicture()
      // Where the system refuses it, the video stays where it is.
      else element?.requestPictureInPicture().catch(() => undefined)
    },
  }
}
