/*
 * Functions that run in the page while the player is measured. The `currentTime` of an audio element advances with its
 * output: when it is 40 ms, the sound began 40 ms ago.
 */

/** Milliseconds from the next click to the first sound that it starts. */
export async function soundAfterPress(): Promise<number> {
  return new Promise((resolve) => {
    const look = (pressedAt: number) => {
      const playing = [...document.querySelectorAll('audio')].find(
        (element) => !element.paused && element.currentTime > 0,
      )
      if (playing) resolve(performance.now() - playing.currentTime * 1000 - pressedAt)
      else setTimeout(look, 1, pressedAt)
    }
    addEventListener('click', ({ timeStamp }) => setTimeout(look, 0, timeStamp), {
      capture: true,
      once: true,
    })
  })
}

/** Adds a button that plays a URL in the simplest way: with an audio element and nothing else. */
export function putBareButton(address: string): void {
  const button = document.createElement('button')
  button.textContent = 'Bare element'
  Object.assign(button.style, { position: 'fixed', left: '0', top: '0', zIndex: '1000' })
  button.addEventListener('click', () => {
    const element = document.createElement('audio')
    element.dataset['bare'] = ''
    document.body.append(element)
    element.src = address
    void element.play()
  })
  document.body.append(button)
}

export function removeBare(): void {
  for (const element of document.querySelectorAll<HTMLAudioElement>('audio[data-bare]')) {
    element.pause()
    element.removeAttribute('src')
    element.load()
    element.remove()
  }
  for (const button of document.querySelectorAll('button'))
    if (button.textContent === 'Bare element') button.remove()
}

/** Whether an element that is not playing could play at once. */
export function isNextLoaded(): boolean {
  const elements = [...document.querySelectorAll('audio')]
  return (
    elements.some(({ paused }) => !paused) && elements.some((each) => each.paused && each.readyState === 4)
  )
}

/** Milliseconds between the end of one element's sound and the beginning of the next; negative where they overlap. */
export async function silenceByClocks(): Promise<number> {
  const elements = [...document.querySelectorAll('audio')]
  const ending = elements.find(({ paused }) => !paused)
  if (!ending) throw new Error('Nothing plays')
  const others = elements.filter((each) => each !== ending)
  const length = ending.duration
  /** When the element's time changed last. */
  let last = { at: performance.now(), seconds: ending.currentTime }
  let begunAt: number | undefined
  return new Promise((resolve) => {
    const look = () => {
      const at = performance.now()
      const { currentTime, duration } = ending
      if (duration === length && currentTime > last.seconds) last = { at, seconds: currentTime }
      const following = others.find(({ paused, currentTime: seconds }) => !paused && seconds > 0)
      if (begunAt === undefined && following) begunAt = at - following.currentTime * 1000
      if (begunAt === undefined || at < begunAt + 500) {
        setTimeout(look, 2)
        return
      }
      // If the sound got that far, it ended at its duration, otherwise where it was stopped.
      const rest = length - last.seconds
      resolve(begunAt - (rest < 0.03 ? last.at + rest * 1000 : last.at))
    }
    look()
  })
}

/** Connects the player's audio to an analyser that records each change between sound and silence. */
export async function startListening(): Promise<void> {
  const ear = `registerProcessor('ear', class extends AudioWorkletProcessor {
    isAudible = false
    process([input]) {
      const isAudible = input.some((channel) => channel.some((sample) => Math.abs(sample) > 0.001))
      if (isAudible !== this.isAudible) this.port.postMessage({ isAudible, atMs: (currentFrame / sampleRate) * 1000 })
      this.isAudible = isAudible
      return true
    }
  })`
  const context = new AudioContext()
  await context.resume()
  await context.audioWorklet.addModule(URL.createObjectURL(new Blob([ear], { type: 'text/javascript' })))
  const node = new AudioWorkletNode(context, 'ear')
  node.connect(context.destination)
  for (const element of document.querySelectorAll('audio'))
    context.createMediaElementSource(element).connect(node)
  const rounds: { isAudible: boolean; atMs: number }[] = []
  Reflect.set(globalThis, 'heardTurns', rounds)
  node.port.addEventListener('message', ({ data }) => rounds.push(data))
  node.port.start()
}

/** Milliseconds of silence at the next track change, by the samples that are output. */
export async function silenceBySamples(): Promise<number> {
  const rounds: unknown = Reflect.get(globalThis, 'heardTurns')
  if (!Array.isArray(rounds)) throw new Error('There is no ear')
  rounds.length = 0
  const others = [...document.querySelectorAll('audio')].filter(({ paused }) => paused)
  return new Promise((resolve) => {
    const look = () => {
      if (!others.some(({ paused, currentTime }) => !paused && currentTime > 0.5)) {
        setTimeout(look, 5)
        return
      }
      let silent = 0
      let since: number | undefined
      for (const { isAudible, atMs } of rounds) {
        if (isAudible && since !== undefined) silent += atMs - since
        since = isAudible ? undefined : atMs
      }
      resolve(silent)
    }
    look()
  })
}

/** Records from now on which elements of the player bar move, and by how much. */
export function watchBar(): void {
  const jumps: { value: number; parts: string[] }[] = []
  Reflect.set(globalThis, 'barJumps', jumps)
  const nameOf = (element: Element) =>
    `${element.localName} ${element.getAttribute('aria-label') ?? element.className}`.trim()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const sources: unknown = Reflect.get(entry, 'sources')
      const parts = (Array.isArray(sources) ? sources : []).flatMap(({ node }) => {
        const element: unknown = node instanceof Element ? node : node?.parentElement
        const isInBar = element instanceof Element && element.closest('[aria-label="Player"]') !== null
        return isInBar ? [nameOf(element)] : []
      })
      if (parts.length > 0) jumps.push({ value: Number(Reflect.get(entry, 'value')), parts })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

export function barJumps(): { value: number; parts: string[] }[] {
  const jumps: unknown = Reflect.get(globalThis, 'barJumps')
  return Array.isArray(jumps) ? jumps : []
}

/** Milliseconds that seeks within the buffered part take, on the playing element. */
export async function seekTimes(count: number): Promise<number[]> {
  const playing = async (): Promise<HTMLAudioElement> => {
    const element = [...document.querySelectorAll('audio')].find(
      ({ paused, currentTime }) => !paused && currentTime > 0,
    )
    if (element) return element
    await new Promise((resolve) => setTimeout(resolve, 10))
    return playing()
  }
  const element = await playing()
  const times: number[] = []
  for (let seek = 0; seek < count; seek += 1) {
    const from = performance.now()
    const seeked = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }))
    element.currentTime = (seek % 10) / 10
    await seeked
    times.push(performance.now() - from)
  }
  return times
}

/** Measures from now on the milliseconds from the next key press to the end of the frame that shows the large view. */
export function watchOpening(): void {
  const opening = new Promise<number>((resolve) => {
    const look = (pressedAt: number) => {
      if (document.querySelector('[data-large-view][open]') === null) {
        requestAnimationFrame(() => look(pressedAt))
        return
      }
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve(performance.now() - pressedAt))
      port1.start()
      port2.postMessage('painted')
    }
    addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => look(timeStamp)), {
      capture: true,
      once: true,
    })
  })
  Reflect.set(globalThis, 'opening', opening)
}

export async function openingTime(): Promise<number> {
  return Number(await Reflect.get(globalThis, 'opening'))
}
