import { page } from 'vitest/browser'
import type { Track } from '#features/tracks/index.ts'

/**
 * An entry of a track list; its key is its title. If the title contains capitals, the track is no longer in the
 * archive.
 */
export function entryNamed(title: string) {
  const track: Track = {
    id: title,
    title,
    artist: 'Nordlicht Süd',
    album: 'Nordlicht Süd',
    ...(title === title.toLowerCase() && { file: `${title}.mp3` }),
    coverUrl: '/default-album.jpg',
    durationSeconds: 60,
    isExclusive: false,
  }
  return { key: title, track }
}
export type Entry = ReturnType<typeof entryNamed>

export const entriesNamed = (titles: string) => titles.split(' ').map(entryNamed)
export const row = (title: string) => page.getByRole('listitem').filter({ hasText: title })
/** The titles of the displayed rows, in the order of the document. */
export const titles = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('.truncate')?.textContent ?? '')
export const playButton = (title: string) =>
  page.getByRole('button', { name: new RegExp(`^${title} Nordlicht Süd`) })
export const grip = (title: string) => page.getByRole('button', { name: `${title} verschieben` })
