import type { Part } from './part.ts'
import { measureCrash } from './crash.ts'
import { measureLibrary } from './library-rate.ts'
import { measureImages } from './images.ts'
import { measureRestore } from './restore.ts'

/** How long operators and members wait in normal operation and after failures. */
export const measureOperation: Part = async (context) => {
  const found = [
    await measureLibrary(context),
    await measureImages(context),
    await measureCrash(context),
    await measureRestore(context),
  ]
  return {
    tables: found.flatMap(({ tables }) => tables),
    goals: found.flatMap(({ goals }) => goals),
  }
}
