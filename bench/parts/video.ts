import { join } from 'node:path'
import { operator } from '../../server/src/features/audit-log/index.ts'
import { addVideo } from '../../server/src/features/videos/index.ts'
import { accountOf, createAccounts } from '../archive/account.ts'
import { withServices } from '../archive/with-services.ts'
import { median, percentile } from '../load/percentile.ts'
import { videosFolder } from '../places.ts'
import { figure } from '../report/numbers.ts'
import { startProduct } from '../servers/product.ts'
import type { PartWithoutArchives } from './part.ts'
import { startVisitor } from './visit.ts'
import { frameAfterPress } from './video-page.ts'

/** Rounds before measuring, in which the browser compiles code and the server opens files. */
const WARMING = 2
const PRESSES = 10
const VIDEOS = [
  { title: 'MP4, H.264', file: 'nordlicht.mp4' },
  { title: 'WebM, VP9', file: 'sturz.webm' },
]

/** The delay from a press on a video's card to its first frame. */
export const measureVideo: PartWithoutArchives = async ({ runFolder }) => {
  const browser = process.env['CHROMIUM_PATH']
  const columns = ['Film', 'median ms', '95th percentile ms'] as const
  const heading = 'From the press on a card to the first picture'
  if (browser === undefined || browser === '') {
    const notes = ['No browser was found, so nothing was watched.']
    return { tables: [{ heading, columns, rows: [], notes }], goals: [] }
  }
  const dataFolder = join(runFolder, 'films')
  await withServices(dataFolder, async (services) => {
    await createAccounts(services, 1)
    for (const { title, file } of VIDEOS) {
      const path = join(videosFolder, file)
      const info = await services.probe.videoInfoOf(path)
      if (info.kind !== 'video') throw new Error(`${file} is not taken for a film`)
      const videoFile = { item: { from: 'path', path, link: false } as const, info }
      await addVideo(services, operator, { title, description: '', uploadDate: '2026-01-01', videoFile })
    }
  })
  await using server = await startProduct(dataFolder, runFolder)
  const origin = `http://127.0.0.1:${server.port}`
  await using visitor = await startVisitor(origin, browser)
  const page = await visitor.logIn(accountOf(0))
  const found = new Map<string, number[]>(VIDEOS.map(({ title }) => [title, []]))
  for (let round = 0; round < WARMING + PRESSES; round += 1) {
    for (const { title } of VIDEOS) {
      await page.goto(`${origin}/videos`, { waitUntil: 'networkidle' })
      const frame = page.evaluate(frameAfterPress)
      await page.locator('button[data-video]', { hasText: title }).click()
      const milliseconds = await frame
      if (round >= WARMING) found.get(title)?.push(milliseconds)
    }
  }
  await page.context().close()
  return {
    tables: [
      {
        heading,
        columns,
        rows: [...found].map(([title, times]) => [
          title,
          figure(median(times)),
          figure(percentile(times, 0.95)),
        ]),
      },
    ],
    goals: [...found].map(([title, times]) => ({
      name: `first picture of a video, ${title}, 95th percentile`,
      value: percentile(times, 0.95),
      unit: 'ms',
      kind: 'atMost' as const,
      goal: 300,
    })),
  }
}
