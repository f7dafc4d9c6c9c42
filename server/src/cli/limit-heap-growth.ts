import { setFlagsFromString } from 'node:v8'

/**
 * Lets V8's heap grow by 40 % between two full collections. By default the heap first grows to several times the memory
 * in use, and a command that runs for an hour keeps that memory. The flag is set here and not on the command line,
 * because a version of Node without the flag would then not start.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=40')
}
