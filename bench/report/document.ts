import { readFile, writeFile } from 'node:fs/promises'

/**
 * Replaces the figures in a document: the text between `<!-- figures: name -->` and `<!-- end of figures: name -->`.
 * @throws when the document does not have these marks
 */
export async function writeFigures(path: string, texts: ReadonlyMap<string, string>): Promise<void> {
  let document = await readFile(path, 'utf8')
  for (const [name, text] of texts) {
    const begin = `<!-- figures: ${name} -->`
    const end = `<!-- end of figures: ${name} -->`
    const from = document.indexOf(begin)
    const to = document.indexOf(end)
    if (from === -1 || to < from) throw new Error(`${path} has no place for the figures of "${name}"`)
    document = `${document.slice(0, from)}${begin}\n\n${text}\n\n${document.slice(to)}`
  }
  await writeFile(path, document)
}
