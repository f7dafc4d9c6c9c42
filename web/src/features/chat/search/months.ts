import { dayOf, timeOf } from '../messages/days.ts'

const monthAndYear = new Intl.DateTimeFormat('de-DE', { month: 'long', year: 'numeric' })

/** Groups hits by their month, such as `November 2024`. Months and hits keep their order. */
export function byMonth<Hit extends { createdAt: string }>(
  hits: readonly Hit[],
): { month: string; hits: readonly Hit[] }[] {
  const months = Map.groupBy(hits, ({ createdAt }) => monthAndYear.format(new Date(createdAt)))
  return [...months].map(([month, its]) => ({ month, hits: its }))
}

/** The day and time of a hit below its month: `heute, 10:03`, `27.11., 20:14`. */
export function hitTime(createdAt: string, today: string): string {
  const day = dayOf(createdAt)
  const [, month = '', date = ''] = day.split('-')
  return `${day === today ? 'heute' : `${date}.${month}.`}, ${timeOf(createdAt)}`
}
