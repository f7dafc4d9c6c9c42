import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** The names of all settings, from the only files that read them. */
export function settingNames(): string[] {
  const sources = ['server/src/config.ts', 'server/src/storage/storage-choice.ts']
  const names = new Set<string>()
  for (const source of sources) {
    const text = readFileSync(root(source), 'utf8')
    for (const [, name] of text.matchAll(
      /\b(?:given|wholeNumber|address|yesOrNo|needed)\(\s*'([A-Z][A-Z0-9_]+)'/g,
    ))
      if (name !== undefined) names.add(name)
  }
  return [...names].toSorted()
}
