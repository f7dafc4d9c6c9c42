import { readdirSync, readFileSync } from 'node:fs'
import { root } from './settings.ts'

export interface Block {
  page: string
  code: string
}

export interface OperatorBlocks {
  /** The unchanged block of a page that begins with this line. It counts as used. */
  take: (page: string, firstLine: string) => string
  /** The blocks that were not taken. */
  rest: () => Block[]
}

/**
 * The code blocks of the English pages for operators. The German pages have the same ones, which another test checks.
 */
export function operatorBlocks(): OperatorBlocks {
  const folder = root('docs/operators/en')
  const left = new Set(
    readdirSync(folder).flatMap((page) =>
      Array.from(
        readFileSync(`${folder}/${page}`, 'utf8').matchAll(/^```.*\n([^]*?)^```$/gm),
        ([, code = '']): Block => ({ page: page.replace('.md', ''), code }),
      ),
    ),
  )
  return {
    take: (page, firstLine) => {
      const block = left.values().find((one) => one.page === page && one.code.startsWith(`${firstLine}\n`))
      if (block === undefined) throw new Error(`No block of ${page}.md begins with "${firstLine}"`)
      left.delete(block)
      return block.code
    },
    rest: () => [...left],
  }
}

/** The commands in the sentences below a heading of a page, one on each line. */
export function commandsBelow(page: string, heading: string): string {
  const [, text = ''] = readFileSync(root(`docs/operators/en/${page}.md`), 'utf8').split(`# ${heading}\n`)
  const [section = ''] = text.split('\n## ')
  const commands = section.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/`((?:tonarchiv|install) [^`]+)`/g)
  const lines = Array.from(commands, ([, command = '']) => `${command}\n`)
  if (lines.length === 0) throw new Error(`There are no commands below "${heading}" in ${page}.md`)
  return lines.join('')
}

/** Replaces the placeholders of the pages by values of this machine. */
export function filledIn(code: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [placeholder, value]) => {
    if (!text.includes(placeholder)) throw new Error(`There is no "${placeholder}" in: ${text}`)
    return text.replaceAll(placeholder, value)
  }, code)
}
