import type { Log } from '#platform/log.ts'

/**
 * Upper limits of the histogram's buckets in seconds. They range from a response that is in memory to one from a slow
 * disk.
 */
export const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** A gauge that takes longer than this to read is omitted from the response. */
const FIGURE_WITHIN_MS = 2000

type Labels = Readonly<Record<string, string>>
/** One or more values with their labels. */
type Figures = Iterable<readonly [labels: Labels, value: number]>

/** A number that only increases. */
export interface Count {
  add(by?: number): void
}

/** A histogram of durations. */
export interface Durations {
  observe(seconds: number): void
}

/**
 * The metrics for the operator's monitoring. Label values come from fixed lists (route patterns, states),
 * never from a request.
 */
export interface Metrics {
  /** Whether metrics are configured. Otherwise nothing needs to be measured. */
  readonly areRead: boolean
  /** Makes a family of counters. `of` returns the counter for these labels. Frequent callers keep that counter. */
  counts(name: string, help: string): { of(labels: Labels): Count }
  /** Makes a family of histograms. */
  durations(name: string, help: string): { of(labels: Labels): Durations }
  /** Adds a gauge. `read` is called for each request of the metrics. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  gauges(name: string, help: string, read: () => Figures | Promise<Figures>): void
  /** Adds a counter whose value is counted elsewhere. `read` is called for each request of the metrics. */
  counter(name: string, help: string, read: () => number | Promise<number>): void
  /** All metrics in the text format of Prometheus (0.0.4). */
  text(): Promise<string>
}

interface Family {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  lines: () => Promise<string[]>
}

export function createMetrics(areRead: boolean, log: Pick<Log, 'warn'>): Metrics {
  const families: Family[] = []

  function family(name: string, help: string, type: Family['type'], lines: Family['lines']): void {
    if (families.some((other) => other.name === name)) throw new Error(`The metric ${name} is taken`)
    families.push({ name, help, type, lines })
  }

  function figures(
    name: string,
    help: string,
    type: 'gauge' | 'counter',
    read: () => Figures | Promise<Figures>,
  ): void {
    family(name, help, type, async () =>
      Array.from(await read(), ([labels, value]) => lineOf(name, labels, value)),
    )
  }

  return {
    areRead,
    counts: (name, help) => {
      const series = new Map<string, { labels: Labels; value: number }>()
      family(name, help, 'counter', async () =>
        Array.from(series.values(), ({ labels, value }) => lineOf(name, labels, value)),
      )
      return {
        of: (labels) => {
          const one = getOrCreate(series, labels, () => ({ labels, value: 0 }))
          return { add: (by = 1) => (one.value += by) }
        },
      }
    },
    durations: (name, help) => {
      const series = new Map<string, Histogram>()
      family(name, help, 'histogram', async () =>
        Array.from(series.values()).flatMap((histogram) => histogram.lines(name)),
      )
      return { of: (labels) => getOrCreate(series, labels, () => new Histogram(labels)) }
    },
    gauge: (name, help, read) => figures(name, help, 'gauge', async () => [[{}, await read()]]),
    gauges: (name, help, read) => figures(name, help, 'gauge', read),
    counter: (name, help, read) => figures(name, help, 'counter', async () => [[{}, await read()]]),
    text: async () => {
      const parts = await Promise.all(
        families.map(async ({ name, help, type, lines }) => {
          try {
            const all = (await inTime(lines())).join('\n')
            return all === '' ? '' : `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${all}\n`
          } catch (error) {
            // For example, the length of a queue cannot be read while the database is unavailable. The other metrics
            // are all the more important then.
            log.warn({ err: error, metric: name }, 'a figure could not be read')
            return ''
          }
        }),
      )
      return parts.join('')
    },
  }
}

class Histogram implements Durations {
  readonly #labels: Labels
  readonly #counts = new Float64Array(SECONDS_BUCKETS.length + 1)
  #sum = 0

  constructor(labels: Labels) {
    this.#labels = labels
  }

  observe(seconds: number): void {
    let bucket = 0
    while (bucket < SECONDS_BUCKETS.length && seconds > (SECONDS_BUCKETS[bucket] ?? 0)) bucket += 1
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1
    this.#sum += seconds
  }

  lines(name: string): string[] {
    let so = 0
    const buckets = Array.from(this.#counts, (count, index) => {
      so += count
      const le = index < SECONDS_BUCKETS.length ? String(SECONDS_BUCKETS[index]) : '+Inf'
      return lineOf(`${name}_bucket`, { ...this.#labels, le }, so)
    })
    return [
      ...buckets,
      lineOf(`${name}_sum`, this.#labels, this.#sum),
      lineOf(`${name}_count`, this.#labels, so),
    ]
  }
}

function getOrCreate<T>(series: Map<string, T>, labels: Labels, make: () => T): T {
  const key = JSON.stringify(labels)
  const known = series.get(key)
  if (known !== undefined) return known
  const made = make()
  series.set(key, made)
  return made
}

function lineOf(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
}

function escapeLabel(text: string): string {
  return text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`)
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('It took too long')), FIGURE_WITHIN_MS)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
