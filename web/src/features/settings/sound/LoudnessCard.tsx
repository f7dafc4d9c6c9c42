import type { TrackSound } from '@tonarchiv/contract/track-sound'
import { chooseLeveling, gainDb, useLeveling, usePlayer, type Leveling } from '#features/player/index.ts'
import { useTrackSound } from '#features/track-sound/index.ts'
import { Detail, DetailList } from '#ui/components/content/DetailList.tsx'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import { SettingsCard } from '../form/SettingsCard.tsx'
import { useAnalysisProgress } from './analysis-progress.ts'
import { AnalysisStatus } from './AnalysisStatus.tsx'
import { LoudnessFigure } from './LoudnessFigure.tsx'
import styles from './LoudnessCard.module.css'
import { useRecentSounds } from './recent-sounds.ts'

const TITLE = 'Lautstärke angleichen'
const OPTIONS: readonly { value: Leveling; label: string }[] = [
  { value: 'off', label: 'Aus' },
  { value: 'track', label: 'Titel' },
  { value: 'album', label: 'Album' },
]

/** The choice of the loudness normalisation for this browser. A change takes effect immediately. */
export function LoudnessCard() {
  const leveling = useLeveling()
  const track = usePlayer((state) => state.track)
  const progress = useAnalysisProgress()
  const analysed = progress === null ? null : progress?.analysed
  const sound = useTrackSound(track?.file === undefined ? undefined : track.id, analysed)
  const sounds = useRecentSounds()
  return (
    <SettingsCard
      title={TITLE}
      hint="Leise und laute Aufnahmen klingen gleich laut. „Album“ lässt die Unterschiede innerhalb eines Albums stehen."
      aside={
        <ToggleGroup label={TITLE} value={leveling} options={OPTIONS} shared onChange={chooseLeveling} />
      }
    >
      {sounds.length > 0 && <LoudnessFigure sounds={sounds} leveling={leveling} currentId={track?.id} />}
      {track?.file !== undefined && sound !== undefined && (
        <div className={styles.measured}>
          <DetailList>
            <Measured title={track.title} sound={sound} leveling={leveling} isAwaited={progress !== null} />
          </DetailList>
        </div>
      )}
      {progress && <AnalysisStatus {...progress} />}
    </SettingsCard>
  )
}

interface MeasuredProps {
  title: string
  sound: TrackSound | null
  leveling: Leveling
  /** Whether the server is analysing tracks at present, so that values may follow. */
  isAwaited: boolean
}

/** The measured values of the current track. */
function Measured({ title, sound, leveling, isAwaited }: MeasuredProps) {
  const loudness = sound?.loudness ?? null
  const gain = signed(gainDb(loudness, leveling), 'dB')
  // An analysed track has a waveform. If there is a loudness but no waveform, the loudness comes from the tags of the
  // file.
  if (!sound || sound.waveform === null)
    return (
      <>
        <Detail name={`„${title}“`}>{isAwaited ? 'wird noch gemessen' : 'nicht gemessen'}</Detail>
        {loudness && (
          <Detail name={isAwaited ? 'Bis dahin nach Angabe der Datei' : 'Nach Angabe der Datei'}>
            {gain}
          </Detail>
        )}
      </>
    )
  if (!loudness) return <Detail name={`„${title}“`}>nicht messbar</Detail>
  return (
    <>
      <Detail name={`„${title}“, gemessen`}>{signed(loudness.trackLufs, 'LUFS')}</Detail>
      <Detail name="Spitze">{signed(loudness.trackPeakDbtp, 'dBTP')}</Detail>
      <Detail name="Wird gespielt mit">{gain}</Detail>
    </>
  )
}

/**
 * A number with its unit, for example `−21,3 LUFS` or `+5,3 dB`. It always has a sign, also for LUFS and dBTP, which
 * are rarely positive.
 */
function signed(value: number, unit: string): string {
  const digits = Math.abs(value).toLocaleString('de-DE', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const sign = Number(value.toFixed(1)) === 0 ? '' : value < 0 ? '−' : '+'
  return `${sign}${digits} ${unit}`
}
