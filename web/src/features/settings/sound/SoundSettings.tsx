import { CrossfadeCard } from './CrossfadeCard.tsx'
import { LoudnessCard } from './LoudnessCard.tsx'
import { QualityCard } from './QualityCard.tsx'

/** The tab "Klang": how music sounds on this device. */
export function SoundSettings() {
  return (
    <>
      <LoudnessCard />
      <CrossfadeCard />
      <QualityCard />
    </>
  )
}
