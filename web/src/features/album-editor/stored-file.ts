import type { EditableAlbum } from '@tonarchiv/contract/archive-editing'
import { UNKNOWN } from '@tonarchiv/contract/catalog'
import { formatNumber, formatTime } from '#format.ts'
import type { Change } from './album-edit.ts'

type StoredFile = EditableAlbum['files'][number]

export function storedFileOf({ files }: EditableAlbum, trackId: string): StoredFile | undefined {
  return files.find((file) => file.trackId === trackId)
}

/** `MP3, 192 kbit/s, 5:08` */
export function textOfFile({ format, bitrate, duration }: StoredFile): string {
  const rate = bitrate === null ? '' : `, ${formatNumber(Math.round(bitrate / 1000))} kbit/s`
  return `${format.toUpperCase()}${rate}, ${formatTime(duration)}`
}

/** Format and length of a chosen file, for example `FLAC, 5:09`. A length of 0 means unknown, and is left out. */
export function textOfChosen({ name }: Pick<File, 'name'>, seconds: number): string {
  const dot = name.lastIndexOf('.')
  const format = dot > 0 ? name.slice(dot + 1).toUpperCase() : ''
  return [format, seconds === 0 ? '' : formatTime(seconds)].filter((part) => part !== '').join(', ')
}

/**
 * The previous value of a changed field, as text. The form does not hold stored files and covers, so these are
 * described.
 */
export function textBefore(stored: EditableAlbum, { field, before }: Change): string {
  const { albumCover } = stored.album
  if (field === 'cover') return albumCover === UNKNOWN || albumCover === '' ? '' : 'bisherige Hülle'
  const [name, id = ''] = field.split(' ')
  if (name !== 'file') return before
  const file = storedFileOf(stored, id)
  return file === undefined ? '' : textOfFile(file)
}
