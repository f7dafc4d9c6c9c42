import {
  addTag,
  addTexts,
  type AudioTags,
  hasCustomName,
  tagNamed,
  type TagName,
} from '@tonarchiv/contract/audio-tags'

/** Text encodings, indexed by the encoding byte of an ID3 frame. */
const ENCODINGS = ['windows-1252', 'utf-16le', 'utf-16be', 'utf-8']
/** Maximum number of bytes of a frame that is read. */
const TEXT_MAX_BYTES = 4096
const UNSYNCHRONISED = 0x80
const EXTENDED = 0x40
/** The field for each frame name: of ID3v2.2, and of ID3v2.3 and 2.4. */
const FIELD_OF: ReadonlyMap<string, TagName> = new Map([
  ['TT2', 'title'],
  ['TIT2', 'title'],
  ['TP1', 'artist'],
  ['TPE1', 'artist'],
  ['TAL', 'album'],
  ['TALB', 'album'],
  ['TP2', 'albumArtist'],
  ['TPE2', 'albumArtist'],
  ['TYE', 'year'],
  ['TYER', 'year'],
  ['TDRC', 'year'],
  ['TRK', 'trackNumber'],
  ['TRCK', 'trackNumber'],
  ['TPA', 'discNumber'],
  ['TPOS', 'discNumber'],
  ['TCO', 'genres'],
  ['TCON', 'genres'],
  ['TCP', 'isCompilation'],
  ['TCMP', 'isCompilation'],
])

/** Adds the fields of the ID3v2 tag (2.2 to 2.4) with which the bytes begin. */
export function addId3Tags(tags: AudioTags, view: DataView): void {
  if (view.byteLength < 20 || view.getUint8(0) !== 0x49) return
  const version = view.getUint8(3)
  const flags = view.getUint8(5)
  const end = Math.min(view.byteLength, 10 + sevenBits(view, 6))
  const whole = new Uint8Array(view.buffer, view.byteOffset + 10, end - 10)
  const body = (flags & UNSYNCHRONISED) === 0 ? whole : withoutStuffing(whole)
  const frames = new DataView(body.buffer, body.byteOffset, body.byteLength)
  const [nameLength, headLength] = version === 2 ? [3, 6] : [4, 10]
  let at = version > 2 && (flags & EXTENDED) !== 0 ? lengthOfExtension(frames, version) : 0
  while (at + headLength <= frames.byteLength) {
    const name = new TextDecoder('latin1').decode(body.subarray(at, at + nameLength))
    if (!/^[A-Z0-9]{3,4}$/.test(name)) return
    const size = frameSize(frames, at, version)
    const field = FIELD_OF.get(name)
    const isNamed = name === 'TXXX' || name === 'TXX'
    if (field !== undefined || isNamed) {
      const end = Math.min(size, TEXT_MAX_BYTES)
      const texts = textsIn(body.subarray(at + headLength, at + headLength + end))
      if (field === undefined) addNamedText(tags, texts)
      else addTexts(tags, field, texts)
    }
    at += headLength + size
  }
}

function frameSize(frames: DataView, at: number, version: number): number {
  if (version === 2) return frames.getUint32(at + 2) & 0xffffff
  return version === 3 ? frames.getUint32(at + 4) : sevenBits(frames, at + 4)
}

/** Reads a frame that contains the name of its field. Only fields for which there is no standard frame are read. */
function addNamedText(tags: AudioTags, [description = '', ...texts]: readonly string[]): void {
  const name = tagNamed(description)
  if (hasCustomName(name)) for (const text of texts) addTag(tags, name, text)
}

/** The values of a text frame, which are separated by zeros. */
function textsIn(frame: Uint8Array): string[] {
  const [encoding = 0, first, second] = frame
  const isBigEndian = encoding === 1 && first === 0xfe && second === 0xff
  const name = isBigEndian ? 'utf-16be' : ENCODINGS[encoding]
  if (name === undefined) return []
  return new TextDecoder(name).decode(frame.subarray(1)).replaceAll('\ufeff', '').split('\0')
}

function lengthOfExtension(frames: DataView, version: number): number {
  if (frames.byteLength < 4) return 0
  return version === 3 ? 4 + frames.getUint32(0) : sevenBits(frames, 0)
}

/** Decodes a synchsafe integer: four bytes, each with seven significant bits. */
function sevenBits(view: DataView, at: number): number {
  return [0, 1, 2, 3].reduce((sum, byte) => sum * 128 + (view.getUint8(at + byte) & 0x7f), 0)
}

/** Reverses the unsynchronisation of ID3: removes the zero byte after each 0xFF. */
function withoutStuffing(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, index) => byte !== 0 || bytes[index - 1] !== 0xff)
}
