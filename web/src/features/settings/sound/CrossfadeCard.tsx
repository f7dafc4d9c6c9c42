import { chooseCrossfade, CROSSFADE_MAX, useCrossfade } from '#features/player/index.ts'
import { Slider } from '#ui/components/controls/Slider.tsx'
import { SettingsCard } from '../form/SettingsCard.tsx'
import styles from './CrossfadeCard.module.css'
import { CrossfadeFigure } from './CrossfadeFigure.tsx'

const LABEL = 'Überblenden'

/** The choice of the crossfade for this browser. A change takes effect immediately. */
export function CrossfadeCard() {
  const seconds = useCrossfade()
  return (
    <SettingsCard
      title="Übergänge"
      hint="Überblenden gilt zwischen Tracks, die nicht zusammengehören. Ein Album, das du der Reihe nach hörst, läuft immer lückenlos."
    >
      <CrossfadeFigure seconds={seconds} />
      <div className={styles.row}>
        <span className={styles.label} aria-hidden>
          {LABEL}
        </span>
        <Slider
          label={LABEL}
          value={seconds}
          max={CROSSFADE_MAX}
          step={1}
          keyStep={1}
          valueText={seconds === 0 ? 'Aus' : `${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'}`}
          accent
          onChange={chooseCrossfade}
        />
        <output className={styles.figure}>{seconds === 0 ? 'Aus' : `${seconds} s`}</output>
      </div>
    </SettingsCard>
  )
}
