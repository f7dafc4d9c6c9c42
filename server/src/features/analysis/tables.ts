export interface AnalysisTables {
  /** What is known about the sound of a file of a track: its own, or a further one. */
  trackSounds: {
    trackId: string
    /** The stored file; rows of files that the track does not have any more do not count. */
    storedFile: string
    /** Version of the analysis; files that an older one has read are analysed again. */
    analyser: number
    /** `started`: being analysed, or interrupted. In the last two states nothing could be measured. */
    state: 'started' | 'measured' | 'undecodable' | 'needs-ffmpeg'
    /** How often it was started without being finished. */
    tries: number
    /** Null when neither of the loudness columns is known. */
    loudnessSource: 'measured' | 'tags' | null
    trackLufs: number | null
    trackPeakDbtp: number | null
    /** Of the file's tags; the loudness of measured albums is computed from the blocks of their tracks. */
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
    /** The process that analyses; null when no one does. */
    claimedBy: string | null
    claimedUntil: string | null
  }
}

declare module '#database/schema.ts' {
  interface Schema extends AnalysisTables {}
}
