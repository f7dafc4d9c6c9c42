/**
 * Whether each fault is tried a few times only, as a part of `npm test`, or as often as docs/security-requirements.md
 * asks.
 */
export const isShort = process.env['FAULTS'] === 'short'

/** How often to try a fault. */
export function rounds({ short, long }: { short: number; long: number }): number {
  return isShort ? short : long
}

/** Reports what a test tried and what the archive lost. */
export function report(requirement: string, tried: string, outcome: string): void {
  process.stdout.write(`  ${requirement}  ${tried}\n        → ${outcome}\n`)
}

/** Reports that a fault cannot be caused on this machine, and why. */
export function notTried(requirement: string, reason: string): string {
  process.stdout.write(`  ${requirement}  NOT TRIED HERE: ${reason}\n`)
  return reason
}
