/** The kind of a file in a music folder by its name alone; its content is checked later. */
export type NamedKind = 'music' | 'cover' | 'other-sound' | 'clutter'

const MUSIC = new Set(['mp3', 'm4a', 'm4b', 'mp4', 'aac', 'wav', 'flac', 'ogg', 'oga', 'opus'])
/** Audio formats that the archive does not accept; they are reported to the operator. */
const OTHER_SOUND = new Set(
  'wma aif aiff aifc ape mpc mpp wv tta dsf dff mka webm ra rm au snd mid mp2 ac3 dts spx amr 3gp'.split(' '),
)
const COVER = /^(?:cover|folder|front|album|albumart.*|artwork)\.(?:jpe?g|png|webp)$/i

export function kindByName(name: string): NamedKind {
  // Hidden files, and those that macOS creates beside every file on foreign file systems.
  if (name.startsWith('.')) return 'clutter'
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (MUSIC.has(extension)) return 'music'
  if (OTHER_SOUND.has(extension)) return 'other-sound'
  return COVER.test(name) ? 'cover' : 'clutter'
}

/** A folder with one disc of an album: its number, and the rest of its name. */
export interface DiscFolder {
  disc: number
  /** Empty when the name contains only the disc. */
  album: string
}

const DISC =
  /^(.*?)[\s._-]*[([{]?\s*(?<![\p{L}\d])(?:cd|dis[ck]|dvd|lp|vinyl|seite|side|platte)\s*[-_.#]?\s*(\d{1,2}|[a-d])\s*[)\]}]?\s*$/iu

/** Undefined for a folder whose name contains no disc. */
export function discFolder(name: string): DiscFolder | undefined {
  const match = DISC.exec(name)
  const [, album = '', number = ''] = match ?? []
  if (match === null) return undefined
  const disc = /\d/.test(number) ? Number(number) : number.toLowerCase().charCodeAt(0) - 96
  return disc === 0 ? undefined : { disc, album: album.trim() }
}
