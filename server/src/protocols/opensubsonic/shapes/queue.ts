import * as z from 'zod/mini'
import { dateTime, integer, milliseconds } from '../frame/shape.ts'
import { Child } from './child.ts'

const common = {
  /** The position in the current song. */
  position: z.optional(milliseconds),
  username: z.string(),
  changed: dateTime,
  /** The name of the device that saved the queue. */
  changedBy: z.string(),
  entry: z.array(Child),
}

/** The queue with the id of its current song. */
export const PlayQueue = z.object({ current: z.optional(z.string()), ...common })

/** The queue with the index of its current song. */
export const PlayQueueByIndex = z.object({ currentIndex: z.optional(integer), ...common })

/** A position that was saved in a song. */
export const SavedPosition = z.object({
  position: milliseconds,
  username: z.string(),
  comment: z.optional(z.string()),
  created: dateTime,
  changed: dateTime,
  entry: Child,
})
