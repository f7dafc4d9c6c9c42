import type { Track } from '#features/tracks/index.ts'

/**
 * The file name of a downloaded track: `artist - title.ext`, without characters that file systems do not allow. The
 * default extension is that of the track's file. See docs/product.md §7.2.
 */
export function downloadName(
  { artist, title, file }: Pick<Track, 'artist' | 'title' | 'file'>,
  extension = /\.([a-z0-9]{2,4})$/i.exec(file ?? '')?.[1] ?? 'mp3',
): string {
  return withoutForbidden(`${artist} - ${title}.${extension}`)
}

/** The file name of a downloaded album or playlist. */
export function zipName(title: string): string {
  return withoutForbidden(`${title}.zip`)
}

/** Replaces characters that file systems do not allow. */
function withoutForbidden(name: string): string {
  return name.replaceAll(/[<>:"/\\|?*]/g, '_')
}
