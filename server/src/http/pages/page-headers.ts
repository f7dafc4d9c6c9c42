import type { Config } from '#config.ts'

/** Headers of every HTML response. See docs/security-requirements.md H-01, H-03. */
export function pageHeaders({
  publicUrl,
  mediaUrl,
  storage,
}: Pick<Config, 'publicUrl' | 'mediaUrl' | 'storage'>): Record<string, string> {
  const socket = publicUrl.replace(/^http/, 'ws')
  const media = mediaUrl === undefined ? '' : ` ${new URL(mediaUrl).origin}`
  // With `redirect`, browsers are redirected to the S3 store for music and videos, so the policy must allow its origin.
  const store = storage.delivery === 'redirect' ? ` ${new URL(storage.s3.publicEndpoint).origin}` : ''
  const policy = {
    'default-src': `'none'`,
    'script-src': `'self'`,
    'style-src': `'self'`,
    'img-src': `'self' blob: data:${media}`,
    'media-src': `'self' blob:${media}${store}`,
    'connect-src': `'self' ${socket}${media}`,
    'font-src': `'self'`,
    'manifest-src': `'self'`,
    'worker-src': `'self'`,
    'form-action': `'self'`,
    'base-uri': `'none'`,
    'object-src': `'none'`,
    'frame-ancestors': `'none'`,
    'require-trusted-types-for': `'script'`,
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cache-control': 'no-cache',
  }
}

/**
 * Headers for bytes that a user has uploaded. They allow the browser to show or play the bytes, and nothing else. See
 * docs/security-requirements.md U-06.
 */
export const userContentHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

/** Headers for media on a host of their own (`MEDIA_URL`). They allow only our own page to use and read the media. */
export function mediaOriginHeaders(publicUrl: string): Record<string, string> {
  return {
    'access-control-allow-origin': new URL(publicUrl).origin,
    // The player reads files in ranges, so it must be able to read these headers.
    'access-control-expose-headers': 'content-range, etag',
    'cross-origin-resource-policy': 'cross-origin',
  }
}
