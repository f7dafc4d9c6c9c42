import '#client/zod-config.ts'
import * as z from 'zod/mini'

/** So many places are kept on a device, the last ones. */
const POSITIONS_MAX = 200
/** Seconds: whoever saw less, or left so little, begins anew. */
const TOO_EARLY = 5
const NEARLY_OVER = 10

const Positions = z.array(z.object({ userId: z.string(), videoId: z.string(), seconds: z.number() }))
type Positions = z.infer<typeof Positions>

interface Watched {
  /** Whose place it is: the browser may be shared. */
  userId: string
  videoId: string
}

function read(text: string | undefined): Positions {
  try {
    return Positions.safeParse(JSON.parse(text ?? '[]')).data ?? []
  } catch {
    return []
  }
}

/** The second at which somebody left off; undefined when they begin anew. */
export function positionOf(text: string | undefined, { userId, videoId }: Watched): number | undefined {
  return read(text).find((place) => place.userId === userId && place.videoId === videoId)?.seconds
}

/** The text with this place in it, or without it where there is nothing to go on with. Lengths in seconds. */
export function withPosition(
  text: string | undefined,
  { userId, videoId }: Watched,
  seconds: number,
  durationSeconds: number,
): string {
  const others = read(text).filter((place) => place.userId !== userId || place.videoId !== videoId)
  const isWorthSaving = seconds >= TOO_EARLY && durationSeconds - seconds > NEARLY_OVER
  const places = isWorthSaving
    ? [...others, { userId, videoId, seconds: Math.round(seconds * 10) / 10 }]
    : others
  return JSON.stringify(places.slice(-POSITIONS_MAX))
}
