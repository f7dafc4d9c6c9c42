import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { root } from './settings.ts'

const Names = z.optional(z.record(z.string(), z.string()))
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ dependencies: Names, optionalDependencies: Names, link: z.optional(z.boolean()) }),
  ),
})

/** Folders of the packages that these workspaces need to run, as `npm ci --omit=dev` would leave them. */
export function productionPackages(workspaces: readonly string[]): Set<string> {
  const { packages } = z.parse(Lock, JSON.parse(readFileSync(root('package-lock.json'), 'utf8')))
  const found = new Set<string>()
  const visit = (from: string) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[from] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = placeOf(name, from, packages)
      if (path === undefined || found.has(path) || packages[path]?.link === true || !existsSync(root(path)))
        continue
      found.add(path)
      visit(path)
    }
  }
  for (const workspace of workspaces) visit(workspace)
  return found
}

/** The folder in which Node would find a package that another package imports. */
function placeOf(name: string, from: string, packages: Record<string, unknown>): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (path in packages) return path
    if (folder === '.') return undefined
  }
}
