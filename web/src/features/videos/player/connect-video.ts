import type { Video } from '@tonarchiv/contract/videos'
import { imageUrl } from '#client/media.ts'
import { claimMediaSession } from '#client/media-session.ts'
import { joinSinglePlayback } from '#client/single-playback.ts'
import { siteTitle } from '#site.ts'
import type { VideoPlayback } from './video-playback.ts'
import type { VideoState } from './video-state.ts'

/** Seconds by which one press of a seek key seeks. */
export const SEEK_SECONDS = 5
/** A position that changes by more than this many seconds at once counts as a seek. */
const LONGEST_STEP = 2

/**
 * When the video starts, pauses all other players and shows the video in the operating system's media controls.
 * @returns a function that disconnects the video
 */
export function connectVideo(playback: VideoPlayback, video: Video): () => void {
  const { state } = playback
  const go = (seconds: number) => playback.seek(state.getState().positionSeconds + seconds)
  const sounding = joinSinglePlayback(playback.pause)
  const claim = claimMediaSession({
    show(session) {
      session.metadata = metadataOf(video)
      showState(session, state.getState())
    },
    actions: [
      ['play', () => void (state.getState().isPlaying || playback.toggle())],
      ['pause', playback.pause],
      ['seekbackward', ({ seekOffset }) => go(-(seekOffset ?? SEEK_SECONDS))],
      ['seekforward', ({ seekOffset }) => go(seekOffset ?? SEEK_SECONDS)],
      ['seekto', ({ seekTime }) => void (seekTime !== undefined && playback.seek(seekTime))],
    ],
  })
  const unsubscribe = state.subscribe((now, before) => {
    if (now.isPlaying && !before.isPlaying) {
      sounding.begin()
      claim.take()
    } else if (isWorthSending(now, before)) claim.update((session) => showState(session, now))
  })
  return () => {
    unsubscribe()
    claim.release()
    sounding.leave()
  }
}

function metadataOf({ title, thumbnailUrl }: Video): MediaMetadata {
  const artwork = thumbnailUrl === null ? [] : [{ src: imageUrl(thumbnailUrl) }]
  return new MediaMetadata({ title, artist: siteTitle, artwork })
}

function showState(session: MediaSession, { isPlaying, durationSeconds, positionSeconds }: VideoState): void {
  session.playbackState = isPlaying ? 'playing' : 'paused'
  if (durationSeconds <= 0) return
  session.setPositionState({
    duration: durationSeconds,
    position: Math.min(positionSeconds, durationSeconds),
  })
}

/** Whether the media controls must be updated after a change. A position that merely advances needs no update. */
function isWorthSending(now: VideoState, before: VideoState): boolean {
  return (
    now.isPlaying !== before.isPlaying ||
    now.durationSeconds !== before.durationSeconds ||
    Math.abs(now.positionSeconds - before.positionSeconds) > LONGEST_STEP
  )
}
