import type { AudioTags } from '@tonarchiv/contract/audio-tags'

/** A chosen file with its tags. */
export interface TaggedFile {
  file: File
  tags: AudioTags
}

/**
 * Reads the tags of files one after the other, and reports each file that has some.
 * @returns all of them
 */
export async function readTags(
  files: readonly File[],
  onTags: (tagged: TaggedFile) => void,
): Promise<TaggedFile[]> {
  // What cannot be read, the code included, leaves the titles that the names of the files gave.
  const reader = await import('./audio-tags.ts').catch(() => undefined)
  const found: TaggedFile[] = []
  for (const file of files) {
    const tags = (await reader?.tagsIn(file).catch(() => undefined)) ?? {}
    if (Object.keys(tags).length > 0) onTags({ file, tags })
    found.push({ file, tags })
  }
  return found
}
