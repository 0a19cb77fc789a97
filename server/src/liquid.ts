import {
  liquidOptions,
  liquidSource,
  liquidTags,
  unsafeLiquidFilters,
} from '@parley/contract/template-variables'

// Loaded at first use: it takes 9 MB.
let loading: ReturnType<typeof load> | undefined

async function load() {
  const { Liquid, LiquidError } = await import('liquidjs')
  const engine = new Liquid(liquidOptions)
  for (const tag of Object.keys(engine.tags)) if (!liquidTags.has(tag)) delete engine.tags[tag]
  for (const filter of unsafeLiquidFilters) delete engine.filters[filter]
  return { engine, LiquidError }
}

/** Why a template cannot be read, as a sentence with line and column, or null when it can. */
export async function templateProblem(html: string): Promise<string | null> {
  loading ??= load()
  const { engine, LiquidError } = await loading
  try {
    engine.parse(liquidSource(html))
    return null
  } catch (error) {
    if (!LiquidError.is(error)) throw error
    const [line, column] = error.token.getPosition()
    const reason = error.message.replace(/,? line:\d+, col:\d+$/, '')
    return `Line ${line}, column ${column}: ${reason}`
  }
}
