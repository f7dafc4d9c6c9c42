import type { LyricsSource } from '@tonarchiv/contract/lyrics'

export interface LyricsTables {
  trackLyrics: {
    trackId: string
    /**
     * The cleaned text, plain or LRC. Empty when an admin has removed the lyrics. The row stays then, so that no import
     * adds the lyrics again.
     */
    text: string
    source: LyricsSource
    updatedAt: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends LyricsTables {}
}
