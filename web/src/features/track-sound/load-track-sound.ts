import { getTrackSound, type TrackSound } from '@tonarchiv/contract/track-sound'
import { getStored } from '#client/signed-in-storage.ts'
import { call } from '#client/call.ts'

/** Maximum number of tracks whose analysis is cached. The oldest entry is removed first. */
const KEPT_MAX = 100
/** Milliseconds for which a cached answer is fresh; the server may analyse a track in the meantime. */
const FRESH = 5 * 60_000

interface Kept {
  loadedAt: number
  sound: Promise<TrackSound | null>
  /** Whether the server had not analysed the track yet when it answered. */
  isUnmeasured: boolean
}

const kept = new Map<string, Kept>()

/**
 * The analysis of the file that is played for a track, in the format that is chosen in this browser. Never rejects;
 * null when there is no analysis, or when it cannot be loaded.
 * @param options.mayBeMeasured - whether the server has analysed further tracks meanwhile: then a track that had no
 * analysis is requested again
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
      // A failed request is not cached, so that the next call repeats it.
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

/** Clears the cache when the session ends, because another account may sign in. */
export function forgetTrackSounds(): void {
  kept.clear()
}
