/** Analyses one file in a process of its own, so that its processor time and memory can be measured. */
import { openAnalysisThread } from '../../server/src/audio-analysis/thread/analysis-thread.ts'

/** The cost of the analysis of one file. */
export interface AnalysisRun {
  /** Processor time of this process, without ffmpeg. */
  cpuMs: number
  wallMs: number
  peakBytes: number
  lufs: number | undefined
}

const [path = ''] = process.argv.slice(2)
const before = process.cpuUsage()
const startedAt = performance.now()
const thread = openAnalysisThread({ yieldsToRequests: false })
const { measured } = await thread.analyse({ path, ffmpeg: 'ffmpeg' }, new AbortController().signal)
const { user, system } = process.cpuUsage(before)
const result: AnalysisRun = {
  cpuMs: (user + system) / 1000,
  wallMs: performance.now() - startedAt,
  peakBytes: process.resourceUsage().maxRSS * 1024,
  lufs: measured?.loudness?.lufs,
}
console.log(JSON.stringify(result))
await thread.end()
