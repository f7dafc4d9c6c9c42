import { type DigestContent, NOTICES_MAX, TILES_MAX } from '../content/read-content.ts'
import * as say from './wording.ts'

/** A digest as plain text, for mail programs that show no HTML. */
export function digestText(content: DigestContent, frame: say.DigestFrame): string {
  const { albums, videos, premieres, notices } = content
  const { publicUrl, period, timeZone, rhythm, unsubscribeUrl, name } = frame
  const sections = [
    [`Hallo ${name}, das ist dir entgangen (${say.periodText(frame)}).`],
    section(
      say.albumsTitle(albums.length),
      albums,
      TILES_MAX,
      (album) => `${album.title} (${say.albumText(album)})`,
    ),
    section(say.videosTitle(videos.length), videos, TILES_MAX, ({ title }) => title),
    ...premieres.map((premiere) => [
      `Premiere: „${premiere.title}“`,
      say.premiereText(premiere, timeZone),
      `${publicUrl}/premieres/${encodeURIComponent(premiere.albumId)}`,
    ]),
    section('Für dich', notices, NOTICES_MAX, (notice) =>
      [say.sentenceOf(notice), say.detailOf(notice, period.until)].join('\n  '),
    ),
    [`Archiv öffnen: ${publicUrl}`],
    [
      say.reasonText(rhythm),
      `Abbestellen: ${unsubscribeUrl}`,
      `Einstellen: ${publicUrl}/settings?tab=notifications`,
    ],
    [say.COLOPHON],
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function section<T>(title: string, items: readonly T[], max: number, lineOf: (item: T) => string): string[] {
  if (items.length === 0) return []
  const left = items.length - max
  return [
    title,
    ...items.slice(0, max).map((item) => `- ${lineOf(item)}`),
    ...(left > 0 ? [say.moreText(left)] : []),
  ]
}
