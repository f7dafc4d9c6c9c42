/**
 * Whether each fault is caused only a few times, as a part of `npm test`, or as often as docs/security-requirements.md
 * requires.
 */
export const isShort = process.env['FAULTS'] === 'short'

/** How often a test causes its fault. */
export function rounds({ short, long }: { short: number; long: number }): number {
  return isShort ? short : long
}

/** Prints what a test has tried, and what it found. */
export function report(requirement: string, tried: string, outcome: string): void {
  process.stdout.write(`  ${requirement}  ${tried}\n        → ${outcome}\n`)
}

/** Reports that a fault cannot be caused on this machine, and why. */
export function notTried(requirement: string, reason: string): string {
  process.stdout.write(`  ${requirement}  NOT TRIED HERE: ${reason}\n`)
  return reason
}
