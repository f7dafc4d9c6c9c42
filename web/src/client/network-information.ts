import * as z from 'zod/mini'

/** The parts of the Network Information API that are used; only some browsers have them. */
const NetworkInformation = z.object({ type: z.optional(z.string()), saveData: z.optional(z.boolean()) })

function networkInformation(): z.infer<typeof NetworkInformation> {
  const read = z.safeParse(NetworkInformation, 'connection' in navigator ? navigator.connection : undefined)
  return read.success ? read.data : {}
}

/** The kind of connection, such as `cellular`; undefined in browsers that do not report it. */
export function connectionType(): string | undefined {
  const { type } = networkInformation()
  return type === 'unknown' ? undefined : type
}

/** Whether the member has asked the browser to load less. */
export const savesData = (): boolean => networkInformation().saveData ?? false
