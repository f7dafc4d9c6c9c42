import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { emptyIfMissing } from '#storage/disk/missing.ts'

const NAME = /^before-.*(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d\.\d{3}Z)\.sqlite$/

/** A copy of the database made before a migration. */
export interface Copy {
  path: string
  madeAt: string
}

/** The folder of the copies that were made before migrations. */
export const copiesFolder = (dataFolder: string): string => join(dataFolder, 'copies')

/** Makes a file name such as before-0007-name-2026-11-21T03-30-00.000Z.sqlite. */
export function nameOfCopy(step: string, moment: Date): string {
  return `before-${step}-${moment.toISOString().replaceAll(':', '-')}.sqlite`
}

/** All copies, newest first. */
export async function copiesIn(dataFolder: string): Promise<Copy[]> {
  const folder = copiesFolder(dataFolder)
  const copies: Copy[] = []
  for (const file of await readdir(folder).catch(emptyIfMissing)) {
    const [, day, time] = NAME.exec(file) ?? []
    if (day === undefined || time === undefined) continue
    copies.push({ path: join(folder, file), madeAt: `${day}T${time.replaceAll('-', ':')}` })
  }
  return copies.toSorted((a, b) => b.madeAt.localeCompare(a.madeAt))
}
