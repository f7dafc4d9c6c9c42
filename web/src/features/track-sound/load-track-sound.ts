import { getTrackSound, type TrackSound } from '@tonarchiv/contract/track-sound'
import { getStored } from '#client/signed-in-storage.ts'
import { call } from '#client/call.ts'

/** Maximum number of cached tracks. The oldest entry is dropped first. */
const KEPT_MAX = 100
/** Milliseconds for which an answer is fresh; the server may analyse a track meanwhile. */
const FRESH = 5 * 60_000

interface Kept {
  loadedAt: number
  sound: Promise<TrackSound | null>
  /** The server had not measured the track when it answered. */
  isUnmeasured: boolean
}

const kept = new Map<string, Kept>()

/**
 * The sound of the file that the player plays for a track, in the format that is chosen on this device. Never rejects:
 * null when nothing is known or it cannot be loaded.
 * @param options.mayBeMeasured - the server has analysed more tracks since: a track that was not analysed is loaded
 * again
 */
export function loadTrackSound(trackId: string, { mayBeMeasured = false } = {}): Promise<TrackSound | null> {
  const format = getStored('audioFormat')
  const key = `${trackId} ${format ?? ''}`
  const known = kept.get(key)
  const isFresh = known !== undefined && Date.now() - known.loadedAt < FRESH
  if (isFresh && !(known.isUnmeasured && mayBeMeasured)) return known.sound
  const loading: Kept = { loadedAt: Date.now(), isUnmeasured: false, sound: Promise.resolve(null) }
  loading.sound = call(getTrackSound, { params: { id: trackId }, query: { format } }).then(
    (answer) => {
      loading.isUnmeasured = (answer.sound?.waveform ?? null) === null
      return answer.sound
    },
    () => {
      // The next call loads it again.
      if (kept.get(key) === loading) kept.delete(key)
      return null
    },
  )
  kept.delete(key)
  kept.set(key, loading)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
  return loading.sound
}

/** Clears the cache, for the next account. */
export function forgetTrackSounds(): void {
  kept.clear()
}
