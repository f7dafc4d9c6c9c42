interface Range {
  value: number
  min: number
  max: number
  keyStep: number
}

/** The value of a slider after a key press; undefined when the key does not change the value. */
export function keyboardValue(key: string, { value, min, max, keyStep }: Range): number | undefined {
  const page = (max - min) / 10
  const moves: Record<string, number> = {
    ArrowRight: value + keyStep,
    ArrowUp: value + keyStep,
    ArrowLeft: value - keyStep,
    ArrowDown: value - keyStep,
    PageUp: value + page,
    PageDown: value - page,
    Home: min,
    End: max,
  }
  const next = moves[key]
  return next === undefined ? undefined : Math.min(Math.max(next, min), max)
}
