import * as z from 'zod/mini'
import { ALBUM_TYPES, AlbumType } from './catalog.ts'
import { refusal } from './refusal.ts'
import { Id } from './text.ts'

/** Maximum number of chosen albums in one scope. */
export const SCOPE_ALBUMS_MAX = 200

const hasVideos = z.boolean('Bitte gib an, ob Videos dabei sind')

/** The part of the archive that a key opens, as clients send it when they make keys. See docs/product.md §4.4. */
export const Scope = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('all'), hasVideos }),
    z.object({
      kind: z.literal('types'),
      types: z.array(AlbumType, 'Bitte wähle mindestens einen Typ').check(
        z.minLength(1, 'Bitte wähle mindestens einen Typ'),
        z.maxLength(ALBUM_TYPES.length, 'Bitte wähle jeden Typ nur einmal'),
        z.refine((types) => new Set(types).size === types.length, 'Bitte wähle jeden Typ nur einmal'),
      ),
      hasVideos,
    }),
    z.object({
      kind: z.literal('albums'),
      albumIds: z.array(Id, 'Bitte wähle mindestens ein Album').check(
        z.minLength(1, 'Bitte wähle mindestens ein Album'),
        z.maxLength(SCOPE_ALBUMS_MAX, `Höchstens ${SCOPE_ALBUMS_MAX} Alben sind erlaubt`),
        z.refine((ids) => new Set(ids).size === ids.length, 'Bitte wähle jedes Album nur einmal'),
      ),
      hasVideos,
    }),
  ],
  'Bitte wähle, was der Schlüssel öffnet',
)
export type Scope = z.infer<typeof Scope>

/** A scope in answers. Its chosen albums may have been deleted since, so it may have none. */
export const StoredScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all'), hasVideos: z.boolean() }),
  z.object({ kind: z.literal('types'), types: z.array(AlbumType), hasVideos: z.boolean() }),
  z.object({ kind: z.literal('albums'), albumIds: z.array(Id), hasVideos: z.boolean() }),
])
export type StoredScope = z.infer<typeof StoredScope>

/** The scope of a key that opens everything. */
export const WHOLE_ARCHIVE = { kind: 'all', hasVideos: true } as const satisfies Scope

export const scopeAlbumGone = refusal(
  409,
  'SCOPE_ALBUM_GONE',
  'Ein gewähltes Album gibt es nicht mehr. Bitte prüfe die Auswahl',
)
