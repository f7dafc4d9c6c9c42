import { existsSync } from 'node:fs'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { undefinedIfMissing } from '#storage/disk/missing.ts'
import { syncPath } from '#storage/disk/sync-path.ts'
import { AlbumIndex, ArchiveIndex, INDEX_NAME, INDEX_VERSION } from './archive-index.ts'
import { OperatorError } from '#platform/operator-error.ts'

/** Maximum sizes of indexes in bytes. Larger indexes are not read. */
const ARCHIVE_INDEX_MAX_BYTES = 512 * 1024 * 1024
const ALBUM_INDEX_MAX_BYTES = 4 * 1024 * 1024

/** The error when an index cannot be read. Its message contains the path and the reason. */
export class WrongIndex extends OperatorError {
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`)
    this.name = 'WrongIndex'
  }
}

/** Whether a folder holds a complete export. */
export function isExport(folder: string): boolean {
  return existsSync(join(folder, INDEX_NAME))
}

/**
 * Reads the index of an export; undefined when there is none.
 * @throws WrongIndex
 */
export async function readArchiveIndex(root: string): Promise<ArchiveIndex | undefined> {
  return readIndex(ArchiveIndex, join(root, INDEX_NAME), ARCHIVE_INDEX_MAX_BYTES)
}

/**
 * Reads the index of an album's folder; undefined when there is none.
 * @throws WrongIndex
 */
export async function readAlbumIndex(folder: string): Promise<AlbumIndex | undefined> {
  return readIndex(AlbumIndex, join(folder, INDEX_NAME), ALBUM_INDEX_MAX_BYTES)
}

async function readIndex<T extends z.ZodMiniType>(
  schema: T,
  path: string,
  maxBytes: number,
): Promise<z.infer<T> | undefined> {
  const info = await stat(path).catch(undefinedIfMissing)
  if (info === undefined) return undefined
  if (!info.isFile() || info.size > maxBytes) throw new WrongIndex(path, 'it is too large to be an index.')
  const value = parsed(await readFile(path, 'utf8'))
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const { success: isNewer } = z.safeParse(NEWER, value)
  const [issue] = result.error.issues
  throw new WrongIndex(
    path,
    isNewer
      ? 'it was written by a newer version of this program.'
      : `it is not an index of an export (${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'no JSON'}).`,
  )
}

const NEWER = z.object({ version: z.int().check(z.minimum(INDEX_VERSION + 1)) })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes an index completely or not at all. Resolves when it is synced to the disk. */
export async function writeIndex(folder: string, index: AlbumIndex | ArchiveIndex): Promise<void> {
  const path = join(folder, INDEX_NAME)
  const file = await open(`${path}.part`, 'w', 0o666)
  try {
    await file.writeFile(linesOf(index))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
  await syncPath(dirname(path))
}

/** The lines of an index. Each album, video or track has one line, so that large indexes can be read and compared. */
function* linesOf(index: AlbumIndex | ArchiveIndex): Generator<string> {
  yield '{\n'
  const entries = Object.entries(index)
  for (const [number, [name, value]] of entries.entries()) {
    yield `  ${JSON.stringify(name)}: `
    if (Array.isArray(value) && value.length > 0) {
      yield '[\n'
      for (const [at, one] of value.entries())
        yield `    ${JSON.stringify(one)}${at + 1 < value.length ? ',' : ''}\n`
      yield '  ]'
    } else yield JSON.stringify(value)
    yield number + 1 < entries.length ? ',\n' : '\n'
  }
  yield '}\n'
}
