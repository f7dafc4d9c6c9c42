import { parseArgs } from 'node:util'
import { type AnalysisCount, analyseArchive, pauseAnalysis } from '#features/analysis/index.ts'
import type { Command } from './command.ts'
import { showProgress } from './progress.ts'
import { UsageError } from './usage.ts'

/** The exit code that programs use when Ctrl-C has stopped them. */
const INTERRUPTED = 130

export const analyzeCommand: Command = {
  run: async (services, parameters, stop) => {
    const { values } = parseArgs({
      args: parameters,
      options: { pause: { type: 'boolean', default: false }, resume: { type: 'boolean', default: false } },
    })
    if (values.pause && values.resume) throw new UsageError('Pause or resume? Give one of them')
    if (values.pause) {
      await pauseAnalysis(services, true)
      console.log('Paused; a file that is being analysed is finished. To go on: analyze --resume')
      return 0
    }
    if (values.resume) await pauseAnalysis(services, false)
    const progress = showProgress(process.stdout)
    const { count, end } = await analyseArchive(services, {
      stop,
      onProgress: (now) => progress.show(doneOf(now), now.files, failuresOf(now)),
    })
    progress.show(doneOf(count), count.files, failuresOf(count))
    progress.end()
    for (const line of summary(count, end)) console.log(line)
    return end === 'stopped' ? INTERRUPTED : 0
  },
}

function doneOf({ analysed, undecodable, needFfmpeg }: AnalysisCount): number {
  return analysed + undecodable + needFfmpeg
}

function failuresOf({ undecodable }: AnalysisCount): string {
  return undecodable === 0 ? '' : `${undecodable} could not be decoded`
}

function* summary(count: AnalysisCount, end: 'done' | 'paused' | 'stopped'): Generator<string> {
  const { files, analysed, undecodable, needFfmpeg } = count
  const left = files - doneOf(count)
  yield `${analysed} of ${files} files are analysed.`
  if (undecodable > 0) yield `${undecodable} could not be decoded; they are played as before.`
  if (needFfmpeg > 0) yield `${needFfmpeg} can only be decoded by ffmpeg, which is not installed.`
  if (end === 'stopped') yield 'Interrupted. Run it again to go on.'
  if (end === 'paused') yield 'The analysis is paused. To go on: analyze --resume'
  if (end === 'done' && left > 0) yield `${left} could not be read; see the log.`
}
