import { allEndpoints } from '@parley/contract/all-endpoints'

const patterns = [...allEndpoints.values()].map((e) => ({
  method: e.method,
  path: new RegExp(`^${e.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
}))

/** The methods that an API path supports; empty for an unknown path. */
export const allowedMethods = (path: string): string[] =>
  [...new Set(patterns.filter((pattern) => pattern.path.test(path)).map((pattern) => pattern.method))].sort()
