/** Reads the titles in the tags of files one after the other, and reports each that it finds. */
export async function readTitles(
  files: readonly File[],
  onTitle: (file: File, title: string) => void,
): Promise<void> {
  // What cannot be read, the code included, leaves the titles that the names of the files gave.
  const reader = await import('./audio-title.ts').catch(() => undefined)
  for (const file of files) {
    const title = await reader?.titleInTags(file).catch(() => undefined)
    if (title !== undefined) onTitle(file, title)
  }
}
