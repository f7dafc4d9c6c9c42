import type { ReadFile } from '../read/read-folders.ts'

/**
 * The disc number of each file. It is the number in the file's tags, otherwise the number in the folder's name. If
 * files in several disc folders have the same disc in their tags, the folder's number is used, because some rippers
 * always write disc 1.
 */
export function discsOf(files: readonly ReadFile[]): Map<ReadFile, number> {
  const folderDiscsOfTag = new Map<number, Set<number>>()
  for (const { folderDisc, info } of files) {
    const { discNumber } = info.tags
    if (discNumber === undefined || folderDisc === undefined) continue
    folderDiscsOfTag.set(discNumber, (folderDiscsOfTag.get(discNumber) ?? new Set()).add(folderDisc))
  }
  const tagsAreWrong = [...folderDiscsOfTag.values()].some((discs) => discs.size > 1)
  return new Map(
    files.map((file) => {
      const { folderDisc, info } = file
      const tagged = info.tags.discNumber
      return [file, (tagsAreWrong ? (folderDisc ?? tagged) : (tagged ?? folderDisc)) ?? 1]
    }),
  )
}
