/** What is kept where: each feature has an area of its own and cleans up only that. */
export const STORAGE_AREAS = ['tracks', 'covers', 'avatars', 'chat', 'videos', 'thumbnails'] as const
export type StorageArea = (typeof STORAGE_AREAS)[number]

/** A place where bytes collect before they are kept: a file on this machine that nobody sees. */
export interface StagedFile {
  /** For readers that need a file, such as those of tags and pictures. */
  readonly path: string
  /** Bytes written so far. */
  readonly sizeBytes: number
  /** Appends a chunk, which must not change any more; a fast sender waits while bytes leave for the disk. One call at a time. */
  write(chunk: Uint8Array): Promise<void>
  /** Ends the writing: all bytes are safe on the disk. The file stays until it is kept or discarded. */
  finish(): Promise<void>
  /** Removes it. Discarding twice, or after keeping, is fine. */
  discard(): Promise<void>
}

/** A file to be kept, and how: moved from its stage, or taken over from elsewhere on this machine. */
export type Storable =
  | { from: 'stage'; file: StagedFile }
  /** Shares the bytes with the original where the file system can; `link` allows a hard link, else it is copied. */
  | { from: 'path'; path: string; link: boolean }

/** An open file for reading. */
export interface StoredFile {
  readonly sizeBytes: number
  readonly modifiedAt: Date
  /** Reads into the buffer's beginning from a place in the file; 0 means its end. @returns bytes read */
  read(into: Uint8Array, position: number): Promise<number>
  /**
   * The same at once, for bytes that the system most probably has in memory: waiting in line for another thread costs
   * more than such a read. Undefined where it might block for long.
   */
  readAtOnce?: ((into: Uint8Array, position: number) => number) | undefined
  /** Who else can send these bytes; set where the operator wants that. */
  readonly offloadTarget?: OffloadTarget | undefined
  close(): void
}

/** Somebody who sends a file's bytes in our place. */
export type OffloadTarget =
  /** The web server in front of us, to whom we name the file: letters, digits, dashes and slashes, none at its beginning. */
  | { kind: 'path'; path: string }
  /** A host that sends them to whoever has an address like this, for some minutes, with these headers and no others. */
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

/** Keeps files under names of its own; whoever stores one notes the name. Names and paths from outside never reach it. */
export interface Storage {
  /** Opens a place for bytes to come. */
  stage(): Promise<StagedFile>
  /**
   * Keeps files so that a crash leaves each of them whole or absent: when this resolves they are safe on the disk.
   * Many at once cost little more than one. If one fails, none is kept.
   * @returns their names, in the order given
   */
  save(area: StorageArea, files: readonly Storable[]): Promise<string[]>
  /** Keeps bytes made from a kept file, such as a smaller image, under its name and a label of letters and digits. */
  saveVariant(name: string, label: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is no such file. */
  open(name: string, label?: string): Promise<StoredFile | undefined>
  /** Removes files with their variants; removing what is not there is fine. */
  remove(names: readonly string[]): Promise<void>
  /** Names in an area whose files came there before that moment, variants left out; any order. */
  list(area: StorageArea, before: Date): AsyncIterable<string>
  /** Space left for new files, bytes. */
  freeBytes(): Promise<number>
  /**
   * Removes stages that nobody has written to since that moment: at the start of the only process all of them,
   * beside other processes those of a day ago.
   */
  clearStages(before: Date): Promise<void>
  /** Ends connections, where there are any. */
  close(): void
}

/** A storage whose files can move to one of another kind, under the names that they have. */
export interface MovableStorage extends Storage {
  /** All files and variants, in any order. */
  entries(): AsyncIterable<StoredEntry & { sizeBytes: number }>
  /** Keeps a staged file under a name that it has elsewhere already, in the place of what may be there. */
  saveAs(entry: StoredEntry, file: StagedFile): Promise<void>
}
