/** The areas of the storage: each feature has its own and cleans up only that. */
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
 * A temporary file on the local disk that collects bytes before they are stored; other code does not see it.
 */
export interface StagedFile {
  /** For libraries that need a file, such as those for tags and images. */
  readonly path: string
  /** Bytes written so far. */
  readonly sizeBytes: number
  /**
   * Appends a chunk, which must not change afterwards; resolves when more bytes may be written. One call at a
   * time.
   */
  write(chunk: Uint8Array): Promise<void>
  /** Ends the writing: all bytes are durable. The file stays until it is stored or discarded. */
  finish(): Promise<void>
  /** SHA-256 of all bytes, hexadecimal; call it when nothing more is written. */
  sha256(): string
  /** Deletes it. Discarding twice, or after storing, is not an error. */
  discard(): Promise<void>
}

/** A file to store: moved from its stage, or taken from another local path. */
export type Storable =
  | { from: 'stage'; file: StagedFile }
  /**
   * Clones the original where the file system can; `link` allows a hard link, otherwise the file is copied.
   * A symbolic link is rejected unless `follows`. `isRead`: the file is read, so that its hash is known at once
   * and not after the first backup.
   */
  | { from: 'path'; path: string; link: boolean; follows?: boolean; isRead?: true }

/** An open file for reading. */
export interface StoredFile {
  readonly sizeBytes: number
  readonly modifiedAt: Date
  /**
   * Reads from a position in the file into the beginning of the buffer; 0 means the end.
   * @returns bytes read
   */
  read(into: Uint8Array, position: number): Promise<number>
  /**
   * Reads synchronously, for bytes that are probably in the page cache: waiting for another thread costs more
   * than such a read. Undefined where it might block for long.
   */
  readAtOnce?: ((into: Uint8Array, position: number) => number) | undefined
  /** What else can send these bytes; set if the operator has configured it. */
  readonly offloadTarget?: OffloadTarget | undefined
  close(): void
}

/** A component that sends a file's bytes in place of this server. */
export type OffloadTarget =
  /**
   * The web server in front, which gets the path of the file: letters, digits, dashes and slashes, no leading
   * slash.
   */
  | { kind: 'path'; path: string }
  /**
   * A host that sends the file to a client with this URL, for some seconds and with exactly these headers.
   */
  | { kind: 'address'; make: (headers: SentHeaders) => Promise<string> }

export interface SentHeaders {
  contentType: string
  cacheControl: string
  disposition?: string | undefined
}

/** One file or variant. */
export interface StoredEntry {
  name: string
  label: string | undefined
}

/** A file or variant as a listing shows it. */
export interface ListedEntry extends StoredEntry {
  sizeBytes: number
  /** Changes when the file is replaced or written to: inode, size and times, or what the store knows of it. */
  stamp: string
}

/**
 * Stores files under generated names, which the caller records. Names and paths from clients never reach it.
 */
export interface Storage {
  /** Opens a temporary file for arriving bytes. */
  stage(): Promise<StagedFile>
  /**
   * Stores files. When this resolves they are durable. A crash before may leave some of them, also incomplete
   * ones, under names that no caller got; they are removed as unused files. Many at once cost little more than
   * one. If one fails, none is stored.
   * @returns their names, in the given order
   */
  save(area: StorageArea, files: readonly Storable[]): Promise<string[]>
  /**
   * Stores bytes derived from a stored file, such as a smaller image, under its name and a label of letters
   * and digits.
   */
  saveVariant(name: string, label: string, bytes: Uint8Array): Promise<void>
  /**
   * The path of a stored file on the local disk, for tools that need one; it may be missing. Only read it.
   * Undefined where files are not on the local disk.
   */
  readonly pathOf?: ((name: string) => string) | undefined
  /** Undefined when there is no such file. */
  open(name: string, label?: string): Promise<StoredFile | undefined>
  /** Removes files with their variants; removing a missing file is not an error. */
  remove(names: readonly string[]): Promise<void>
  /** Names of files in an area that were stored before that time, without variants, in any order. */
  list(area: StorageArea, before: Date): AsyncIterable<string>
  /** Free space for new files, bytes. */
  freeBytes(): Promise<number>
  /**
   * Deletes stages that have not been written to since that time: at the start of a single process all of
   * them, beside other processes those older than a day.
   */
  clearStages(before: Date): Promise<void>
  /** Closes connections, if there are any. */
  close(): void
}

/** A storage whose files can be copied to another kind of storage under the same names. */
export interface MovableStorage extends Storage {
  /** All files and variants, in any order. */
  entries(): AsyncIterable<ListedEntry>
  /** Stores a staged file under an existing name, replacing a file of that name. */
  saveAs(entry: StoredEntry, file: StagedFile): Promise<void>
}
