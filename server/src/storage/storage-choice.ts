import type { SettingsReader } from '#platform/settings.ts'

/** The addresses of an S3 store, its bucket, and our credentials for it. */
export interface S3Settings {
  /** The URL at which this server reaches the store, without a trailing slash. */
  endpoint: string
  /** The URL at which browsers reach the store. In a network of containers it differs from `endpoint`. */
  publicEndpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * Where media are stored and what sends their bytes: this server (`proxy`), nginx in front of it (`accel`),
 * or the store itself with signed URLs (`redirect`).
 */
export type StorageChoice =
  | { kind: 'disk'; delivery: 'proxy' | 'accel' }
  | { kind: 's3'; delivery: 'proxy' | 'redirect'; s3: S3Settings }

const S3_NAMES = [
  'S3_ENDPOINT',
  'S3_PUBLIC_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** Reads from the settings where media are stored. Files are stored on the local disk unless S3 is configured. */
export function readStorageChoice({ given, address, wrong, missing }: SettingsReader): StorageChoice {
  const delivery = given('MEDIA_DELIVERY') ?? 'proxy'
  if (!S3_NAMES.some((name) => given(name) !== undefined)) {
    if (delivery === 'redirect') missing('S3_BUCKET', 'MEDIA_DELIVERY=redirect sends browsers to an S3 store')
    else if (delivery !== 'proxy' && delivery !== 'accel') wrong('MEDIA_DELIVERY', 'proxy, redirect or accel')
    return { kind: 'disk', delivery: delivery === 'accel' ? 'accel' : 'proxy' }
  }
  const needed = (name: (typeof S3_NAMES)[number]) => {
    const value = given(name)
    if (value === undefined) missing(name, 'an S3 store needs an address, a bucket and a key with its secret')
    return value ?? ''
  }
  if (delivery !== 'proxy' && delivery !== 'redirect')
    wrong('MEDIA_DELIVERY', 'proxy or redirect while media lie on S3')
  if (given('S3_ENDPOINT') === undefined) needed('S3_ENDPOINT')
  const endpoint = withoutSlash(address('S3_ENDPOINT', ['http:', 'https:']) ?? '')
  const publicEndpoint = address('S3_PUBLIC_ENDPOINT', ['http:', 'https:'])
  const bucket = needed('S3_BUCKET')
  if (bucket !== '' && !BUCKET.test(bucket))
    wrong('S3_BUCKET', 'the name of a bucket: 3 to 63 lower-case letters, digits, dots and dashes')
  return {
    kind: 's3',
    delivery: delivery === 'redirect' ? 'redirect' : 'proxy',
    s3: {
      endpoint,
      publicEndpoint: publicEndpoint === undefined ? endpoint : withoutSlash(publicEndpoint),
      bucket,
      region: given('S3_REGION') ?? 'us-east-1',
      accessKeyId: needed('S3_ACCESS_KEY_ID'),
      secretAccessKey: needed('S3_SECRET_ACCESS_KEY'),
    },
  }
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}
