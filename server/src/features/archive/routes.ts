import type { Bind } from '#http/bind.ts'
import type { Services } from '#services.ts'

export function registerArchive(_bind: Bind, _services: Services): void {}
