/** The tags of an audio file that the form uses; a field that the file does not have is missing. */
export interface FileTags {
  title?: string
  artist?: string
  album?: string
  albumArtist?: string
  year?: number
  track?: number
  disc?: number
}

export type TagField = keyof FileTags

const TEXT_MAX_LENGTH = 500

/** Sets a field from its text, unless it is set or the text is not plausible. */
export function addTag(tags: FileTags, field: TagField, text: string): void {
  if (tags[field] !== undefined) return
  // A field may hold several values, each ended by a zero; the first is shown.
  const value = (text.split('\0')[0] ?? '').trim().slice(0, TEXT_MAX_LENGTH)
  if (value === '') return
  switch (field) {
    case 'year': {
      const year = Number(/(?<!\d)(?:19|20)\d\d(?!\d)/.exec(value)?.[0] ?? 0)
      if (year > 0) tags.year = year
      break
    }
    case 'track':
    case 'disc': {
      const number = Number(/^\d{1,4}/.exec(value)?.[0] ?? 0)
      if (number > 0) tags[field] = number
      break
    }
    case 'title':
    case 'artist':
    case 'album':
    case 'albumArtist':
      tags[field] = value
  }
}
