/** The areas of the storage. Each feature has its own areas and cleans up only those. */
export const STORAGE_AREAS = [
  'tracks',
  'covers',
  'avatars',
  'chat',
  'videos',
  'thumbnails',
  'playlists',
] as const
export type StorageArea = (typeof STORAGE_AREAS)[number]

/**
 * A temporary file on the local disk that collects bytes before they are stored. Code without this object does not see
 * the file.
 */
export interface StagedFile {
  /** The path of the file, for libraries that need one, such as those for tags and images. */
  readonly path: string
  /** Bytes written so far. */
  readonly sizeBytes: number
  /**
   * Appends a chunk, which must not change afterwards. Resolves when the next chunk may be written. Wait for each call
   * before the next one.
   */
  write(chunk: Uint8Array): Promise<void>
  /** Ends the writing. After it all bytes are durable. The file stays until it is stored or discarded. */
  finish(): Promise<void>
  /** SHA-256 of all bytes, hexadecimal. Call it after the last write. */
  sha256(): string
  /** Deletes the file. Discarding it twice, or after it was stored, is not an error. */
  discard(): Promise<void>
}

/** A file to store. It is moved from its stage, or taken from another local path. */
export type Storable =
  | { from: 'stage'; file: StagedFile }
  /**
   * A file at another path. It is cloned where the file system can. Otherwise `link` allows a hard link, and without
   * `link` the file is copied. A symbolic link is rejected unless `follows` is true. With `isRead` the whole file is
   * read, so that its hash is known at once and not only after the first backup.
   */
  | { from: 'path'; path: string; link: boolean; follows?: boolean; isRead?: true }

/** An open file for reading. */
export interface StoredFile {
  readonly sizeBytes: number
  readonly modifiedAt: Date
  /**
   * Reads from a position in the file into the beginning of the buffer.
   * @returns the number of bytes that were read; 0 at the end of the file
   */
  read(into: Uint8Array, position: number): Promise<number>
  /**
   * Reads synchronously, for bytes that are probably in the page cache: such a read costs less than waiting for another
   * thread. Undefined where it might block for long.
   */
  readAtOnce?: ((into: Uint8Array, position: number) => number) | undefined
  /** A component that can send these bytes in place of this server. Set only if the operator has configured it. */
  readonly offloadTarget?: OffloadTarget | undefined
  close(): void
}

/** A component that sends a file's bytes in place of this server. */
export type OffloadTarget =
  /**
   * The web server in front of this server, which gets the path of the file. The path contains letters, digits, dashes
   * and slashes, and does not begin with a slash.
   */
  | { kind: 'path'; path: string }
  /**
   * A host that sends the file to a client that has this URL. The URL is valid for some seconds, and the response has
   * exactly these headers.
   */
  | { kind: 'address'; make: (headers: SentHeaders) => Promise<string> }

export interface SentHeaders {
  contentType: string
  cacheControl: string
  disposition?: string | undefined
}

/** The name of a stored file, or of a variant of it. */
export interface StoredEntry {
  name: string
  label: string | undefined
}

/** A file or variant as a listing shows it. */
export interface ListedEntry extends StoredEntry {
  sizeBytes: number
  /**
   * Changes when the file is replaced or written to. It is made from inode, size and times, or from what the S3 store
   * reports.
   */
  stamp: string
}

/**
 * Stores files under names that it generates; the caller records these names. Names and paths from clients never reach
 * the storage.
 */
export interface Storage {
  /** Opens a temporary file for arriving bytes. */
  stage(): Promise<StagedFile>
  /**
   * Stores files. When the promise resolves, the files are durable. After a crash some of them may be left, also
   * incomplete ones, under names that no caller knows; the cleanup of unused files removes them. Storing many files at
   * once costs little more than storing one. If one file fails, none is stored.
   * @returns the names of the files, in the given order
   */
  save(area: StorageArea, files: readonly Storable[]): Promise<string[]>
  /**
   * Stores bytes that were derived from a stored file, such as a smaller image. Their name is that of the file with a
   * label of letters and digits.
   */
  saveVariant(name: string, label: string, bytes: Uint8Array): Promise<void>
  /**
   * The path of a stored file on the local disk, for tools that need a path. The file may be missing. Do not write to
   * it. Undefined where files are not on the local disk.
   */
  readonly pathOf?: ((name: string) => string) | undefined
  /** Opens a file, or its variant with that label; undefined when there is no such file. */
  open(name: string, label?: string): Promise<StoredFile | undefined>
  /** Removes files with their variants. Removing a missing file is not an error. */
  remove(names: readonly string[]): Promise<void>
  /** Names of files in an area that were stored before that time, without variants, in any order. */
  list(area: StorageArea, before: Date): AsyncIterable<string>
  /** Free space for new files, bytes. */
  freeBytes(): Promise<number>
  /**
   * Deletes staged files that have not been written to since that time. The caller chooses a time before which every
   * upload and import has ended.
   */
  clearStages(before: Date): Promise<void>
  /** Closes connections, if there are any. */
  close(): void
}

/** A storage whose files can be copied to another kind of storage under the same names. */
export interface MovableStorage extends Storage {
  /** All files and variants, in any order. */
  entries(): AsyncIterable<ListedEntry>
  /** Stores a staged file under the given name. A file that has this name is replaced. */
  saveAs(entry: StoredEntry, file: StagedFile): Promise<void>
}
