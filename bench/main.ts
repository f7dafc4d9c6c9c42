import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openSampleArchives } from './archive/sample-archives.ts'
import { stopAll, onInterruption } from './interruption.ts'
import { measureAlbums } from './parts/albums.ts'
import { measureAnalysis } from './parts/analysis.ts'
import { measureBrowsing } from './parts/browsing.ts'
import { measureChat } from './parts/chat.ts'
import { measureLoad } from './parts/load.ts'
import { measureImport } from './parts/import-rate.ts'
import { measureNotifications } from './parts/notifications.ts'
import type { Findings, Part, PartWithoutArchives } from './parts/part.ts'
import { measureOffline } from './parts/offline.ts'
import { measureOpenSubsonic } from './parts/opensubsonic.ts'
import { measureOperation } from './parts/operation.ts'
import { measurePlayer } from './parts/player-sound.ts'
import { measureJoins } from './parts/player-joins.ts'
import { measurePremieres } from './parts/premieres.ts'
import { measureRooms } from './parts/rooms.ts'
import { measureQueue } from './parts/queue.ts'
import { measurePlaylists } from './parts/playlists.ts'
import { measureScopes } from './parts/scopes.ts'
import { measureSearch } from './parts/search.ts'
import { measureSize } from './parts/size.ts'
import { measureStart } from './parts/start.ts'
import { measureStream } from './parts/stream.ts'
import { measureTranscoding } from './parts/transcoding.ts'
import { measureUploads } from './parts/uploads.ts'
import { measureVideo } from './parts/video.ts'
import { documentPath } from './places.ts'
import { writeFigures } from './report/document.ts'
import { goalTable } from './report/goal.ts'
import { describeMachine } from './report/machine.ts'
import { renderTable } from './report/table.ts'
import { nginxVersion } from './servers/nginx.ts'
import { canReadUsage } from './servers/process-usage.ts'

/** Parts that measure the sample archives. */
const ARCHIVE_PARTS: Record<string, Part> = {
  albums: measureAlbums,
  scopes: measureScopes,
  search: measureSearch,
  stream: measureStream,
  start: measureStart,
  size: measureSize,
  browsing: measureBrowsing,
  player: measurePlayer,
  queue: measureQueue,
  playlists: measurePlaylists,
  opensubsonic: measureOpenSubsonic,
  operation: measureOperation,
  analysis: measureAnalysis,
}

/** Parts that create what they measure. */
const OTHER_PARTS: Record<string, PartWithoutArchives> = {
  chat: measureChat,
  'player-joins': measureJoins,
  rooms: measureRooms,
  premieres: measurePremieres,
  notifications: measureNotifications,
  offline: measureOffline,
  upload: measureUploads,
  video: measureVideo,
  load: measureLoad,
  import: measureImport,
  transcoding: measureTranscoding,
}

const NAMES = [...Object.keys(ARCHIVE_PARTS), ...Object.keys(OTHER_PARTS)]

/** @returns the exit code */
async function main(parameters: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: parameters,
    options: { write: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const unknown = positionals.find((name) => !NAMES.includes(name))
  if (unknown !== undefined) {
    console.error(`There is no part "${unknown}". There are: ${NAMES.join(', ')}.`)
    return 1
  }
  const nginx = nginxVersion()
  const machine = describeMachine(nginx, new Date())
  console.log(`${machine}\n`)
  if (!canReadUsage)
    console.log('This system does not report what a process uses: figures per CPU second are left out.\n')

  const runFolder = await mkdtemp(join(tmpdir(), 'tonarchiv-bench-run-'))
  const removeRunFolder = async () => rm(runFolder, { recursive: true, force: true })
  onInterruption(removeRunFolder)
  try {
    const texts = new Map<string, string>()
    const isChosen = ([name]: [string, unknown]) => positionals.length === 0 || positionals.includes(name)
    const report = (name: string, findings: Findings) => {
      const text = render(findings)
      texts.set(name, `${machine}\n\n${text}`)
      console.log(`${text}\n`)
    }
    for (const [name, part] of Object.entries(OTHER_PARTS).filter(isChosen))
      report(name, await part({ runFolder, nginx }))
    const archiveParts = Object.entries(ARCHIVE_PARTS).filter(isChosen)
    if (archiveParts.length > 0) {
      const archives = await openSampleArchives((message) => console.log(message))
      for (const [name, part] of archiveParts) report(name, await part({ archives, runFolder, nginx }))
    }
    if (values.write) await writeFigures(documentPath, texts)
  } finally {
    await removeRunFolder()
  }
  return 0
}

function render({ tables, goals }: Findings): string {
  return [...tables, ...(goals.length > 0 ? [goalTable(goals)] : [])].map(renderTable).join('\n\n')
}

let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // A terminal and the launcher may both send the signal: the second signal must not interrupt the cleanup.
  process.on(signal, () => {
    if (isInterrupted) return
    isInterrupted = true
    void stopAll().then(() => process.exit(130))
  })
}
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  // Failures during the cleanup are caused by the interruption.
  if (!isInterrupted) throw error
}
