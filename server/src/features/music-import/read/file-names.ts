import { isUtf8 } from 'node:buffer'
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { latinText } from '#audio-probe/tag-text.ts'

/** An entry of a folder, whatever bytes its name has. */
export interface NamedEntry {
  /** The name as messages show it. Bytes that are not UTF-8 are replaced. */
  name: string
  /**
   * The name as it is stored in records. Bytes that are not UTF-8 are written as `\xE4`, so that different names stay
   * different.
   */
  recorded: string
  /** A path with which the file can be opened. It may be a temporary symbolic link. */
  path: string
  kind: 'file' | 'folder' | 'link' | 'other'
}

/**
 * Lists folders whose names may not be UTF-8. A path that cannot be written as text gets a symbolic link with a plain
 * name in a folder for temporary files, so that all other code works with text.
 */
export interface NameReader {
  /**
   * The entries of a folder.
   * @throws the errors of the operating system
   */
  entries(folder: string): NamedEntry[]
  close(): void
}

export function openNameReader(): NameReader {
  let links: string | undefined
  let count = 0

  function linkTo(folder: string, name: Buffer, shown: string): string {
    links ??= mkdtempSync(join(tmpdir(), 'tonarchiv-names-'))
    count += 1
    const path = join(links, `${count}${/\.[a-z\d]{1,5}$/i.exec(shown)?.[0] ?? ''}`)
    symlinkSync(Buffer.concat([Buffer.from(`${folder}/`), name]), path)
    return path
  }

  return {
    entries: (folder) => {
      const plain = readdirSync(folder, { withFileTypes: true })
      // A replacement character shows that the name may contain bytes that are not UTF-8.
      if (!plain.some(({ name }) => name.includes('\ufffd')))
        return plain.map((entry) => {
          const { name } = entry
          return { name, recorded: name, path: join(folder, name), kind: kindOf(entry) }
        })
      return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }).map((entry) => {
        const bytes = entry.name
        const kind = kindOf(entry)
        if (isUtf8(bytes)) {
          const name = bytes.toString()
          return { name, recorded: name, path: join(folder, name), kind }
        }
        const name = latinText(bytes)
        return { name, recorded: escaped(bytes), path: linkTo(folder, bytes, name), kind }
      })
    },
    close: () => {
      if (links !== undefined) rmSync(links, { recursive: true, force: true })
    },
  }
}

function kindOf(entry: {
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
}): NamedEntry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}

/** A name as text. Bytes that are not ASCII are written as `\xE4`. */
function escaped(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll(/[\x80-\xff]/g, (letter) => {
    return `\\x${letter.charCodeAt(0).toString(16).toUpperCase()}`
  })
}

/** Whether there is a file at a recorded path. */
export function existsAt(recorded: string): boolean {
  if (statSync(recorded, { throwIfNoEntry: false }) !== undefined) return true
  if (!recorded.includes('\\x')) return false
  const bytes = Buffer.concat(
    recorded.split(/(\\x[\dA-F]{2})/).map((part, index) => {
      return index % 2 === 1 ? Buffer.from([Number.parseInt(part.slice(2), 16)]) : Buffer.from(part)
    }),
  )
  return statSync(bytes, { throwIfNoEntry: false }) !== undefined
}
