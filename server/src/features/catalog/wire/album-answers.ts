import type { listAlbums } from '@tonarchiv/contract/catalog'
import type { QueryOf } from '@tonarchiv/contract/route'
import { LRUCache } from 'lru-cache'
import type { CatalogList } from '../browse/list.ts'
import type { AlbumRow } from '../store/album-rows.ts'
import { toWire } from './to-wire.ts'

/**
 * Maximum number of attempts to build a response. It is built again when albums have changed between two reads. The
 * last attempt is sent in any case.
 */
const TRIES = 4
/** Maximum size of the cache of serialised albums. One album takes about 1.3 KB. */
const KEPT_BYTES = 8 * 1024 * 1024
/** Memory that a cache entry takes in addition to its JSON. */
const ENTRY_BYTES = 300

/**
 * The responses with albums for members with archive access, as JSON. `limited` is the list of a caller with a limited
 * scope: the response has only albums of this list.
 */
export interface AlbumAnswers {
  page(query: QueryOf<typeof listAlbums>, limited?: CatalogList): Promise<Buffer>
  /** @throws Refused `notFound` */
  album(titleOrId: string, limited?: CatalogList): Promise<Buffer>
}

/**
 * Builds responses from albums that are serialised once per revision. An album is the same for every caller who may see
 * it.
 */
export function albumAnswers(list: CatalogList, keptBytes = KEPT_BYTES): AlbumAnswers {
  const cache = renderedAlbums(keptBytes)

  /** Serialises albums. Returns undefined when the archive has changed since `version`, except in the last attempt. */
  async function render(
    albums: readonly AlbumRow[],
    version: number | undefined,
    isLastTry: boolean,
  ): Promise<Uint8Array[] | undefined> {
    const missing = albums.filter((album) => cache.get(album) === undefined)
    if (missing.length === 0) return albums.flatMap((album) => cache.get(album) ?? [])
    const read = await list.withArtists(missing)
    const isCurrent = read.version === undefined || read.version === version
    if (!isCurrent && !isLastTry) return undefined
    const rendered = new Map(read.albums.map((album) => [album.id, jsonOf(toWire(album))]))
    const parts = albums.map((album) => rendered.get(album.id) ?? cache.get(album) ?? EMPTY)
    if (isCurrent) for (const album of missing) cache.put(album, rendered.get(album.id) ?? EMPTY)
    return parts
  }

  return {
    page: async (query, limited) => {
      for (let attempt = 1; ; attempt += 1) {
        const { albums, trackId, total, overview, version } = await (limited ?? list).page(query)
        const parts = await render(albums, version, attempt === TRIES)
        if (parts === undefined) continue
        const archiveTotal = limited === undefined ? undefined : await list.countAlbums()
        const rest = `],${JSON.stringify({ trackId, total, ...overview, archiveTotal }).slice(1)}`
        return joined('{"albums":[', parts, rest)
      }
    },
    album: async (titleOrId, limited) => {
      for (let attempt = 1; ; attempt += 1) {
        const { album, version } = await (limited ?? list).album(titleOrId)
        const parts = await render([album], version, attempt === TRIES)
        if (parts !== undefined) return joined('{"album":', parts, '}')
      }
    },
  }
}

const encoder = new TextEncoder()
const EMPTY = new Uint8Array()
const COMMA = encoder.encode(',')

function jsonOf(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value))
}

function joined(before: string, parts: readonly Uint8Array[], behind: string): Buffer {
  const pieces: Uint8Array[] = [encoder.encode(before)]
  for (const [index, part] of parts.entries()) {
    if (index > 0) pieces.push(COMMA)
    pieces.push(part)
  }
  pieces.push(encoder.encode(behind))
  return Buffer.concat(pieces)
}

type Revision = Pick<AlbumRow, 'id' | 'revision'>

interface RenderedAlbums {
  get(album: Revision): Uint8Array | undefined
  put(album: Revision, json: Uint8Array): void
}

/** Serialised albums by id and revision; the least recently used ones are removed first. */
function renderedAlbums(maxBytes: number): RenderedAlbums {
  const cached = new LRUCache<string, { revision: number; json: Uint8Array }>({
    maxSize: maxBytes,
    sizeCalculation: ({ json }) => json.length + ENTRY_BYTES,
  })
  return {
    get: ({ id, revision }) => {
      const entry = cached.get(id)
      return entry?.revision === revision ? entry.json : undefined
    },
    put: ({ id, revision }, json) => void cached.set(id, { revision, json }),
  }
}
