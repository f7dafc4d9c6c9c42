import type { Loaded, Sound } from '../sound/audio.ts'
import type { PlayerState } from './player-state.ts'
import { isPlayable, type PlayableTrack, type Track } from '#features/tracks/index.ts'

/** Seconds of the playing track that must be buffered before the next track may be loaded. */
const ROOM = 10
/** Seconds before the end of the track from which it counts as buffered completely. */
const NEARLY_ALL = 0.5

/** Whether enough of the playing track is buffered to load another file. */
export function hasRoom({
  positionSeconds,
  bufferedSeconds,
  durationSeconds,
}: Pick<PlayerState, 'positionSeconds' | 'bufferedSeconds' | 'durationSeconds'>): boolean {
  if (durationSeconds <= 0) return false
  return bufferedSeconds >= Math.min(positionSeconds + ROOM, durationSeconds - NEARLY_ALL)
}

/** Loads the next track ahead. */
export interface LoadAhead {
  /** Sets the expected next track; another preloaded file is dropped. */
  expect: (track: Track | undefined) => void
  /** Drops the preloaded file; the same track is still expected. */
  forget: () => void
  holds: (file: string) => boolean
  /** Loads the expected track; called when the connection is free. */
  begin: () => void
  /** Switches to this file if it was preloaded; otherwise returns undefined, and the file must be opened. */
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
      // Without a URL the file is opened when its track starts.
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
