/** Wraps a click handler, so that it ignores the second click of a double click, which would undo the first one. */
export function oncePerDoubleClick(handler: () => void): (event: { detail: number }) => void {
  return ({ detail }) => {
    // `detail` is the number of the click in a series; it is 0 for clicks that keys cause.
    if (detail < 2) handler()
  }
}
