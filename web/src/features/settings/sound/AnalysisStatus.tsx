import type { AnalysisProgress } from '@tonarchiv/contract/track-sound'
import { formatNumber } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Progress } from '#ui/components/controls/Progress.tsx'
import styles from './AnalysisStatus.module.css'

/** How many tracks the server has analysed so far. Not a live region, because the number changes every few seconds. */
export function AnalysisStatus({ tracks, analysed }: AnalysisProgress) {
  return (
    <div className={styles.status}>
      <Text as="p" size="sm" tone="muted">
        Das Archiv wird untersucht: {formatNumber(analysed)} von {formatNumber(tracks)} Tracks
      </Text>
      <Progress label="Untersuchung" value={analysed / tracks} />
    </div>
  )
}
