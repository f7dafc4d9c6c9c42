import { operator } from '../../server/src/features/audit-log/index.ts'
import { openCatalog, type NewTrack } from '../../server/src/features/catalog/index.ts'
import type { Services } from '../../server/src/services.ts'

/** Adds an album of files, which are not moved. */
export async function addAlbum(
  services: Services,
  title: string,
  files: readonly { title: string; path: string }[],
): Promise<void> {
  const tracks: NewTrack[] = []
  for (const { title: name, path } of files) {
    const info = await services.probe.infoOf(path)
    if (info.kind !== 'audio') throw new Error(`${path} is not taken for sound`)
    tracks.push({ title: name, file: { item: { from: 'path', path, link: true }, info } })
  }
  await openCatalog(services).edit.addAlbums(operator, [
    { title, releaseYear: 2024, type: 'album', isExclusive: false, tracks },
  ])
}
