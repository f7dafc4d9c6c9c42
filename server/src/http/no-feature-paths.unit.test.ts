import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = join(import.meta.dirname, '..')
const INFRASTRUCTURE = ['http', 'access', 'rate-limits', 'realtime', 'events']

/** The static prefixes of all paths in the contract, such as `/api/chat`. */
function pathsOfContract(): string[] {
  const folder = join(SOURCE, '../../contract/src')
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const paths = texts.flatMap((text) =>
    [...text.matchAll(/path: ['`](\/[\w/.-]+)/g)].map(([, path = '']) => path),
  )
  return [...new Set(paths.map((path) => path.replace(/\/$/, '')))]
}

/** The paths of the contract that the code of a source file contains, including those in regular expressions. */
function pathsNamedIn(source: string, paths: readonly string[]): string[] {
  const code = source.replaceAll(/^\s*import .*$|\/\/.*$|\/\*[^]*?\*\//gm, '').replaceAll('\\', '')
  const isNamed = (path: string) => {
    const around = code.split(path)
    // A match that is part of a longer path or word does not count.
    return around
      .slice(1)
      .some((rest, index) => !/[\w.-]$/.test(around[index] ?? '') && !/^[\w.-]/.test(rest))
  }
  return [...(code.includes('/api/') ? ['/api/'] : []), ...paths.filter(isNamed)]
}

test('modules that serve all features contain no path of a feature', () => {
  const paths = pathsOfContract()
  expect(paths).toEqual(expect.arrayContaining(['/api/chat/messages', '/albums', '/healthz']))
  const found = INFRASTRUCTURE.flatMap((folder) =>
    readdirSync(join(SOURCE, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
      .flatMap((name) =>
        pathsNamedIn(readFileSync(join(SOURCE, folder, name), 'utf8'), paths).map(
          (path) => `${folder}/${name}: ${path}`,
        ),
      ),
  )
  expect(found).toEqual([])
  expect(pathsNamedIn('const COVERS = /^\\/api\\/cover\\//', paths)).toEqual(['/api/', '/api/cover'])
  expect(pathsNamedIn("if (path === '/albums') return", paths)).toEqual(['/albums'])
  expect(pathsNamedIn("if (path === '/admin/albums') return", paths)).toEqual([])
})
