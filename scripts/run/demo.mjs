import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * Settings for the storage of an archive. Those in .env belong to the real archive, to which the demo must not add its
 * music.
 */
const PLACES = [
  'DATABASE_URL',
  'REDIS_URL',
  'BACKUP_DIR',
  'MEDIA_DELIVERY',
  'MEDIA_URL',
  'S3_ENDPOINT',
  'S3_PUBLIC_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
]

/**
 * The storage settings of the demo. They come from the environment of the command; by default a separate folder is
 * used, and members may invite. All other settings come from .env.
 */
export function demoSettings(environment = process.env) {
  const places = PLACES.map((name) => [name, environment[name] ?? ''])
  return {
    ...Object.fromEntries(places),
    DATA_DIR: environment.DATA_DIR || join(root, 'data-demo'),
    INVITATIONS: environment.INVITATIONS || 'yes',
  }
}
