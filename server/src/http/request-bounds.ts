/** Maximum length of the request target in bytes. See docs/security-requirements.md I-04. */
export const URL_MAX_BYTES = 2048
/** Maximum number of headers of a request. See docs/security-requirements.md I-04. */
export const HEADERS_MAX = 100
