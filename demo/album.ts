import type { AlbumType } from '@tonarchiv/contract/catalog'
import type { AudioFormat } from '../server/src/audio-probe/audio-formats.ts'
import type { Corner } from './lettering.ts'
import type { Motif, Palette } from './motifs.ts'

/** The musical style of an album of the demo. */
export type Mood = 'beat' | 'drift' | 'keys' | 'pulse'

/** A generated cover: a motif in five colours, and its words. */
export interface CoverDesign {
  motif: Motif
  /** Ground first, the accent last. */
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
  /** A drawing in demo/art, a design that covers.ts draws, or none. */
  cover?: { art: string } | { design: CoverDesign }
  mood: Mood
  format: Extract<AudioFormat, 'mp3' | 'flac' | 'wav' | 'ogg'>
  /** Titles; those with a mark have no file. */
  tracks: readonly string[]
}
