import type { Loaded, Sound } from '../sound/audio.ts'
import type { PlayerState } from './player-state.ts'
import { isPlayable, type PlayableTrack, type Track } from '#features/tracks/index.ts'

/** The next track is loaded only when this many seconds of the playing track are buffered ahead of its position. */
const ROOM = 10
/** The playing track counts as buffered completely from this many seconds before its end. */
const NEARLY_ALL = 0.5

/** Whether enough of the playing track is buffered, so that another file may be loaded. */
export function hasRoom({
  positionSeconds,
  bufferedSeconds,
  durationSeconds,
}: Pick<PlayerState, 'positionSeconds' | 'bufferedSeconds' | 'durationSeconds'>): boolean {
  if (durationSeconds <= 0) return false
  return bufferedSeconds >= Math.min(positionSeconds + ROOM, durationSeconds - NEARLY_ALL)
}

/** Preloads the next track. */
export interface LoadAhead {
  /** Sets the expected next track. If the file of another track was preloaded, it is dropped. */
  expect: (track: Track | undefined) => void
  /** Drops the preloaded file; the same track is still expected. */
  forget: () => void
  holds: (file: string) => boolean
  /** Preloads the expected track. Call this when the playing track does not need the connection. */
  begin: () => void
  /** Switches to this file if it was preloaded; otherwise returns undefined, and the caller must open the file. */
  take: (file: string) => Loaded | undefined
}

export function createLoadAhead(
  sound: Pick<Sound, 'prepare' | 'unprepare' | 'change'>,
  urlOf: (track: PlayableTrack) => Promise<string> | string,
): LoadAhead {
  let expected: PlayableTrack | undefined
  let loaded: string | undefined

  async function load(track: PlayableTrack) {
    const { file } = track
    loaded = file
    try {
      const address = await urlOf(track)
      if (loaded === file) sound.prepare(address)
    } catch {
      // If the URL cannot be loaded, the file is opened when its track starts.
    }
  }

  function forget() {
    if (loaded === undefined) return
    loaded = undefined
    sound.unprepare()
  }

  return {
    forget,
    holds: (file) => loaded === file,
    expect(track) {
      expected = track && isPlayable(track) ? track : undefined
      if (loaded !== expected?.file) forget()
    },
    begin() {
      if (expected !== undefined && loaded === undefined) void load(expected)
    },
    take(file) {
      if (loaded !== file) return undefined
      loaded = undefined
      return sound.change()
    },
  }
}
