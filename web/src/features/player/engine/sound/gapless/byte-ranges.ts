import { UnsuitableFile } from './sound-file.ts'

/**
 * Bytes of the first request. `ready-tracks.ts` preloads the same range of the tracks in a list, so that the browser
 * can answer this request from its cache.
 */
const FIRST_BYTES = 65_536
/** While a file is read sequentially, each request is twice as large as the previous one, up to this many bytes. */
const MOST_BYTES = 524_288
/** Bytes of a file that are kept in memory; older ones are requested again when they are needed. */
const KEPT_BYTES = 4 * 1024 * 1024

/** The file could not be loaded, because of the connection, the ticket or the server. */
export class LoadFailure extends Error {}

/** Reads any range of a file's bytes; bytes that are not in memory are requested from the server. */
export interface ByteRanges {
  /** @throws LoadFailure */
  size: () => Promise<number>
  /**
   * The bytes from `start` to `end` (excluded); fewer when the file ends before `end`.
   * @throws LoadFailure
   */
  read: (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>
  /** Aborts pending requests. */
  close: () => void
}

interface Chunk {
  start: number
  bytes: Uint8Array<ArrayBuffer>
}

/** @param renewed - returns the URL with a new ticket, because reading a file may take longer than a ticket is valid */
export function openByteRanges(address: string, renewed: (address: string) => Promise<string>): ByteRanges {
  const closed = new AbortController()
  let url = address
  let chunks: Chunk[] = []
  let total: number | undefined
  /** The ETag of the file, because chunks of different versions of the file must not be mixed. */
  let version: string | null | undefined
  let nextBytes = FIRST_BYTES

  async function request(start: number): Promise<Chunk> {
    const range = `bytes=${start}-${start + nextBytes - 1}`
    const load = async () => {
      const options = { headers: { Range: range }, signal: closed.signal }
      return fetch(url, options)
    }
    let response = await load()
    if (response.status === 401 || response.status === 403) {
      url = await renewed(address)
      response = await load()
    }
    const [, size] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
    const etag = response.headers.get('etag')
    if (!response.ok) throw new LoadFailure(`The server answers ${response.status}`)
    // The server cannot state the size of a file that it is still encoding.
    if (response.status !== 206 || size === undefined) {
      void response.body?.cancel()
      throw new UnsuitableFile('It has no ranges')
    }
    if (total !== undefined && (total !== Number(size) || version !== etag))
      throw new LoadFailure('The file has changed')
    total = Number(size)
    version = etag
    return { start, bytes: new Uint8Array(await response.arrayBuffer()) }
  }

  async function load(start: number): Promise<Chunk> {
    const isSequential = chunks.some(({ start: from, bytes }) => from + bytes.length === start)
    nextBytes = isSequential ? Math.min(nextBytes * 2, MOST_BYTES) : FIRST_BYTES
    try {
      const chunk = await request(start)
      if (chunk.bytes.length === 0) throw new LoadFailure('The server sent nothing')
      keep(chunk)
      return chunk
    } catch (failure) {
      if (failure instanceof LoadFailure || failure instanceof UnsuitableFile) throw failure
      throw new LoadFailure('Not loaded', { cause: failure })
    }
  }

  function keep(chunk: Chunk) {
    chunks.push(chunk)
    let kept = chunks.reduce((sum, { bytes }) => sum + bytes.length, 0)
    while (kept > KEPT_BYTES && chunks.length > 1) kept -= chunks.shift()?.bytes.length ?? 0
  }

  const holding = (at: number) => chunks.find(({ start, bytes }) => start <= at && at < start + bytes.length)

  return {
    async size() {
      if (total === undefined) await load(0)
      return total ?? 0
    },
    async read(start, end) {
      if (total === undefined) await load(0)
      const until = Math.min(end, total ?? 0)
      const found = new Uint8Array(Math.max(0, until - start))
      for (let at = start; at < until;) {
        const chunk = holding(at) ?? (await load(at))
        const piece = chunk.bytes.subarray(at - chunk.start, until - chunk.start)
        found.set(piece, at - start)
        at += piece.length
      }
      return found
    },
    close: () => {
      closed.abort()
      chunks = []
    },
  }
}
