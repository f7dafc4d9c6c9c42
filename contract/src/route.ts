import type * as z from 'zod/mini'
import type { Refusal } from './refusal.ts'

/**
 * Who may call, from open to narrow: anyone; any logged-in account; one with a verified e-mail address;
 * one that redeemed an access key (admins need none); admins only. See docs/product.md §4.1.
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
 * How often one caller may call a route; the numbers are the server's. `image`, `stream` and `uploadChunk` replace the
 * general limit for an account, `search` counts beside it, `none` counts nothing: for health checks of the operator.
 */
export type RateLimitClass = 'image' | 'stream' | 'uploadChunk' | 'search' | 'none'

type AnySchema = z.ZodMiniType
type AnyObject = z.ZodMiniObject

/** What a multipart body holds. Parts may come in any order; `{i}` in a file's name counts from 0. */
export interface MultipartShape {
  fields: AnyObject
  files: readonly string[]
}

/** One call of the wire, written once; server, browser, OpenAPI description and access tests read the same object. */
export interface RouteShape {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path parameters as `:name`. */
  path: string
  access: Access
  /** One English sentence for the API description. */
  summary: string
  params?: AnyObject
  query?: AnyObject
  body?: AnySchema
  multipart?: MultipartShape
  /** A JSON shape, or `bytes` for a file whose type comes from the database. */
  answer: AnySchema | 'bytes'
  /** Status of a success. Default 200. */
  status?: 200 | 201
  /** A GET of media: also believes the cookie and the query tokens `token`, `auth`. See docs/product.md §5.1. */
  media?: true
  /** Media that the page loads from the media host where the operator has one (`MEDIA_URL`). */
  onMediaHost?: true
  /** Default: the general limit. */
  limit?: RateLimitClass
  /** `limit` counts only calls whose query gives this field a value. */
  limitWithQuery?: string
  /** A GET that a window opens as its page, and so without a header: also believes the cookie, never a query. */
  inBrowser?: true
  /** Speaks tus: headers carry what a query or a JSON body would, both ways; bytes are `application/offset+octet-stream`. */
  tus?: true
  /** Largest JSON body. Default 64 KiB. */
  bodyLimitBytes?: number
  /** Expected refusals beyond the general ones. */
  refusals?: readonly Refusal[]
}

/** Declares a call. */
export function route<const R extends RouteShape>(shape: R): R {
  return shape
}

type OutputOf<S> = S extends AnySchema ? z.output<S> : undefined
type InputOf<S> = S extends AnySchema ? z.input<S> : undefined
type Part<R, K extends string> = R extends Record<K, infer S> ? S : undefined

/** What the handler receives, after validation. */
export type ParamsOf<R> = OutputOf<Part<R, 'params'>>
export type QueryOf<R> = OutputOf<Part<R, 'query'>>
export type BodyOf<R> = OutputOf<Part<R, 'body'>>
/** What the handler answers and the caller gets. */
export type ResponseOf<R> = OutputOf<Part<R, 'answer'>>

type Given<R, K extends string> = Part<R, K> extends AnySchema ? { [P in K]: InputOf<Part<R, K>> } : unknown
type InputForm<R> = R extends { multipart: MultipartShape } ? { form: FormData } : unknown

/** What a caller has to give: exactly the parts that the route declares. */
export type InputOfCall<R> = Given<R, 'params'> & Given<R, 'query'> & Given<R, 'body'> & InputForm<R>

type Scalar = string | number | boolean

/** The path with its parameters filled in and its query appended; `undefined` query values are left out. */
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
