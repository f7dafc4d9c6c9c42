import { addTag, type FileTags, type TagField } from './file-tags.ts'

/** Text by the number that an ID3 frame gives its encoding. */
const ENCODINGS = ['windows-1252', 'utf-16le', 'utf-16be', 'utf-8']
const UNSYNCHRONISED = 0x80
const EXTENDED = 0x40
/** Frames of version 2.2, and of 2.3 and 2.4. */
const FIELD_OF: ReadonlyMap<string, TagField> = new Map([
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
  ['TRK', 'track'],
  ['TRCK', 'track'],
  ['TPA', 'disc'],
  ['TPOS', 'disc'],
])

/** Adds the fields of an ID3v2 tag (2.2 to 2.4) that begins with the view. */
export function addId3Tags(tags: FileTags, view: DataView): void {
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
    if (field !== undefined) {
      const text = textIn(body.subarray(at + headLength, at + headLength + size))
      if (text !== undefined) addTag(tags, field, text)
    }
    at += headLength + size
  }
}

function frameSize(frames: DataView, at: number, version: number): number {
  if (version === 2) return frames.getUint32(at + 2) & 0xffffff
  return version === 3 ? frames.getUint32(at + 4) : sevenBits(frames, at + 4)
}

function textIn(frame: Uint8Array): string | undefined {
  const [encoding = 0, first, second] = frame
  const isBigEndian = encoding === 1 && first === 0xfe && second === 0xff
  const name = isBigEndian ? 'utf-16be' : ENCODINGS[encoding]
  if (name === undefined) return undefined
  return new TextDecoder(name).decode(frame.subarray(1)).replace('\ufeff', '')
}

function lengthOfExtension(frames: DataView, version: number): number {
  if (frames.byteLength < 4) return 0
  return version === 3 ? 4 + frames.getUint32(0) : sevenBits(frames, 0)
}

/** Four bytes of seven bits each. */
function sevenBits(view: DataView, at: number): number {
  return [0, 1, 2, 3].reduce((sum, byte) => sum * 128 + (view.getUint8(at + byte) & 0x7f), 0)
}

/** Without the zero that stands after each 0xFF. */
function withoutStuffing(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, index) => byte !== 0 || bytes[index - 1] !== 0xff)
}
