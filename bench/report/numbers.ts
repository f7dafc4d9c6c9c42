const NONE = '–'

/** A number with its significant digits: 0.123, 12.3, 1,234. */
export function figure(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return NONE
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** One value divided by another, as a factor. */
export function ratio(value: number | undefined, beside: number | undefined): number | undefined {
  return value === undefined || beside === undefined ? undefined : value / beside
}

export function times(factor: number | undefined): string {
  return factor === undefined || Number.isNaN(factor) ? NONE : `${factor.toFixed(2)} ×`
}

export function megabytes(bytes: number | undefined): string {
  return figure(bytes === undefined ? undefined : bytes / 1e6)
}

export function kilobytes(bytes: number | undefined): string {
  return figure(bytes === undefined ? undefined : bytes / 1000)
}
