import { siteValue } from './site.ts'

/** Addresses outside of the app that the operator has configured. They are no part of the first screen. */
interface SiteLinks {
  /** The page of the community on which members get access keys; undefined when the operator has not configured one. */
  communityUrl: string | undefined
  /** The host of covers and audio, without a trailing slash; undefined if that is the host of the app. */
  mediaUrl: string | undefined
  /** Whether requests for audio are redirected to another origin, whose responses the page may not read. */
  isMediaForeign: boolean
}

function webUrl(text: string): string | undefined {
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined
}

function readLinks(): SiteLinks {
  // Tests of the player's logic have no `document`.
  if (typeof document === 'undefined')
    return { communityUrl: undefined, mediaUrl: undefined, isMediaForeign: false }
  const mediaUrl = webUrl(siteValue('media-url'))
  return {
    communityUrl: webUrl(siteValue('community-url')),
    mediaUrl,
    isMediaForeign: mediaUrl !== undefined || siteValue('media-foreign') === 'true',
  }
}

export const siteLinks = readLinks()
