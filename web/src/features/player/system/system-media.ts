import { DEFAULT_COVER, UNKNOWN } from '@tonarchiv/contract/catalog'
import { imageUrl } from '#client/media.ts'
import { claimMediaSession } from '#client/media-session.ts'
import { setPlayingTitle } from '#page-title.ts'
import { IS_APPLE } from '#ui/dom/apple.ts'
import type { StoreApi } from 'zustand/vanilla'
import type { Player } from '../engine/player.ts'
import { isSounding, type PlayerState } from '../engine/playback/player-state.ts'
import type { Track } from '#features/tracks/index.ts'

/** Widths in pixels in which the operating system may show a cover. */
const ARTWORK_WIDTHS = [96, 256, 512] as const
const RESTING_ICON = '/logo.svg'
const PLAYING_ICON = '/logo-playing.svg'
/** Seconds of a seek for which the operating system states no distance. */
const SEEK_SECONDS = 10
/**
 * Actions for seeking. On Apple devices there are none: the lock screen would show them in place of the next and the
 * previous track.
 */
const SEEKING = IS_APPLE
  ? []
  : ([
      ['seekbackward', -1],
      ['seekforward', 1],
    ] as const)
/** A position that changes by more than this many seconds at once counts as a seek. */
const LONGEST_STEP = 2

/**
 * Shows the current track in the document's title and in the Media Session, and handles media keys. Returns a function
 * that undoes that.
 */
export function connectSystemMedia(player: Player, state: StoreApi<PlayerState>): () => void {
  const claim = claimMediaSession({
    show: (session) => show(session, state.getState()),
    actions: [
      ['play', () => void (isSounding(player.state.getState().status) || player.toggle())],
      ['pause', () => player.pause()],
      ['previoustrack', () => player.previous()],
      ['nexttrack', () => player.next()],
      ['stop', () => stop(player)],
      ...SEEKING.map(
        ([action, direction]) =>
          [
            action,
            ({ seekOffset }: MediaSessionActionDetails) =>
              goBy(player, direction * (seekOffset ?? SEEK_SECONDS)),
          ] as const,
      ),
      ['seekto', ({ seekTime }) => void (seekTime !== undefined && player.seekToSeconds(seekTime))],
    ],
  })
  claim.take()
  showTitle(state.getState())
  const unsubscribe = state.subscribe((now, before) => {
    if (!isWorthSending(now, before)) return
    showTitle(now)
    // When music starts, it takes the Media Session from a video that was opened meanwhile; that video is closed.
    if (isSounding(now.status) && !isSounding(before.status)) claim.take()
    claim.update((session) => show(session, now, before))
  })
  return () => {
    unsubscribe()
    setPlayingTitle(undefined)
    setPlayingIcon(false)
    claim.release()
  }
}

function goBy(player: Player, seconds: number): void {
  player.seekToSeconds(player.state.getState().positionSeconds + seconds)
}

/** Pauses, and returns to the beginning of the track. */
function stop(player: Player): void {
  player.pause()
  player.seekToSeconds(0)
}

function showTitle({ track, status }: PlayerState): void {
  const playing = isSounding(status) ? track : undefined
  setPlayingTitle(playing && `${playing.title} – ${playing.album}`)
  setPlayingIcon(playing !== undefined)
}

/**
 * Changes the icon of the browser tab while music plays. Only the SVG icon is changed, so browsers that use the other
 * icon do not show it.
 */
function setPlayingIcon(isPlaying: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]')
  const address = isPlaying ? PLAYING_ICON : RESTING_ICON
  if (link !== null && link.getAttribute('href') !== address) link.setAttribute('href', address)
}

function show(session: MediaSession, now: PlayerState, before?: PlayerState): void {
  const { track, status, durationSeconds, positionSeconds, rate } = now
  if (track !== before?.track) session.metadata = track ? metadataOf(track) : null
  session.playbackState = !track ? 'none' : isSounding(status) ? 'playing' : 'paused'
  // From this position on, the operating system advances the displayed position by itself.
  if (track && durationSeconds > 0) {
    session.setPositionState({
      duration: durationSeconds,
      position: Math.min(positionSeconds, durationSeconds),
      playbackRate: rate,
    })
  }
}

function metadataOf({ title, artist, album, coverUrl }: Track): MediaMetadata {
  return new MediaMetadata({ title, artist, album, artwork: artworkOf(coverUrl) })
}

/** The cover in the widths that the server offers; the default cover for a track without one. */
function artworkOf(coverUrl: string): MediaImage[] {
  const hasCover = coverUrl !== '' && coverUrl !== UNKNOWN && coverUrl !== DEFAULT_COVER
  if (!hasCover) return [{ src: DEFAULT_COVER, sizes: '800x800', type: 'image/jpeg' }]
  const [path = '', query] = imageUrl(coverUrl).split('?')
  return ARTWORK_WIDTHS.map((width) => ({
    src: `${path}?w=${width}${query === undefined ? '' : `&${query}`}`,
    sizes: `${width}x${width}`,
  }))
}

/** Whether the change must be sent to the Media Session; a position that merely advances need not. */
function isWorthSending(now: PlayerState, before: PlayerState): boolean {
  return (
    now.track !== before.track ||
    now.status !== before.status ||
    now.durationSeconds !== before.durationSeconds ||
    now.rate !== before.rate ||
    Math.abs(now.positionSeconds - before.positionSeconds) > LONGEST_STEP
  )
}
