import { CrossfadeCard } from './CrossfadeCard.tsx'
import { LoudnessCard } from './LoudnessCard.tsx'
import { QualityCard } from './QualityCard.tsx'

/** The tab "Klang" of the settings: how music is played in this browser. */
export function SoundSettings() {
  return (
    <>
      <LoudnessCard />
      <CrossfadeCard />
      <QualityCard />
    </>
  )
}
