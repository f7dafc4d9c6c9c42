/** Headers of every response. See docs/security-requirements.md H-02. */
export function securityHeaders(isHttps: boolean, requestId: string): Record<string, string> {
  return {
    ...(isHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
    'x-frame-options': 'DENY',
    'x-request-id': requestId,
    'cache-control': 'no-store',
  }
}
