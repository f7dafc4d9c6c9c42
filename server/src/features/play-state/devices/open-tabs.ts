import { PlayerReport, type PlayDevice } from '@tonarchiv/contract/play-devices'
import * as z from 'zod/mini'

/** An open tab with archive access and what its player last reported. */
export const OpenTab = z.object({
  /** Made by the server for each connection. */
  id: z.string(),
  /** The session: its browser is the device. */
  sessionId: z.string(),
  /** As the account calls the device; null stands for its browser. */
  name: z.nullable(z.string()),
  browser: z.string(),
  kind: z.enum(['mobile', 'tablet', 'desktop']),
  report: PlayerReport,
  /** When its sound began; null while it is silent. Milliseconds since 1970, like `reportedAt`. */
  beganAt: z.nullable(z.number()),
  reportedAt: z.number(),
})
export type OpenTab = z.infer<typeof OpenTab>

/** The tab with a new report. Sound that waits for data has not ended, sound that was not there yet has not begun. */
export function withReport(tab: Omit<OpenTab, 'report'>, report: PlayerReport, now: number): OpenTab {
  const isSilent = report.status === 'paused' || report.status === 'empty'
  const begins = report.status === 'playing' && tab.beganAt === null
  return { ...tab, report, reportedAt: now, beganAt: isSilent ? null : begins ? now : tab.beganAt }
}

/** The tab that stands for each device: the one whose sound began last, else the one that reported last. */
export function tabsOfDevices(tabs: readonly OpenTab[]): OpenTab[] {
  const chosen = new Map<string, OpenTab>()
  for (const tab of tabs) {
    const other = chosen.get(tab.sessionId)
    if (other === undefined || isNearer(tab, other)) chosen.set(tab.sessionId, tab)
  }
  // The ids of sessions are in the order of their logins.
  return [...chosen.values()].toSorted((one, other) => (one.sessionId < other.sessionId ? -1 : 1))
}

function isNearer(tab: OpenTab, than: OpenTab): boolean {
  const [sound, otherSound] = [tab.beganAt ?? 0, than.beganAt ?? 0]
  return sound === otherSound ? tab.reportedAt > than.reportedAt : sound > otherSound
}

/** The devices as their account sees them; of two with the same name the second one has a number. */
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
