import { needsConversion } from '#audio-probe/audio-formats.ts'
import type { PlannedAlbum } from '../plan/planned-album.ts'
import type { ReadFile } from '../read/read-folders.ts'
import type { Remark } from '../record/report.ts'

/** Remarks for the operator about the files of an album. */
export function remarksOn({ tracks }: PlannedAlbum): Remark[] {
  return tracks.flatMap(({ file, further }) => [file, ...further].flatMap(remarksOnFile))
}

function remarksOnFile({ recorded: path, info }: ReadFile): Remark[] {
  const remarks: Remark[] = []
  if (needsConversion(info)) remarks.push({ path, kind: 'needs-conversion' })
  if (info.isCut === true) remarks.push({ path, kind: 'shorter-than-declared' })
  return remarks
}
