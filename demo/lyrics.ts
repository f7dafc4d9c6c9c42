/** Lyrics of tracks of the demo archive, by album and title: one with times, one without. */
export const demoLyrics: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Papierflieger: {
    Papierflieger: [
      '[00:02.00]Ein Blatt aus deinem Heft, zweimal gefaltet',
      '[00:07.50]Der Wind vom Hof, er nimmt es mit',
      '[00:13.00]Es hat noch nie ein Ziel gehabt',
      '[00:18.50]Und kommt doch an, ein kleines Stück',
      '[00:24.00]',
      '[00:26.00]Papierflieger, flieg nicht zu weit',
      '[00:31.50]Wir haben noch ein ganzes Heft',
      '[00:37.00]Papierflieger, wir haben Zeit',
    ].join('\n'),
  },
  Kassettendeck: {
    Bandsalat: [
      'Erst ein Leiern, dann ein Knacken',
      'Dann das Band um deine Hand',
      'Und wir drehen mit dem Bleistift',
      'Meter Sommer an den Rand',
      '',
      'Was du hörst, ist nicht die Stelle',
      'Was du hörst, ist nur der Riss',
      'Und trotzdem kennen wir die Zeile',
      'Die da eigentlich noch ist',
    ].join('\n'),
  },
}
