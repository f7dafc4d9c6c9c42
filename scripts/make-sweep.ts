/**
 * Creates the short tracks in e2e/samples/sweep: `node scripts/make-sweep.ts`. Needs ffmpeg with libmp3lame, libvorbis
 * and libopus. The journeys use the committed files.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { encodeSweep } from '../e2e/sweep-files.ts'
import { sweepCuts } from '../e2e/sweep.ts'
import { SWEEP_SECONDS, SWEEP_TRACKS } from '../e2e/sweep-album.ts'

const folder = join(import.meta.dirname, '../e2e/samples/sweep')
mkdirSync(folder, { recursive: true })
const cuts = sweepCuts(SWEEP_TRACKS.length, SWEEP_SECONDS)
for (const [index, format] of SWEEP_TRACKS.entries())
  encodeSweep(join(folder, String(index).padStart(2, '0')), format, cuts[index] ?? 0, cuts[index + 1] ?? 0)
