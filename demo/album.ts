import type { AlbumType } from '@tonarchiv/contract/catalog'
import type { AudioFormat } from '../server/src/audio-probe/audio-formats.ts'
import type { Corner } from './lettering.ts'
import type { Motif, Palette } from './motifs.ts'

/** The musical style of an album of the demo. */
export type Mood = 'beat' | 'drift' | 'keys' | 'pulse'

/** A generated cover: a motif in five colours, and a title. */
export interface CoverDesign {
  motif: Motif
  /** The first colour is the background, the last one the accent. */
  palette: Palette
  title: string
  at: Corner
}

/** An album of the demo archive. */
export interface DemoAlbum {
  title: string
  year: number | 'unknown'
  type: AlbumType
  isExclusive?: true
  /** The cover: a drawing in demo/art, or a design that covers.ts draws. Undefined for an album without a cover. */
  cover?: { art: string } | { design: CoverDesign }
  mood: Mood
  format: Extract<AudioFormat, 'mp3' | 'flac' | 'wav' | 'ogg'>
  /** The titles of the tracks. A title that contains `MISSING_MARK` has no file. */
  tracks: readonly string[]
}
