import '#client/zod-config.ts'
import * as z from 'zod/mini'

/** Maximum number of positions that are stored in a browser. */
const POSITIONS_MAX = 200
/** A position is not restored if it is less than this many seconds from the start or from the end of the video. */
const TOO_EARLY = 5
const NEARLY_OVER = 10

const Positions = z.array(z.object({ userId: z.string(), videoId: z.string(), seconds: z.number() }))
type Positions = z.infer<typeof Positions>

interface Watched {
  /** The id of the account, because several accounts may use this browser. */
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

/** The stored position in seconds; undefined if the video must start from the beginning. */
export function positionOf(text: string | undefined, { userId, videoId }: Watched): number | undefined {
  return read(text).find((place) => place.userId === userId && place.videoId === videoId)?.seconds
}

/** Adds a position to the stored text. A position that would not be restored is removed instead. */
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
