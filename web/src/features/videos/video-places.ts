import '#client/zod-config.ts'
import * as z from 'zod/mini'

/** So many places are kept on a device, the last ones. */
const PLACES_MAX = 200
/** Seconds: whoever saw less, or left so little, begins anew. */
const TOO_EARLY = 5
const NEARLY_OVER = 10

const Places = z.array(z.object({ userId: z.string(), videoId: z.string(), seconds: z.number() }))
type Places = z.infer<typeof Places>

interface Watched {
  /** Whose place it is: the browser may be shared. */
  userId: string
  videoId: string
}

function read(text: string | undefined): Places {
  try {
    return Places.safeParse(JSON.parse(text ?? '[]')).data ?? []
  } catch {
    return []
  }
}

/** The second at which somebody left off; undefined when they begin anew. */
export function placeIn(text: string | undefined, { userId, videoId }: Watched): number | undefined {
  return read(text).find((place) => place.userId === userId && place.videoId === videoId)?.seconds
}

/** The text with this place in it, or without it where there is nothing to go on with. Lengths in seconds. */
export function withPlace(
  text: string | undefined,
  { userId, videoId }: Watched,
  seconds: number,
  durationSeconds: number,
): string {
  const others = read(text).filter((place) => place.userId !== userId || place.videoId !== videoId)
  const isWorthKeeping = seconds >= TOO_EARLY && durationSeconds - seconds > NEARLY_OVER
  const places = isWorthKeeping
    ? [...others, { userId, videoId, seconds: Math.round(seconds * 10) / 10 }]
    : others
  return JSON.stringify(places.slice(-PLACES_MAX))
}
