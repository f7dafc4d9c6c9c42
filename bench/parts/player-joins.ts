import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { recordedJoins, type RecordedJoins } from '../../e2e/recorded-joins.ts'
import { clearRecording, recordingOf, startRecording } from '../../e2e/sound-recorder.ts'
import type { Join } from '../../e2e/sweep.ts'
import { accountOf } from '../archive/account.ts'
import { createSweepArchive, SWEEP_ALBUMS, SWEEP_CHANGES, sweepAlbumCuts } from '../archive/sweep-albums.ts'
import { median, percentile } from '../load/percentile.ts'
import { figure } from '../report/numbers.ts'
import { startProduct } from '../servers/product.ts'
import type { PartWithoutArchives } from './part.ts'
import { seekTimes } from './player-page.ts'
import { startVisitor } from './visit.ts'

const SAMPLE_RATE = 44_100
/** How similar to the sweep (e2e/sweep.ts) the sound beside a change must be; less similar sound counts as silence. */
const LIKE = 0.9
const SEEKS = 20
/** Milliseconds that a whole album may take. */
const ALBUM_TIMEOUT = 180_000
const GOAL_MS = 2

/** Plays an album of each format to its end, and compares the output at each change sample by sample. */
export const measureJoins: PartWithoutArchives = async ({ runFolder }) => {
  const columns = ['Album', 'most, ms', 'median, ms', 'least like', 'changes', 'recordings']
  const heading = 'Changes within an album: silence or repetition, by every sample'
  const nothing = (note: string) => ({ tables: [{ heading, columns, rows: [], notes: [note] }], goals: [] })
  const executablePath = process.env['CHROMIUM_PATH']
  if (executablePath === undefined || executablePath === '') return nothing('No browser was found.')
  if (spawnSync('ffmpeg', ['-version']).error) return nothing('ffmpeg is not installed.')
  const dataFolder = join(runFolder, 'sweep')
  await createSweepArchive(dataFolder)
  await using server = await startProduct(dataFolder, runFolder)
  await using visitor = await startVisitor(`http://127.0.0.1:${server.port}`, executablePath)
  const rows: string[][] = []
  const added: number[] = []
  const seeks: number[] = []
  for (const name of Object.keys(SWEEP_ALBUMS)) {
    const page = await visitor.logIn(accountOf(0))
    const { joins, recordings } = await playAlbum(page, `Gleitton ${name}`)
    const byChange = joins.map(unevenMs)
    added.push(...byChange)
    const least = Math.min(...joins.map(({ likeness }) => likeness))
    rows.push([
      name,
      figure(Math.max(...byChange)),
      figure(median(byChange)),
      least.toFixed(3),
      String(joins.length),
      String(recordings),
    ])
    await page
      .getByRole('table')
      .getByRole('button', { name: /^Teil 1 / })
      .click()
    seeks.push(...(await page.evaluate(seekTimes, SEEKS)))
    await page.context().close()
  }
  return {
    tables: [
      {
        heading,
        columns,
        rows,
        notes: [`Seeks within what is buffered: p95 ${figure(percentile(seeks, 0.95))} ms.`],
      },
    ],
    goals: [
      {
        name: 'silence or repetition at a change within an album',
        value: Math.max(...added),
        unit: 'ms',
        kind: 'atMost',
        goal: GOAL_MS,
      },
      {
        name: 'seek within what is buffered, p95',
        value: percentile(seeks, 0.95),
        unit: 'ms',
        kind: 'atMost',
        goal: 50,
      },
    ],
  }
}

/**
 * Milliseconds of sound that were added or are missing at a track change. Infinity if the sound beside the change does
 * not resemble the sweep.
 */
const unevenMs = ({ addedMs, likeness }: Join) => (likeness < LIKE ? Infinity : Math.abs(addedMs))

async function playAlbum(page: Page, title: string): Promise<RecordedJoins> {
  const device = await page.context().newCDPSession(page)
  await device.send('Page.setBypassCSP', { enabled: true })
  await page.reload()
  await page.getByRole('navigation').getByRole('link', { name: 'Archive', exact: true }).click()
  await page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
  // The fourth audio element is the one for joined tracks; it exists once gapless playback is loaded.
  await page.waitForFunction(() => document.querySelectorAll('audio').length === 4)
  await startRecording(page, SAMPLE_RATE)
  const player = page.getByRole('region', { name: 'Player' })
  return recordedJoins(async () => {
    await clearRecording(page)
    await page
      .getByRole('table')
      .getByRole('button', { name: /^Teil 1 / })
      .click()
    // Searched in the player, because the hidden large view has the title, too.
    await player.getByRole('link', { name: 'Teil 1', exact: true }).waitFor()
    const last = player.getByRole('link', { name: `Teil ${SWEEP_CHANGES + 1}`, exact: true })
    await last.waitFor({ timeout: ALBUM_TIMEOUT })
    await player.getByRole('button', { name: 'Abspielen' }).waitFor()
    return recordingOf(page)
  }, sweepAlbumCuts())
}
