import type { AlbumType } from '@tonarchiv/contract/catalog'
import type { AudioFormat } from '../server/src/audio-probe/audio-formats.ts'
import type { Corner } from './lettering.ts'
import type { Motif, Palette } from './motifs.ts'

/** How an album of the demo sounds. */
export type Mood = 'beat' | 'drift' | 'keys' | 'pulse'

/** A cover that is drawn by rule: a motif in five colours, and its words. */
export interface CoverDesign {
  motif: Motif
  /** Ground first, the accent last. */
  palette: Palette
  title: string
  at: Corner
}

/** An album of the made-up archive. */
export interface DemoAlbum {
  title: string
  year: number | 'unknown'
  type: AlbumType
  isExclusive?: true
  /** A drawing in demo/art, a design that covers.ts draws, or none. */
  cover?: { art: string } | { design: CoverDesign }
  mood: Mood
  format: Extract<AudioFormat, 'mp3' | 'flac' | 'wav' | 'ogg'>
  /** Titles; the ones with a mark have no file. */
  tracks: readonly string[]
}
