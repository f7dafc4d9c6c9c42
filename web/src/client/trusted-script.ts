interface PolicyFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (text: string) => string }
}

/** The URL of a script of the app, as a Trusted Types value where the browser requires one. */
export function trustedScript(name: string, address: string): string {
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes')
  const isFactory = (found: unknown): found is PolicyFactory => typeof found === 'object' && found !== null
  if (!isFactory(factory)) return address
  return factory.createPolicy(name, { createScriptURL: () => address }).createScriptURL(address)
}
