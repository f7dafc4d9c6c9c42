import type { LinerNotes } from '../server/src/features/catalog/index.ts'

/** The artists of an album of the demo, and its notes. */
interface DemoCredits {
  artists: readonly string[]
  /** Guests, by the title of the track. */
  features?: Readonly<Record<string, readonly string[]>>
  notes?: LinerNotes
}

/** Credits by the title of the album. Albums without an entry have no artists, like files without tags. */
export const demoCredits: Readonly<Record<string, DemoCredits>> = {
  Kassettendeck: { artists: ['Kolja Brandt'], features: { Doppeldeck: ['Neonhirsch'] } },
  'Echo & Schotter': {
    artists: ['Kolja Brandt', 'Ida Moor'],
    features: { 'Weiche 9': ['Ada Lindqvist'] },
  },
  Zwischengeschoss: {
    artists: ['Kolja Brandt'],
    features: { Handlauf: ['Ada Lindqvist'], Dachluke: ['Neonhirsch', 'Tante Elektra'] },
    notes: {
      notes:
        'Fünf Stücke, aufgenommen in einem Treppenhaus, weil der Proberaum unter Wasser stand. Der Hall auf ' +
        '*Treppenhauslicht* ist kein Effekt, sondern der zweite Stock.\n\n' +
        'Frau Ölmann aus dem Erdgeschoss klopft in *Dachluke* an die Wand. Wir haben sie gefragt, sie durfte bleiben.',
      credits: [
        { role: 'Gesang, Gitarre', names: ['Kolja Brandt'] },
        { role: 'Stimme', names: ['Ada Lindqvist'] },
        { role: 'Schlagzeug', names: ['Bastian Groß'] },
        { role: 'Bass, Orgel', names: ['Neonhirsch'] },
      ],
      genres: ['Indie', 'Lo-Fi'],
      releasedOn: '2023-05-12',
      recordedOn: '2022-03',
      label: 'Kellertür Tonträger',
      source: 'DAT-Band, 2. Überspielung',
    },
  },
}
