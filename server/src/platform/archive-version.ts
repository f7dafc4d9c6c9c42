import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'

const PACKAGE = new URL('../../../package.json', import.meta.url)
const Package = z.object({ version: z.string() })

/** The version of this program, as in its package.json. */
export async function archiveVersion(): Promise<string> {
  return z.parse(Package, JSON.parse(await readFile(PACKAGE, 'utf8'))).version
}
