import type { Part } from './part.ts'
import { measureCrash } from './crash.ts'
import { measureLibrary } from './library-pace.ts'
import { measurePictures } from './pictures.ts'
import { measureRestore } from './restore.ts'

/** What an operator and their members wait for on an ordinary day, and on a bad one. */
export const measureOperation: Part = async (surroundings) => {
  const found = [
    await measureLibrary(surroundings),
    await measurePictures(surroundings),
    await measureCrash(surroundings),
    await measureRestore(surroundings),
  ]
  return {
    tables: found.flatMap(({ tables }) => tables),
    goals: found.flatMap(({ goals }) => goals),
  }
}
