import type { Random } from './random.ts'

const FIRST = (
  'Nacht Regen Straßen Sommer Wasser Stern Mond Herz Schatten Winter Licht Feuer Wolken Himmel Stadt Morgen Silber Traum ' +
  'Wind Meer Schnee Gold Nebel Glas Küsten Flügel Wälder Tränen Blüten Brücken Hügel Mühlen Räuber Türen Gärten Löwen ' +
  'König Grün Süd Früh Spät Öl Über Käfer Vögel Gewitter Asphalt Beton Kreide Fluss Eisen Kupfer Honig Salz Pfeffer ' +
  'Quarz Ziegel Juwelen Xylophon Yacht Zwiebel Kies Moos Farn Dorn Distel Ahorn Birken Eichen Tannen Linden'
).split(' ')
const LAST = (
  'lied tanz fahrt reise zeit kind spiel haus weg blick klang stille traum kreis turm garten fest schiff bahn brief ' +
  'kuss wache laterne gänger sänger träger händler bläser läufer flüstern rauschen glühen gruß fuß maß stoß schloss ' +
  'grund bucht uhr leuchten kammer fenster spur chor walzer marsch funke welle ferne nähe höhe tiefe größe süße'
).split(' ')
const JOINING = 'und der im ohne von am für unter nach bei über zwischen bis gegen'.split(' ')
const LONE = (
  'Du Ich Nie Immer Heute Bald Allein Zuhause Irgendwo Vielleicht Verloren Gefunden Zurück Weiter Schön Müde Wach Frei ' +
  'Leise Laut Fünf Zwölf Dreißig Nochmal Adieu Servus Tschüss Grüße'
).split(' ')

const ONSETS =
  'b br d dr f fl fr g gl gr h j k kl kn kr l m n p pf qu r s sch schl schw sp st str t tr v w z zw'.split(
    ' ',
  )
const VOWELS = 'a e i o u ä ö ü ei au ie eu'.split(' ')
const CODAS = 'l ll lk lm n nd ng nk r rn rt s ss ß st ch cht ck ft mm pp tt tz x'.split(' ')
const ENDINGS = 'e el en er ung heit chen ling ig isch los bar sam'.split(' ')

/** A made-up title of one to five German words. */
export function createTitle(createRandom: Random): string {
  const compound = () =>
    createRandom.below(5) === 0
      ? createRandom.oneOf(FIRST) + createRandom.oneOf(LAST)
      : createWord(createRandom)
  switch (createRandom.below(6)) {
    case 0:
      return compound()
    case 1:
      return `${createRandom.oneOf(LONE)} ${createRandom.oneOf(JOINING)} ${compound()}`
    case 2:
      return `${createWord(createRandom)} ${createRandom.oneOf(JOINING)} ${createWord(createRandom)}`
    case 3:
      return `${createRandom.oneOf(LONE)}, ${compound()}`
    case 4:
      return `${compound()} ${createRandom.oneOf(JOINING)} ${compound()}`
    default:
      return `${createRandom.oneOf(LONE)} ${compound()} (${createWord(createRandom)})`
  }
}

/** A made-up word that sounds German and mostly occurs only once. */
function createWord(createRandom: Random): string {
  const syllable = () => createRandom.oneOf(ONSETS) + createRandom.oneOf(VOWELS) + createRandom.oneOf(CODAS)
  const word = (createRandom.below(3) === 0 ? syllable() : '') + syllable() + createRandom.oneOf(ENDINGS)
  return word.charAt(0).toUpperCase() + word.slice(1)
}
