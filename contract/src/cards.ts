import * as z from 'zod/mini'
import { AlbumType, Track, UNKNOWN } from './catalog.ts'
import { Person } from './presence.ts'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, INTEGER_MAX, IsoTimestamp } from './text.ts'

/** The things of the archive that a message can carry as a card; a moment is a second of a track. */
const CARD_KINDS = ['track', 'moment', 'album', 'playlist', 'video', 'premiere'] as const
export const CardKind = z.enum(CARD_KINDS)
export type CardKind = z.infer<typeof CardKind>

/**
 * What a message refers to. It contains no title: each reader resolves it with `resolveCards`, which gives only what
 * that reader may see.
 */
export const Card = z
  .object({
    kind: CardKind,
    /** The id of the thing; for a moment the id of its track, and for a premiere that of its album. */
    id: Id,
    /** The second of the track; only for moments. */
    second: z.optional(z.int().check(z.minimum(0), z.maximum(INTEGER_MAX))),
  })
  .check(z.refine(({ kind, second }) => (kind === 'moment') === (second !== undefined), 'Ungültige Karte'))
export type Card = z.infer<typeof Card>

/** Maximum number of cards in a call; a page of messages has no more cards than this. */
export const CARDS_MAX = 100
/** Number of values in the waveform of a card. */
export const CARD_PEAKS = 60

/** A track as its card shows and plays it. */
const CardTrack = z.extend(Track, {
  /** The artists of the track as one text; the title of the album if the track has none. */
  artist: z.string(),
  album: z.string(),
  albumId: Id,
  coverUrl: z.string(),
  exclusive: z.boolean(),
})

const CardAlbum = z.object({
  id: Id,
  title: z.string(),
  /** The artists of the album as one text; null if it has none. */
  artist: z.nullable(z.string()),
  coverUrl: z.string(),
  releaseYear: z.union([z.number(), z.literal(UNKNOWN)]),
  type: AlbumType,
  trackCount: z.number(),
  /** Seconds. */
  duration: z.number(),
})

const CardPlaylist = z.object({
  id: Id,
  title: z.string(),
  owner: Person,
  /** The covers in the mosaic of the playlist, like `covers` of `Playlist`. */
  covers: z.array(z.string()),
  entryCount: z.number(),
  /** Seconds. */
  duration: z.number(),
})

const CardVideo = z.object({
  id: Id,
  title: z.string(),
  /** A day as yyyy-MM-dd. */
  uploadDate: z.string(),
  duration: z.nullable(z.number()),
  thumbnailUrl: z.nullable(z.string()),
})

/** A premiere, with what all members may know of the album before it opens. */
const CardPremiere = z.object({
  /** The id of the album, and of the room. */
  id: Id,
  title: z.string(),
  /** The address of the cover; null before the album opens, if the cover is hidden or there is none. */
  coverUrl: z.nullable(z.string()),
  opensAt: IsoTimestamp,
  /** Whether the album has opened. */
  isOpen: z.boolean(),
})

/** What one reader sees of a card. */
export const CardContent = z.object({
  /**
   * `locked`: the reader needs an access key. `hidden`: a playlist that was deleted or that the reader may not see.
   * `gone`: no longer in the archive, or a premiere that was called off.
   */
  state: z.enum(['shown', 'locked', 'hidden', 'gone']),
  /** With `shown`, one of these five fields: the one of the card's kind (`track` for moments, too). */
  track: z.optional(CardTrack),
  album: z.optional(CardAlbum),
  playlist: z.optional(CardPlaylist),
  video: z.optional(CardVideo),
  premiere: z.optional(CardPremiere),
  /** For tracks and moments: `CARD_PEAKS` values from 0 to 255; missing until the track is analysed. */
  peaks: z.optional(z.array(z.number())),
})
export type CardContent = z.infer<typeof CardContent>

/** The refusal of a card whose thing is not in the archive, is of another kind, or must not be seen by the author. */
export const cardNotFound = refusal(
  404,
  'CARD_NOT_FOUND',
  'Das ist nicht (mehr) im Archiv und kann nicht geteilt werden',
)
export const momentBeyondEnd = refusal(
  400,
  'MOMENT_BEYOND_END',
  'So lang ist der Track nicht. Wähle eine frühere Stelle.',
)

export const resolveCards = route({
  method: 'POST',
  path: '/api/cards',
  access: 'verified',
  summary: 'What the caller sees of these cards, in their order.',
  body: z.object({ cards: z.array(Card).check(z.minLength(1), z.maxLength(CARDS_MAX)) }),
  answer: z.object({ cards: z.array(CardContent) }),
})
