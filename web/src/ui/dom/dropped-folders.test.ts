import { expect, test } from 'vitest'
import { filesBelow } from './dropped-folders.ts'

type Tree = { [name: string]: Tree | 'file' | 'unreadable' }

/**
 * Creates fake file system entries. As in browsers, a folder returns its entries in batches; here they have two
 * entries.
 */
function entriesIn(tree: Tree): FileSystemEntry[] {
  return Object.entries(tree).map(([name, content]) => {
    const isFile = typeof content === 'string'
    const entry = {
      name,
      isFile,
      isDirectory: !isFile,
      file: (done: (file: File) => void, fail: () => void) =>
        content === 'file' ? done(new File(['x'], name)) : fail(),
      createReader: () => {
        const left = isFile ? [] : entriesIn(content)
        return { readEntries: (done: (part: FileSystemEntry[]) => void) => done(left.splice(0, 2)) }
      },
    }
    // The part of an entry that `filesBelow` uses.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return entry as unknown as FileSystemEntry
  })
}

const namesBelow = async (tree: Tree) => (await filesBelow(entriesIn(tree))).map(({ name }) => name)

test('files below a folder come in the order of its names, hidden and unreadable ones are left out', async () => {
  expect(
    await namesBelow({
      'CD 2': { '1 drei.mp3': 'file' },
      'CD 1': { '10 zwei.mp3': 'file', '2 eins.mp3': 'file', weg: 'unreadable' },
      'cover.jpg': 'file',
      '.DS_Store': 'file',
      '.git': { config: 'file' },
    }),
  ).toEqual(['2 eins.mp3', '10 zwei.mp3', '1 drei.mp3', 'cover.jpg'])
})

test('a folder with more than is looked at, or deeper, comes in part', async () => {
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`${index}`, 'file' as const]))
  expect(await namesBelow({ many })).toHaveLength(1999)
  let deep: Tree = { 'unten.mp3': 'file' }
  for (let depth = 0; depth < 20; depth += 1) deep = { tiefer: deep, 'lied.mp3': 'file' }
  expect(await namesBelow(deep)).toHaveLength(9)
})
