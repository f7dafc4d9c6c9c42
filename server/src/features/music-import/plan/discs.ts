import type { ReadFile } from '../read/read-folders.ts'

/**
 * The disc of each file: that of its tag, otherwise that of its folder. The folders rule when files of several
 * disc folders have the same disc in their tags, as rippers write it that know one disc only.
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
