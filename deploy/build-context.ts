import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface IgnoreRule {
  pattern: RegExp
  isException: boolean
  /** The part of an exception before its first wildcard. Folders on this path are searched even if they are ignored. */
  prefix: string
}

/**
 * Parses the rules of a .dockerignore file: `*`, `?`, `**` and exceptions with `!`. The last rule that matches a path
 * or one of its folders decides. https://docs.docker.com/build/concepts/context/#dockerignore-files
 * @throws for character classes and escapes, which are not supported here
 */
export function ignoreRules(text: string): IgnoreRule[] {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#') && line.trim() !== '')
    .map((line) => {
      const isException = line.trim().startsWith('!')
      const glob = line
        .trim()
        .replace(/^!\s*/, '')
        .replace(/^(?:\.?\/)+/, '')
        .replace(/\/+$/, '')
      return { pattern: patternOf(glob), isException, prefix: /^[^*?]*/.exec(glob)?.[0] ?? '' }
    })
}

const WILDCARDS = new Map([
  ['**/', '(?:.*/)?'],
  ['**', '.*'],
  ['*', '[^/]*'],
  ['?', '[^/]'],
])

function patternOf(glob: string): RegExp {
  if (/[[\]\\]/.test(glob)) throw new Error(`.dockerignore: "${glob}" is not supported by this check`)
  const source = glob.replaceAll(
    /\*\*\/|\*\*|\*|\?|[.+^${}()|]/g,
    (part) => WILDCARDS.get(part) ?? `\\${part}`,
  )
  // A pattern that matches a folder matches everything in it.
  return new RegExp(`^${source}(?:/|$)`)
}

export function isIgnored(rules: readonly IgnoreRule[], path: string): boolean {
  return rules.findLast(({ pattern }) => pattern.test(path))?.isException === false
}

/** Copies the files that Docker would send to the builder. */
export function copyContext(source: string, target: string): void {
  const rules = ignoreRules(readFileSync(join(source, '.dockerignore'), 'utf8'))
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(source, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const ignored = isIgnored(rules, path)
      if (entry.isDirectory()) {
        const holdsExceptions = rules.some(
          ({ isException, prefix }) =>
            isException && (prefix.startsWith(`${path}/`) || `${path}/`.startsWith(prefix)),
        )
        if (!ignored || holdsExceptions) visit(path)
      } else if (!ignored) cpSync(join(source, path), join(target, path))
    }
  }
  visit('')
}
