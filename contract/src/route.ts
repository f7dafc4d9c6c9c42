import type * as z from 'zod/mini'
import type { Refusal } from './refusal.ts'

/**
 * Access levels, from open to narrow: every caller; every logged-in account; accounts with a verified email
 * address; accounts that have redeemed an access key (and admins); admins only. See docs/product.md §4.1.
 */
export type Access = 'public' | 'auth' | 'verified' | 'key' | 'admin'

export const ACCESS_LEVELS = [
  'public',
  'auth',
  'verified',
  'key',
  'admin',
] as const satisfies readonly Access[]

/**
 * The rate limit of a route; the server defines the numbers. `image`, `stream`, `uploadChunk`, `instantSearch` and
 * `appRead` replace the general limit of an account. `search` counts in addition to the general limit. `none` counts
 * nothing (health checks of the operator). `appRead` is for calls that other apps repeat for each album or song, in
 * order to copy the lists of the archive.
 */
export type RateLimitClass =
  | 'image'
  | 'stream'
  | 'uploadChunk'
  | 'instantSearch'
  | 'appRead'
  | 'search'
  | 'none'

export type Confirmation = 'login' | 'explicit'

type AnySchema = z.ZodMiniType
type AnyObject = z.ZodMiniObject

/** The parts of a multipart body. They may be in any order. `{i}` in the name of a file is a number, counted from 0. */
export interface MultipartShape {
  fields: AnyObject
  files: readonly string[]
}

/**
 * The description of one call. The server, the browser, the OpenAPI document and the access tests read this
 * object.
 */
export interface RouteShape {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path. Parameters are written as `:name`. */
  path: string
  access: Access
  /** One English sentence for the API description. */
  summary: string
  params?: AnyObject
  query?: AnyObject
  body?: AnySchema
  multipart?: MultipartShape
  /** The schema of a JSON response, or `bytes` for a file, whose media type is in the database. */
  answer: AnySchema | 'bytes'
  /** HTTP status of a success. Default 200. */
  status?: 200 | 201
  /**
   * A GET of media, which also accepts the cookie and the query tokens `token` and `auth` as credentials. See
   * docs/product.md §5.1.
   */
  media?: true
  /** Whether the page loads these media from the media host, if the operator has configured one (`MEDIA_URL`). */
  onMediaHost?: true
  /** The rate limit of the route. Default: the general limit. */
  limit?: RateLimitClass
  /** `limit` applies only to calls in which this query field has a value. */
  limitWithQuery?: string
  /**
   * A GET that the browser opens as a page, so that it cannot have an `Authorization` header. It also accepts the
   * cookie as the credential, but never a query token.
   */
  inBrowser?: true
  /**
   * Whether the route uses the tus protocol. Headers then take the place of a query or a JSON body, and the bytes have
   * the type `application/offset+octet-stream`.
   */
  tus?: true
  /**
   * Whether the caller must have confirmed in the last ten minutes that they own the account. `explicit`: after the
   * login, with password, passkey or code. `login`: the login itself counts as well. See docs/product.md §5.5.
   */
  confirmation?: Confirmation
  /** Maximum size of a JSON body in bytes. Default 64 KiB. */
  bodyLimitBytes?: number
  /** Expected refusals in addition to the general ones. */
  refusals?: readonly Refusal[]
}

/** Declares a call. */
export function route<const R extends RouteShape>(shape: R): R {
  return shape
}

type OutputOf<S> = S extends AnySchema ? z.output<S> : undefined
type InputOf<S> = S extends AnySchema ? z.input<S> : undefined
type Part<R, K extends string> = R extends Record<K, infer S> ? S : undefined

/** The path parameters that the handler receives after validation. */
export type ParamsOf<R> = OutputOf<Part<R, 'params'>>
export type QueryOf<R> = OutputOf<Part<R, 'query'>>
export type BodyOf<R> = OutputOf<Part<R, 'body'>>
/** The value that the handler returns and the caller receives. */
export type ResponseOf<R> = OutputOf<Part<R, 'answer'>>

type Given<R, K extends string> = Part<R, K> extends AnySchema ? { [P in K]: InputOf<Part<R, K>> } : unknown
type InputForm<R> = R extends { multipart: MultipartShape } ? { form: FormData } : unknown

/** The input of a call: exactly the parts that the route declares. */
export type InputOfCall<R> = Given<R, 'params'> & Given<R, 'query'> & Given<R, 'body'> & InputForm<R>

type Scalar = string | number | boolean

/** The path with its parameters inserted and its query appended; `undefined` query values are omitted. */
export function urlOf(
  { path }: Pick<RouteShape, 'path'>,
  input: { params?: Record<string, Scalar | undefined>; query?: Record<string, Scalar | undefined> } = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}
