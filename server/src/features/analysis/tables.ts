export interface AnalysisTables {
  /** The results of the analysis of a track's file: its own file, or a further one. */
  trackSounds: {
    trackId: string
    /** The storage name of the file; rows of files that the track does not have any more are ignored. */
    storedFile: string
    /** Version of the analysis that made this row; rows of older versions are replaced. */
    analyser: number
    /**
     * `started`: the file is being analysed, or the analysis was interrupted. `undecodable` and `needs-ffmpeg`: the
     * file could not be measured.
     */
    state: 'started' | 'measured' | 'undecodable' | 'needs-ffmpeg'
    /** Number of attempts since the last one that finished. */
    tries: number
    /** Whether the loudness was measured or read from tags; null when it is not known. */
    loudnessSource: 'measured' | 'tags' | null
    trackLufs: number | null
    trackPeakDbtp: number | null
    /**
     * The loudness of the album in the file's tags. For measured tracks it is computed from `loudnessBlocks` instead.
     */
    albumLufs: number | null
    albumPeakDbtp: number | null
    /** The loudness of each block of 400 ms, as a histogram: see loudness-bins.ts. */
    loudnessBlocks: string | null
    /** Base64, one byte for each peak. */
    waveform: string | null
    silenceStartSeconds: number | null
    silenceEndSeconds: number | null
    delaySamples: number | null
    paddingSamples: number | null
    /** Samples per second, in which `delaySamples` and `paddingSamples` are counted. */
    trimSampleRate: number | null
    analysedAt: string | null
  }
  /** A table with one row. */
  analysisState: {
    id: number
    /** 1 while an operator has paused the analysis. */
    isPaused: number
    /** The process that is analysing a file now; null when no process is. */
    claimedBy: string | null
    claimedUntil: string | null
  }
}

declare module '#database/schema.ts' {
  interface Schema extends AnalysisTables {}
}
