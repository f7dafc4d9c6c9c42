import type { AudioTags } from '@tonarchiv/contract/audio-tags'

/** A chosen file with its tags. */
export interface TaggedFile {
  file: File
  tags: AudioTags
}

/**
 * Reads the tags of files one after the other.
 * @param onTags - called for each file that has tags
 * @returns all files with their tags, which may be empty
 */
export async function readTags(
  files: readonly File[],
  onTags: (tagged: TaggedFile) => void,
): Promise<TaggedFile[]> {
  // If the reader cannot be loaded, or a file cannot be read, the titles that were made from the file names stay.
  const reader = await import('./audio-tags.ts').catch(() => undefined)
  const found: TaggedFile[] = []
  for (const file of files) {
    const tags = (await reader?.tagsIn(file).catch(() => undefined)) ?? {}
    if (Object.keys(tags).length > 0) onTags({ file, tags })
    found.push({ file, tags })
  }
  return found
}
