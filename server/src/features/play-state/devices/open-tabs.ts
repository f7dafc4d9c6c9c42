import { PlayerReport, type PlayDevice } from '@tonarchiv/contract/play-devices'
import * as z from 'zod/mini'

/** An open tab of an account with archive access, and the last report of its player. */
export const OpenTab = z.object({
  /** An id that the server generates for each connection. */
  id: z.string(),
  /** The session that identifies the device; all tabs of a browser have the same one. */
  sessionId: z.string(),
  /**
   * The name that the account has given to the device. Null when it has no name, so that the browser's name is shown.
   */
  name: z.nullable(z.string()),
  browser: z.string(),
  kind: z.enum(['mobile', 'tablet', 'desktop']),
  report: PlayerReport,
  /**
   * The time at which playing began; null while the player is silent. In milliseconds since 1970, like `reportedAt`.
   */
  beganAt: z.nullable(z.number()),
  reportedAt: z.number(),
})
export type OpenTab = z.infer<typeof OpenTab>

/** Replaces the report of a tab. While the player loads data, `beganAt` does not change. */
export function withReport(tab: Omit<OpenTab, 'report'>, report: PlayerReport, now: number): OpenTab {
  const isSilent = report.status === 'paused' || report.status === 'empty'
  const begins = report.status === 'playing' && tab.beganAt === null
  return { ...tab, report, reportedAt: now, beganAt: isSilent ? null : begins ? now : tab.beganAt }
}

/** Chooses one tab for each device: the tab in which playing began last, otherwise the tab that has reported last. */
export function tabsOfDevices(tabs: readonly OpenTab[]): OpenTab[] {
  const chosen = new Map<string, OpenTab>()
  for (const tab of tabs) {
    const other = chosen.get(tab.sessionId)
    if (other === undefined || isNearer(tab, other)) chosen.set(tab.sessionId, tab)
  }
  // Session ids sort by the time of the login.
  return [...chosen.values()].toSorted((one, other) => (one.sessionId < other.sessionId ? -1 : 1))
}

function isNearer(tab: OpenTab, than: OpenTab): boolean {
  const [sound, otherSound] = [tab.beganAt ?? 0, than.beganAt ?? 0]
  return sound === otherSound ? tab.reportedAt > than.reportedAt : sound > otherSound
}

/** The list of devices for their account. If two devices have the same name, the second one gets a number. */
export function devicesOf(tabs: readonly OpenTab[]): PlayDevice[] {
  const counts = new Map<string, number>()
  const devices: PlayDevice[] = []
  for (const { sessionId: id, name: given, browser, kind, report, beganAt, reportedAt } of tabsOfDevices(
    tabs,
  )) {
    const shown = given ?? browser
    const count = (counts.get(shown) ?? 0) + 1
    counts.set(shown, count)
    const name = count === 1 ? shown : `${shown} (${count})`
    const named = { id, name, browser: given === null ? null : browser, kind }
    devices.push({ ...named, began_at: beganAt, reported_at: reportedAt, ...report })
  }
  return devices
}
