/** The URL of the page on which this key can be redeemed. */
export const keyLink = (key: string) => new URL(`/k/${key}`, location.origin).href

/** The same URL without its scheme, to read. */
export const shortKeyLink = (key: string) => `${location.host}/k/${key}`
