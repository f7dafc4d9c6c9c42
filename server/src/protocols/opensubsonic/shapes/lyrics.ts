import * as z from 'zod/mini'
import { elementText, integer } from '../frame/shape.ts'

/** Lyrics as one text. */
export const Lyrics = z.object({
  artist: z.optional(z.string()),
  title: z.optional(z.string()),
  value: elementText(),
})
export type Lyrics = z.infer<typeof Lyrics>

/** A line of the lyrics. `start` is its position in the song in milliseconds. */
const Line = z.object({ start: z.optional(integer), value: elementText() })

/** A word or syllable. Its position in the line is counted in bytes of UTF-8, both ends inclusive. */
const Cue = z.object({
  start: integer,
  end: z.optional(integer),
  byteStart: integer,
  byteEnd: integer,
  value: elementText(),
})

/** The words of one line. `index` is the index of that line in the list `line`. */
export const CueLine = z.object({
  index: integer,
  start: z.optional(integer),
  end: z.optional(integer),
  value: z.string(),
  cue: z.array(Cue),
})
export type CueLine = z.infer<typeof CueLine>

export const StructuredLyrics = z.object({
  lang: z.string(),
  synced: z.boolean(),
  displayArtist: z.optional(z.string()),
  displayTitle: z.optional(z.string()),
  offset: z.optional(integer),
  kind: z.optional(z.enum(['main'])),
  line: z.array(Line),
  cueLine: z.optional(z.array(CueLine)),
})
export type StructuredLyrics = z.infer<typeof StructuredLyrics>
