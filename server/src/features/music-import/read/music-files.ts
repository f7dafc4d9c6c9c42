/** The kind of a file in a music folder, derived from its name. Its content is checked later. */
export type NamedKind = 'music' | 'video' | 'cover' | 'image' | 'lyrics' | 'unsupported' | 'clutter'

const MUSIC = new Set(
  [
    'mp3 m4a m4b mp4 aac wav flac ogg oga opus',
    'aif aiff aifc wma wv tta ac3 eac3 ec3 dts dsf dff ape mpc mpp mp+',
  ]
    .join(' ')
    .split(' '),
)
/** Extensions of videos. MP4 is not among them, because an MP4 file may be music. */
const VIDEO = new Set(['m4v', 'mov', 'webm'])
/** Audio and video formats that the archive does not accept; they are reported to the operator. */
const UNSUPPORTED = new Set(
  ['mka ra rm au snd mid mp2 spx amr 3gp', 'mkv avi wmv mpg mpeg flv vob m2ts ogv'].join(' ').split(' '),
)
const IMAGE = new Set(['jpg', 'jpeg', 'png', 'webp', 'gif'])
/** Matches names of covers, such as "Cover.jpg", "01 - Front.png", "AlbumArtSmall.jpg" or "Weg (front).jpg". */
const COVER = /(?:^|[^\p{L}])(?:cover|folder|front|artwork|albumart\w*|vorderseite)(?:[^\p{L}]|$)|^album\./iu
const NOT_FRONT =
  /(?:^|[^\p{L}])(?:back|rear|rück\p{L}*|inlay|tray|inside|booklet|cd|disc|media)(?:[^\p{L}]|$)/iu
/** Matches folders that usually contain the images of an album. */
const IMAGE_FOLDER = /^(?:covers?|scans?|artworks?|art|booklet|images?|bilder|pictures?)$/i

export function kindByName(name: string): NamedKind {
  // Hidden files include those that macOS creates beside every file on other file systems.
  if (name.startsWith('.')) return 'clutter'
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (MUSIC.has(extension)) return 'music'
  if (VIDEO.has(extension)) return 'video'
  if (extension === 'lrc') return 'lyrics'
  if (UNSUPPORTED.has(extension)) return 'unsupported'
  if (!IMAGE.has(extension)) return 'clutter'
  return COVER.test(name) && !NOT_FRONT.test(name) ? 'cover' : 'image'
}

/** Whether an image may be the front cover of an album if the album has no other image. */
export function mayBeFront(name: string): boolean {
  return !NOT_FRONT.test(name)
}

export function isImageFolder(name: string): boolean {
  return IMAGE_FOLDER.test(name)
}

/** A folder that contains one disc of an album: the number of the disc, and the rest of the folder's name. */
export interface DiscFolder {
  disc: number
  /** The rest of the name. Empty when the name contains only the disc. */
  album: string
}

const DISC =
  /^(.*?)[\s._-]*[([{]?\s*(?<![\p{L}\d])(?:cd|dis[ck]|dvd|lp|vinyl|seite|side|platte)\s*[-_.#]?\s*(\d{1,2}|[a-d])\s*[)\]}]?\s*$/iu

/** Parses the name of a folder. Undefined when the name contains no disc number. */
export function discFolder(name: string): DiscFolder | undefined {
  const match = DISC.exec(name)
  const [, album = '', number = ''] = match ?? []
  if (match === null) return undefined
  const disc = /\d/.test(number) ? Number(number) : number.toLowerCase().charCodeAt(0) - 96
  return disc === 0 ? undefined : { disc, album: album.trim() }
}
