import type { LyricsSource } from '@tonarchiv/contract/lyrics'

export interface LyricsTables {
  trackLyrics: {
    trackId: string
    /**
     * Cleaned, plain or LRC. Empty when an admin has removed the lyrics; the row stays, so that no import adds them
     * again.
     */
    text: string
    source: LyricsSource
    updatedAt: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends LyricsTables {}
}
