import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects all garbage and returns the freed memory to the operating system, which V8 does not do while a process has
 * nothing to do. It blocks for about 100 ms.
 */
export function collectGarbage(): void {
  // V8 adds its function `gc` only to contexts that are created after this flag is set.
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof gc === 'function') gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
