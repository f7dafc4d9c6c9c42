import type { Amplify } from '../output/amplifier.ts'
import { mediaSource, type TimelineElement } from './media-timeline.ts'
import { openSoundFile } from './open-sound-file.ts'
import type { OpenFile } from './readied-file.ts'
import type { TimelineHandlers, TimelineSound } from '../timeline.ts'
import { createTimelineSound } from './timeline-sound.ts'
import { cutsWithinPackets } from './trim-test.ts'

/**
 * Creates the sound that joins tracks without gaps; undefined where the browser cannot cut packets to the sample.
 *
 * @param createElement - creates the audio element that plays the timeline; not called where the browser cannot cut
 */
export async function createGapless(
  createElement: () => TimelineElement,
  amplify: Amplify,
  renewed: (address: string) => Promise<string>,
  handlers: TimelineHandlers,
): Promise<TimelineSound | undefined> {
  const Source = mediaSource()
  if (!Source || !(await cutsWithinPackets(Source))) return undefined
  const element = createElement()
  const openFile: OpenFile = (address, atSeconds) => openSoundFile(address, renewed, atSeconds)
  return createTimelineSound({ element, amplifier: amplify(element), Source, openFile }, handlers)
}
