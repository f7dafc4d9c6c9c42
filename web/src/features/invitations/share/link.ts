/** The URL of the page on which the guest accepts the invitation. */
export const linkOf = (key: string) => new URL(`/k/${key}`, location.origin).href

/** The same URL without its scheme, to read. */
export const shortLinkOf = (key: string) => `${location.host}/k/${key}`
