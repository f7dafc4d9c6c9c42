export interface AnalysisTables {
  /** The results of the analysis of a track's file: its own file, or a further one. */
  trackSounds: {
    trackId: string
    /** The storage name of the file; rows of files that the track does not have any more are ignored. */
    storedFile: string
    /** Version of the analysis that made this row; rows of older versions are replaced. */
    analyser: number
    /** `started`: being analysed, or interrupted. `undecodable` and `needs-ffmpeg`: it could not be measured. */
    state: 'started' | 'measured' | 'undecodable' | 'needs-ffmpeg'
    /** Number of attempts since the last one that finished. */
    tries: number
    /** Null when no loudness is known. */
    loudnessSource: 'measured' | 'tags' | null
    trackLufs: number | null
    trackPeakDbtp: number | null
    /** From the file's tags; the loudness of a measured album is computed from the blocks of its tracks. */
    albumLufs: number | null
    albumPeakDbtp: number | null
    /** The loudness of each 400 ms as a histogram: see loudness-histogram.ts. */
    loudnessBlocks: string | null
    /** Base64, one byte for each peak. */
    waveform: string | null
    silenceStartSeconds: number | null
    silenceEndSeconds: number | null
    delaySamples: number | null
    paddingSamples: number | null
    /** Samples a second in which delay and padding are counted. */
    trimSampleRate: number | null
    analysedAt: string | null
  }
  /** A table with one row. */
  analysisState: {
    id: number
    /** 1 while an operator has paused the analysis. */
    isPaused: number
    /** The process that analyses a file now; null when none does. */
    claimedBy: string | null
    claimedUntil: string | null
  }
}

declare module '#database/schema.ts' {
  interface Schema extends AnalysisTables {}
}
