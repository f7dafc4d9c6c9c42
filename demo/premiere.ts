import type { DemoAlbum } from './album.ts'

/** The number of hours until the premiere of the demo. */
export const PREMIERE_AFTER_HOURS = 33

/** The album of the demo whose premiere is to come. */
export const premiereAlbum: DemoAlbum = {
  title: 'Zweite Halbzeit',
  year: 2026,
  type: 'ep',
  cover: {
    design: {
      motif: 'orbits',
      palette: ['#12241a', '#2f7d4a', '#f4f1e4', '#fbf6da', '#e07a3f'],
      title: 'ZWEITE HALBZEIT',
      at: 'bottom-left',
    },
  },
  mood: 'beat',
  format: 'mp3',
  tracks: [
    'Anpfiff',
    'Nachspielzeit, drei Minuten',
    'Flutlicht',
    'Abseits, aber knapp',
    'Kurve',
    'Verlängerung',
  ],
}
