import { type CallTarget, measureCalls } from '../load/calls.ts'
import { getRequest } from '../load/connection.ts'
import { figure, kilobytes, ratio, times } from '../report/numbers.ts'
import type { OpenedForApps } from '../servers/for-apps.ts'

/** A call of the apps' protocol, and the call of the web app for the same data. */
export interface ComparedWithWeb {
  name: string
  app: (opened: OpenedForApps) => string[]
  web: (opened: OpenedForApps) => string[]
  /** Whether the two responses contain different amounts of data. They are then compared per kilobyte. */
  isByKilobyte?: true
  /** Whether the server reads more rows than it sends. The growth is then compared with that of the web app's call. */
  growsAsWeb?: true
}

export interface BesideWeb {
  cells: string[]
  /**
   * Processor time of a call, or of a kilobyte with `isByKilobyte`. With `growsAsWeb` it is divided by the same value
   * of the web app.
   */
  cost: number | undefined
  toWebP50: number | undefined
  toWebCpu: number | undefined
}

/** Sends the requests of the apps and of the web app to each server in turn. */
export async function compareWithWeb(
  all: readonly OpenedForApps[],
  call: ComparedWithWeb,
): Promise<BesideWeb[]> {
  const targets: CallTarget[] = []
  const sizes: number[] = []
  for (const opened of all)
    for (const [paths, headers] of [
      [call.app(opened), {}],
      [call.web(opened), { authorization: `Bearer ${opened.token}` }],
    ] as const) {
      const { pid, port } = opened.server
      sizes.push(await meanBytes(port, paths, headers))
      targets.push({ pid, port, requests: paths.map((path) => getRequest(path, headers)) })
    }
  const figures = await measureCalls(targets)
  return all.flatMap(({ archive }, index) => {
    const [app, web] = figures.slice(index * 2)
    const [appBytes = 1, webBytes = 1] = sizes.slice(index * 2)
    if (app === undefined || web === undefined) return []
    const share = call.isByKilobyte === true ? webBytes / appBytes : 1
    const toWebP50 = (app.p50Ms / web.p50Ms) * share
    const cpu = ratio(app.cpuMs, web.cpuMs)
    const toWebCpu = cpu === undefined ? undefined : cpu * share
    const cells = [
      archive.label,
      kilobytes(appBytes),
      figure(app.p50Ms),
      figure(app.cpuMs),
      kilobytes(webBytes),
      figure(web.p50Ms),
      figure(web.cpuMs),
      times(toWebP50),
      times(toWebCpu),
    ]
    const own = call.isByKilobyte === true ? ratio(app.cpuMs, appBytes) : app.cpuMs
    const cost = call.growsAsWeb === true ? toWebCpu : own
    return [{ cells, cost, toWebP50, toWebCpu }]
  })
}

const SAMPLED = 20

/**
 * Checks a response.
 * @throws when it is a failure, which has status 200 in the protocol of the apps
 */
async function meanBytes(
  port: number,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<number> {
  let bytes = 0
  const some = paths.slice(0, SAMPLED)
  for (const path of some) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    const text = await response.text()
    if (!response.ok || text.includes('"status":"failed"')) throw new Error(`${path}: ${text.slice(0, 300)}`)
    bytes += Buffer.byteLength(text)
  }
  return bytes / some.length
}
