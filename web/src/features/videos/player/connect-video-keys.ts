import { focusedOn } from '#ui/dom/focused-on.ts'
import { SEEK_SECONDS } from './connect-video.ts'
import type { VideoPlayback } from './video-playback.ts'
import { videoShortcutOf, type VideoShortcut } from './video-shortcuts.ts'
import { VOLUME_STEP, type VideoState } from './video-state.ts'

const REPEATABLE: ReadonlySet<VideoShortcut> = new Set(['forward', 'back', 'louder', 'quieter'])

/** The state and functions of a video that the keyboard shortcuts use. */
export interface KeyedVideo extends Pick<
  VideoPlayback,
  'toggle' | 'seek' | 'setVolume' | 'toggleMute' | 'togglePicture'
> {
  state: {
    getState: () => Pick<VideoState, 'positionSeconds' | 'durationSeconds' | 'volume' | 'isMuted'>
  }
}

/**
 * Handles the keyboard shortcuts of a video as long as the video is open. They replace those of the music player,
 * except in fields, in the music player itself and in dialogs.
 * @returns a function that removes the handlers
 */
export function connectVideoKeys(
  player: HTMLElement,
  { state, ...playback }: KeyedVideo,
  toggleFullscreen: () => void,
): () => void {
  const go = (seconds: number) => playback.seek(state.getState().positionSeconds + seconds)
  const turn = (step: number) => {
    const { volume, isMuted } = state.getState()
    playback.setVolume((isMuted ? 0 : volume) + step)
  }
  const actions: Record<Exclude<VideoShortcut, number>, () => void> = {
    toggle: playback.toggle,
    forward: () => go(SEEK_SECONDS),
    back: () => go(-SEEK_SECONDS),
    louder: () => turn(VOLUME_STEP),
    quieter: () => turn(-VOLUME_STEP),
    mute: playback.toggleMute,
    fullscreen: toggleFullscreen,
    picture: playback.togglePicture,
  }

  const pressed = (event: KeyboardEvent) => {
    const { target } = event
    const isElsewhere =
      document.querySelector('dialog:modal') !== null ||
      (target instanceof Element && target.closest('[aria-label="Player"]') !== null)
    if (event.defaultPrevented || event.isComposing || isElsewhere) return
    const isInside = target instanceof Node && player.contains(target)
    const wanted = videoShortcutOf(event, focusedOn(target), isInside)
    if (wanted === undefined || (event.repeat && !REPEATABLE.has(wanted))) return
    event.preventDefault()
    if (typeof wanted === 'number') playback.seek((state.getState().durationSeconds * wanted) / 10)
    else actions[wanted]()
  }
  // In the capture phase, the handler runs before that of the music player, which ignores keys that were handled.
  document.addEventListener('keydown', pressed, { capture: true })
  return () => document.removeEventListener('keydown', pressed, { capture: true })
}
