import type { LyricsSource } from '@tonarchiv/contract/lyrics'

export interface LyricsTables {
  trackLyrics: {
    trackId: string
    /** Cleaned, plain or LRC. Empty when an admin has removed them, so that an import does not bring them back. */
    text: string
    source: LyricsSource
    updatedAt: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends LyricsTables {}
}
