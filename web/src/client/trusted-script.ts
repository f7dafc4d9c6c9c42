interface PolicyFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (text: string) => string }
}

/** The address of a script of ours; Trusted Types want to know who vouches for it. */
export function trustedScript(name: string, address: string): string {
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes')
  const isFactory = (found: unknown): found is PolicyFactory => typeof found === 'object' && found !== null
  if (!isFactory(factory)) return address
  return factory.createPolicy(name, { createScriptURL: () => address }).createScriptURL(address)
}
