/** The library, which is only loaded when metrics are on. */
export type PromClient = typeof import('prom-client')
