import { setFlagsFromString } from 'node:v8'

/**
 * Lets V8's heap grow by 40 % between two full collections. By default it first grows to several times of what
 * is in use, and a command that runs for an hour keeps that much. Set here and not on the command line, where
 * a flag that another version of Node does not have would prevent the start.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=40')
}
