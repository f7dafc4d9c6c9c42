import { seeded } from './seeded.ts'

/** The background, three colours of the motif, and the accent. */
export type Palette = readonly [string, string, string, string, string]

export type Motif =
  | 'contours'
  | 'facade'
  | 'leaves'
  | 'orbits'
  | 'quarters'
  | 'rain'
  | 'rays'
  | 'terrazzo'
  | 'tide'
  | 'weave'

/** The drawing of a motif over the background; `ink` is a colour in which a title is readable on the drawing. */
interface Drawing {
  body: string
  ink: string
}

type Draw = (palette: Palette, seed: string) => Drawing

const round = (value: number) => Math.round(value * 10) / 10

/** A closed or open line through points. */
function line(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`
}

/** Contour lines around two hills. */
const contours: Draw = ([ground, low, middle, high, accent], seed) => {
  const chance = seeded(seed)
  const hills = [
    { x: 380, y: 230, wide: 1 },
    { x: 150, y: 430, wide: 0.62 },
  ]
  const rings = hills.flatMap(({ x, y, wide }) => {
    const phases = Array.from({ length: 4 }, () => chance.between(0, 6.3))
    return Array.from({ length: 15 }, (_, step) => {
      const radius = (26 + (14 - step) * 25) * wide
      const points = Array.from({ length: 90 }, (_point, index): [number, number] => {
        const angle = (index / 90) * 2 * Math.PI
        const swell = phases.reduce(
          (sum, phase, at) => sum + Math.sin(angle * (at + 2) + phase) / (at + 2.5),
          0,
        )
        const reach = radius * (1 + 0.28 * swell)
        return [x + Math.cos(angle) * reach * 1.15, y + Math.sin(angle) * reach * 0.9]
      })
      const colour = step < 5 ? low : step < 10 ? middle : high
      return `<path d="${line(points)}Z" fill="${step === 0 ? ground : 'none'}" stroke="${colour}" stroke-width="${step % 5 === 4 ? 3.2 : 1.5}"/>`
    })
  })
  const summit = `<path d="M380 214l13 22h-26Z" fill="${accent}"/>`
  return {
    body: `${rings.join('')}${summit}<rect y="528" width="600" height="72" fill="${ground}"/>`,
    ink: high,
  }
}

/** A block of flats before dawn with a few lit windows. */
const facade: Draw = ([ground, wall, lit, warm, cold], seed) => {
  const chance = seeded(seed)
  const windows: string[] = []
  for (let row = 0; row < 10; row += 1) {
    for (let column = 0; column < 9; column += 1) {
      const x = 51 + column * 56
      const y = 128 + row * 46
      const dice = chance.next()
      const light = dice < 0.12 ? lit : dice < 0.17 ? warm : dice < 0.2 ? cold : ground
      windows.push(`<rect x="${x}" y="${y}" width="42" height="26" fill="${light}"/>`)
      if (light !== ground && chance.next() < 0.6) {
        const curtain = round(chance.between(8, 22))
        windows.push(`<rect x="${x}" y="${y}" width="${curtain}" height="26" fill="${wall}" opacity=".45"/>`)
      }
      if (column % 3 === 1)
        windows.push(`<rect x="${x - 3}" y="${y + 30}" width="48" height="7" fill="${cold}" opacity=".28"/>`)
    }
  }
  return {
    body: `<rect x="30" y="106" width="540" height="494" fill="${wall}"/>${windows.join('')}`,
    ink: lit,
  }
}

/** Big leaves with their veins. */
const leaves: Draw = ([_ground, dark, middle, light, accent], seed) => {
  const chance = seeded(seed)
  const leaf = (x: number, y: number, turn: number, size: number, fill: string, vein: string) => {
    const veins = [1, 2, 3].flatMap((step) =>
      [-1, 1].map((side) => {
        const from = -20 - step * 56
        const wide = side * (78 - step * 14)
        return `M0 ${from}Q${wide * 0.5} ${from - 12} ${wide} ${from - 50}`
      }),
    )
    return [
      `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">`,
      `<path d="M0 0C-112 -70 -104 -196 0 -286C104 -196 112 -70 0 0Z" fill="${fill}"/>`,
      `<path d="M0 40V-268${veins.join('')}" fill="none" stroke="${vein}" stroke-width="4" stroke-linecap="round"/></g>`,
    ].join('')
  }
  const turns = [-64, -34, -8, 20, 47, 72]
  const fills = [dark, middle, light, middle, dark, light] as const
  const plant = turns.map((turn, index) => {
    const fill = fills[index] ?? middle
    return leaf(318, 600, turn, 1.28 + chance.between(0, 0.25), fill, fill === dark ? middle : dark)
  })
  return { body: `<circle cx="452" cy="196" r="74" fill="${accent}"/>${plant.join('')}`, ink: dark }
}

/** Orbits around a planet. */
const orbits: Draw = ([_ground, deep, pale, accent, far], seed) => {
  const chance = seeded(seed)
  const stars = Array.from(
    { length: 90 },
    () =>
      `<circle cx="${round(chance.between(0, 600))}" cy="${round(chance.between(0, 600))}" r="${round(chance.between(0.5, 1.7))}"/>`,
  )
  const ways = Array.from(
    { length: 7 },
    (_, index) =>
      `<ellipse rx="${128 + index * 34}" ry="${44 + index * 15}" stroke-opacity="${round(0.95 - index * 0.11)}"/>`,
  )
  return {
    body: [
      `<g fill="${pale}" opacity=".7">${stars.join('')}</g>`,
      `<circle cx="300" cy="268" r="112" fill="${deep}"/><path d="M212 199A112 112 0 0 0 300 380A135 135 0 0 1 212 199Z" fill="${pale}" opacity=".92"/>`,
      `<g transform="translate(300 268) rotate(-24)" fill="none" stroke="${far}" stroke-width="1.6">${ways.join('')}</g>`,
      `<circle cx="509" cy="150" r="15" fill="${accent}"/><circle cx="121" cy="316" r="6" fill="${pale}"/>`,
    ].join(''),
    ink: pale,
  }
}

/** Tiles of quarter circles. */
const quarters: Draw = (palette, seed) => {
  const chance = seeded(seed)
  const [ground, ...colours] = palette
  const tiles: string[] = []
  const side = 86
  for (let row = 0; row < 6; row += 1) {
    for (let column = 0; column < 6; column += 1) {
      const turn = chance.index(4) * 90
      const back = chance.next() < 0.45 ? ground : chance.pick(colours)
      const front = chance.pick(colours)
      const shape =
        chance.next() < 0.75
          ? `<path d="M-43 -43H43A86 86 0 0 1 -43 43Z" fill="${front === back ? ground : front}"/>`
          : `<circle r="30" fill="${front === back ? ground : front}"/>`
      tiles.push(
        `<g transform="translate(${42 + side / 2 + column * side} ${42 + side / 2 + row * side * 0.94}) rotate(${turn}) scale(1 .94)"><rect x="-43" y="-43" width="86" height="86" fill="${back}"/>${shape}</g>`,
      )
    }
  }
  return {
    body: `<g transform="translate(0 -14)">${tiles.join('')}</g><rect y="512" width="600" height="88" fill="${ground}"/>`,
    ink: palette[4],
  }
}

/** Rain on a map of stripes, except in one dry spot. */
const rain: Draw = ([_ground, cloud, drop, light, accent], seed) => {
  const chance = seeded(seed)
  const drops = Array.from({ length: 170 }, () => {
    const x = chance.between(-40, 640)
    const y = chance.between(-20, 540)
    const length = chance.between(16, 58)
    // No drops on the dry spot and behind the title.
    if (Math.hypot(x - 392, y - 236) < 112 || (y > 462 && x < 340)) return ''
    return `<path d="M${round(x)} ${round(y)}l${round(-length * 0.36)} ${round(length)}" stroke-opacity="${round(chance.between(0.25, 0.95))}"/>`
  })
  const fronts = Array.from(
    { length: 5 },
    (_, index) =>
      `<path d="M-20 ${70 + index * 104}C140 ${20 + index * 104} 260 ${150 + index * 96} 620 ${44 + index * 110}" stroke-width="${58 - index * 7}"/>`,
  )
  return {
    body: [
      `<g fill="none" stroke="${cloud}" opacity=".5">${fronts.join('')}</g>`,
      `<g fill="none" stroke="${drop}" stroke-width="3" stroke-linecap="round">${drops.join('')}</g>`,
      `<circle cx="392" cy="236" r="86" fill="${accent}"/>`,
    ].join(''),
    ink: light,
  }
}

/** A sun whose rays fill the sky. */
const rays: Draw = ([_ground, warm, hot, dark, ink], _seed) => {
  const beams = Array.from({ length: 36 }, (_, index) => {
    const angle = (index / 36) * 2 * Math.PI
    const half = Math.PI / 72
    const far = (turn: number) => `${round(300 + Math.cos(turn) * 700)} ${round(250 + Math.sin(turn) * 700)}`
    return `<path d="M300 250L${far(angle - half)}L${far(angle + half)}Z"/>`
  })
  return {
    body: [
      `<g fill="${warm}" opacity=".72">${beams.join('')}</g>`,
      `<circle cx="300" cy="250" r="134" fill="${hot}"/><circle cx="300" cy="250" r="104" fill="${warm}"/>`,
      `<path d="M0 436C120 372 232 470 352 420S540 388 600 430V600H0Z" fill="${hot}"/>`,
      `<path d="M0 500C150 440 300 520 420 476S560 470 600 486V600H0Z" fill="${dark}"/>`,
    ].join(''),
    ink: ink === dark ? warm : '#f6e7cb',
  }
}

/** Splinters of stone in plaster. */
const terrazzo: Draw = (palette, seed) => {
  const chance = seeded(seed)
  const [ground, ink, second, third, fourth] = palette
  const stones: string[] = []
  const placed: { x: number; y: number; size: number }[] = []
  for (let tries = 0; tries < 900 && placed.length < 130; tries += 1) {
    const size = chance.next() < 0.3 ? chance.between(24, 46) : chance.between(6, 18)
    const x = chance.between(-10, 610)
    const y = chance.between(-10, 500)
    if (placed.some((stone) => Math.hypot(stone.x - x, stone.y - y) < (stone.size + size) * 0.95)) continue
    placed.push({ x, y, size })
    const corners = 5 + chance.index(3)
    const turn = chance.between(0, 6.3)
    const points = Array.from({ length: corners }, (_, index): [number, number] => {
      const angle = turn + (index / corners) * 2 * Math.PI
      const reach = size * chance.between(0.62, 1)
      return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]
    })
    stones.push(`<path d="${line(points)}Z" fill="${chance.pick([ink, second, third, fourth])}"/>`)
  }
  return { body: `${stones.join('')}<rect y="516" width="600" height="84" fill="${ground}"/>`, ink }
}

/** Waves that come in under a low light. */
const tide: Draw = ([ground, near, middle, dark, light], seed) => {
  const chance = seeded(seed)
  const waves = Array.from({ length: 15 }, (_, row) => {
    const base = 218 + row * row * 1.15 + row * 11
    const phase = chance.between(0, 6.3)
    const height = 4 + row * 1.5
    const points = Array.from({ length: 61 }, (_point, index): [number, number] => {
      const x = index * 10
      return [
        x,
        base + Math.sin(x / (34 + row * 5) + phase) * height + Math.sin(x / 97 + phase * 2) * height * 0.8,
      ]
    })
    const fill = row < 5 ? near : row < 10 ? middle : dark
    return `<path d="${line(points)}L600 600L0 600Z" fill="${fill}" fill-opacity=".32" stroke="${ground}" stroke-opacity=".5" stroke-width="1.5"/>`
  })
  return { body: `<circle cx="196" cy="168" r="58" fill="${light}"/>${waves.join('')}`, ink: ground }
}

/** Ribbons over and under each other. */
const weave: Draw = ([ground, across, down, light, accent], seed) => {
  const chance = seeded(seed)
  const pitch = 62
  const ribbons: string[] = []
  const bright = { row: chance.index(5) + 2, column: chance.index(6) + 1 }
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 10; column += 1) {
      const x = column * pitch
      const y = 118 + row * pitch
      const over = (row + column) % 2 === 0
      const isBright = over ? row === bright.row : column === bright.column
      const fill = isBright ? accent : over ? across : down
      const shape = over
        ? `<rect x="${x - 9}" y="${y + 8}" width="${pitch + 18}" height="${pitch - 16}" rx="5" fill="${fill}"/>`
        : `<rect x="${x + 8}" y="${y - 9}" width="${pitch - 16}" height="${pitch + 18}" rx="5" fill="${fill}"/>`
      ribbons.push(shape)
    }
  }
  return { body: `${ribbons.join('')}<rect width="600" height="106" fill="${ground}"/>`, ink: light }
}

export const motifs: Record<Motif, Draw> = {
  contours,
  facade,
  leaves,
  orbits,
  quarters,
  rain,
  rays,
  terrazzo,
  tide,
  weave,
}
